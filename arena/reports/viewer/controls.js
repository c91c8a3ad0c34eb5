/* Buttons, choices and keys of the viewer. Everything that a pointer can do a key can do, and `?` lists the keys. */

const KEYS = [
  [["ArrowLeft"], "←", "a step back", (viewer) => viewer.go({ step: viewer.place.step - 1 })],
  [["ArrowRight"], "→", "a step forward", (viewer) => viewer.go({ step: viewer.place.step + 1 })],
  [["ArrowUp", "PageUp"], "↑", "a trick back", (viewer) => viewer.trick(-1)],
  [["ArrowDown", "PageDown"], "↓", "a trick forward", (viewer) => viewer.trick(1)],
  [["Home"], "Home", "the deal", (viewer) => viewer.go({ step: 0 })],
  [["End"], "End", "the end of the hand", (viewer) => viewer.go({ step: Infinity })],
  [["["], "[", "the hand before", (viewer) => viewer.turnHand(-1)],
  [["]"], "]", "the next hand", (viewer) => viewer.turnHand(1)],
  [["v"], "V", "the next view: all hands, then each seat's", (viewer) => viewer.controls.turnView()],
  [["c"], "C", "another sitting of the deal beside it", (viewer) => viewer.compare()],
  [["l"], "L", "mark the legal cards, or don't", (viewer) => viewer.go({ legal: !viewer.place.legal })],
  [["?"], "?", "these keys", (viewer) => viewer.controls.help.showModal()],
];
const BUTTONS = [
  ["Home", "⇤", "To the deal"],
  ["ArrowUp", "«", "A trick back"],
  ["ArrowLeft", "‹", "A step back"],
  ["ArrowRight", "›", "A step forward"],
  ["ArrowDown", "»", "A trick forward"],
  ["End", "⇥", "To the end of the hand"],
];

class Controls {
  constructor(viewer) {
    this.viewer = viewer;
    this.help = document.getElementById("help");
    this.slider = make("input", { type: "range", min: "0", "aria-label": "Step" });
    this.slider.addEventListener("input", () => viewer.go({ step: Number(this.slider.value) }));
    this.view = chooser("View", (value) => viewer.go({ view: Number(value) }));
    this.hand = chooser("Hand", (value) => viewer.go({ hand: Number(value), step: 0 }));
    this.sitting = chooser("Table", (value) => viewer.go({ table: value, beside: "" }));
    this.beside = chooser("Beside it", (value) => viewer.go({ beside: value }));
    this.legal = make("input", { type: "checkbox" });
    this.legal.addEventListener("change", () => viewer.go({ legal: this.legal.checked }));
    this.lay();
  }

  lay() {
    const buttons = BUTTONS.map(([key, sign, label]) => {
      const button = make("button", { type: "button", "aria-label": label, title: label, textContent: sign });
      button.addEventListener("click", () => this.act(key));
      return button;
    });
    const help = make("button", { type: "button", "aria-label": "Keys", title: "Keys", textContent: "?" });
    help.addEventListener("click", () => this.help.showModal());
    const [before, after] = [[-1, "‹ deal", "Deal before"], [1, "deal ›", "Next deal"]].map(([way, sign, label]) => {
      const button = make("button", { type: "button", textContent: sign, "aria-label": label, title: label });
      button.addEventListener("click", () => this.viewer.turnDeal(way));
      return button;
    });
    this.deals = [before, after];
    document.getElementById("steps").append(...buttons, this.slider, help);
    const legal = make("label", { className: "check" }, this.legal, " legal cards");
    const choices = [this.sitting, this.hand, this.view, this.beside].map(({ label }) => label);
    document.getElementById("choices").append(...choices, legal, before, after);
    const rows = KEYS.flatMap(([, sign, meaning]) => [
      make("dt", {}, make("kbd", { textContent: sign })),
      make("dd", { textContent: meaning }),
    ]);
    this.help.querySelector("dl").append(...rows);
  }

  /** Bring buttons and choices in line with what is shown. */
  show({ table, hand, step }) {
    const { viewer } = this;
    const { place, deal, words, game } = viewer;
    this.slider.max = String(hand.steps.length);
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", `step ${step} of ${hand.steps.length}`);
    const seats = table.bots.map((bot, seat) => [seat, `${words.seat(seat)} – ${bot}`]);
    fill(this.view, [[EVERYBODY, "all hands"], ...seats], place.view);
    fill(this.hand, table.hands.map(({ n }) => [n, String(n)]), place.hand);
    const named = deal.sittings.map((each) => [each.table, `${each.table} – ${each.bots.join(", ")}`]);
    fill(this.sitting, named, table.table);
    fill(this.beside, [["", "nothing"], ...named.filter(([name]) => name !== table.table)], place.beside);
    this.hand.label.hidden = table.hands.length < 2;
    this.beside.label.hidden = named.length < 2;
    this.legal.checked = place.legal;
    this.deals.forEach((button) => (button.hidden = game.alone));
  }

  turnView() {
    const seats = this.viewer.game.seats;
    const next = this.viewer.place.view + 1;
    return this.viewer.go({ view: next < seats ? next : EVERYBODY });
  }

  act(key) {
    const found = KEYS.find(([keys]) => keys.includes(key));
    if (found && this.viewer.deal) found[3](this.viewer);
    return Boolean(found);
  }

  key(event) {
    const field = event.target.closest?.("select, input:not([type=range]), textarea, dialog");
    if (event.ctrlKey || event.altKey || event.metaKey || field) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (this.act(key)) event.preventDefault();
  }
}

function chooser(name, change) {
  const select = make("select", {});
  select.addEventListener("change", () => change(select.value));
  return { select, label: make("label", {}, `${name} `, select) };
}

function fill({ select }, options, chosen) {
  const key = options.map((option) => option.join(" ")).join("\n");
  if (select.dataset.filled !== key) {
    select.replaceChildren(...options.map(([value, text]) => make("option", { value: String(value), textContent: text })));
    select.dataset.filled = key;
  }
  select.value = String(chosen);
}
