/* Beside the table: the score as it builds, what the variant adds, faults, and the whole hand as a list to jump in. */

class Panel {
  constructor(game, words, jump) {
    this.game = game;
    this.words = words;
    this.jump = jump;
    this.score = make("div", { className: "score" });
    this.facts = make("div", { className: "facts" });
    this.course = make("div", { className: "course" });
    this.listed = null;
  }

  show(position) {
    this.score.replaceChildren(...this.scoreTable(position));
    this.facts.replaceChildren(...this.added(position), ...this.faults(position));
    const key = `${position.table.table} ${position.hand.n} ${position.viewer}`;
    if (this.listed !== key) {
      this.course.replaceChildren(...this.whole(position));
      this.listed = key;
    }
    this.mark(position.step);
  }

  // The score.

  scoreTable(position) {
    const { table, hand, seen, viewer } = position;
    const over = seen.scores !== null;
    const worth = Object.keys(hand.worth).length ? pointsOf(seen, hand.worth) : null;
    const heads = ["seat", "tricks", ...(worth ? ["card points"] : []), "score", "total", "payoff", "mean ms"];
    const rows = table.bots.map((bot, seat) => {
      const [mean_ms, slowest_ms, decisions] = table.time[seat] ?? [0, 0, 0];
      const time = make("td", { textContent: decisions ? mean_ms.toFixed(mean_ms < 10 ? 1 : 0) : "–" });
      time.title = `mean of ${decisions} decisions of the match, slowest ${slowest_ms} ms`;
      const cells = [
        seen.won[seat],
        ...(worth ? [worth[seat]] : []),
        over ? signed(hand.scores[seat]) : "–",
        (over ? hand.totals : hand.before)[seat],
        over ? signed(hand.payoffs[seat]) : "–",
      ];
      const name = make(
        "th",
        { scope: "row" },
        make("span", { textContent: this.words.seat(seat) }),
        make("small", { textContent: this.botOf(table, seat) }),
      );
      const row = make("tr", {}, name, ...cells.map((cell) => make("td", { textContent: String(cell) })), time);
      if (seat === viewer) row.className = "own";
      return row;
    });
    const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col", textContent: text })));
    const element = make("table", {}, make("caption", {}, "Score"), make("thead", {}, head), make("tbody", {}, ...rows));
    const sheet = over ? hand.sheet : position.sheetBefore;
    const drawn = sheet ? [make("pre", { className: "sheet", "aria-label": "Score sheet", role: "img" }, sheet)] : [];
    return [make("div", { className: "wide" }, element), ...drawn];
  }

  botOf(table, seat) {
    const marks = [];
    if (table.stood_in.includes(seat)) marks.push("a stand-in helped out");
    if (table.forfeited.includes(seat)) marks.push("forfeited");
    return [table.bots[seat], ...marks].join(" · ");
  }

  // What else is known.

  added({ seen, hand, viewer }) {
    const texts = Object.entries(seen.added)
      .filter(([, value]) => !isNothing(value))
      .map(([key, value]) => [key.replaceAll("_", " "), this.addedValue(value, key)]);
    if (viewer === EVERYBODY && hand.rest.length) {
      texts.push(["left in the pack", hand.rest.map((token) => this.words.short(token)).join(" ")]);
    }
    const items = texts.flatMap(([key, text]) => [make("dt", { textContent: key }), make("dd", { textContent: text })]);
    return items.length ? [make("dl", {}, ...items)] : [];
  }

  /** Seats by name: where they are what such a key always means, or come before what they did or have. */
  addedValue(value, key) {
    if (Number.isInteger(value)) return SEATS_BY.has(key) ? this.words.seat(value) : String(value);
    if (!Array.isArray(value)) return this.words.value(value, key === "contract" ? "bid" : key);
    if (LISTS_OF_SEATS.has(key)) return value.map((seat) => this.words.seat(seat)).join(", ");
    if (value.every(Array.isArray)) return value.map((each) => this.addedValue(each, key)).join("; ");
    if (value.length === this.game.seats && value.every(Number.isInteger)) {
      return value.map((each, seat) => `${this.words.seat(seat)} ${each}`).join(", ");
    }
    const [first, ...rest] = value;
    if (isSeat(first, this.game.seats) && typeof rest[0] === "string") {
      return `${this.words.seat(first)} ${rest.filter(Boolean).map((each) => this.words.value(each, "bid")).join(" ")}`;
    }
    return this.words.value(value, "bid");
  }

  faults({ hand, table }) {
    return hand.faults.map((fault) => {
      const clock = fault.allowed_ms ? `, ${fault.used_ms} ms used of ${fault.allowed_ms}` : "";
      const where = `${this.words.seat(fault.seat)} (${table.bots[fault.seat]}), trick ${fault.trick + 1}`;
      return make(
        "p",
        { className: "fault" },
        make("b", { textContent: fault.kind.replaceAll("_", " ") }),
        ` ${where}${clock}: `,
        make("span", { textContent: fault.detail }),
      );
    });
  }

  // The whole hand.

  whole(position) {
    const { hand, seen } = position;
    const groups = coursesOf(hand);
    const items = groups.map(({ title, steps, winner }) => {
      const moves = steps.map((step) => this.move(hand, step, winner, seen));
      return make("li", {}, make("span", { className: "title", textContent: title }), make("span", { className: "moves" }, ...moves));
    });
    const start = make("button", { type: "button", className: "move", textContent: "the deal" });
    start.dataset.step = "0";
    start.addEventListener("click", () => this.jump(0));
    items.unshift(make("li", {}, make("span", { className: "title" }), make("span", { className: "moves" }, start)));
    return [make("h2", { textContent: "The hand" }), make("ol", {}, ...items)];
  }

  move(hand, step, winner, seen) {
    const [asked, kind, token] = hand.steps[step - 1];
    const event = entriesOf(hand.steps[step - 1])[0];
    const heard = seen.hears(event ?? [EVERYBODY]);
    const seat = event && event[1][0] === "play" ? event[1][1] : asked;
    const text = heard ? this.words.shortOf(kind, token) : "hidden";
    const suit = heard && this.words.aboutCards(kind, token) ? this.game.faces[token][1] : "";
    const name = this.words.seats === 4 ? this.words.seat(seat)[0] : String(seat);
    const button = make(
      "button",
      { type: "button", className: `move${winner === seat ? " wins" : ""}` },
      make("small", { textContent: name }),
      make("span", { className: suit ? `suit-${suit}` : "", textContent: text }),
    );
    button.setAttribute("aria-label", heard ? `${this.words.seat(seat)}: ${this.words.spoken(kind, token)}` : `${this.words.seat(seat)}: hidden`);
    button.dataset.step = String(step);
    button.addEventListener("click", () => this.jump(step));
    return button;
  }

  mark(step) {
    for (const button of this.course.querySelectorAll("button")) {
      const current = button.dataset.step === String(step);
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = current ? 0 : -1;
    }
    const list = this.course.querySelector("ol");
    const current = this.course.querySelector("[aria-current]");
    if (list && current) keepInSight(list, current);
  }
}

const SEATS_BY = new Set(["declarer", "taker", "picker", "partner", "caller", "chooser", "closed", "bidder"]);
const LISTS_OF_SEATS = new Set(["vulnerable", "playing"]);

/** Scroll a list, and nothing around it, so that an element of it is seen. */
function keepInSight(list, element) {
  const frame = list.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.top < frame.top) list.scrollTop -= frame.top - place.top + 8;
  else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom + 8;
}

function pointsOf(seen, worth) {
  const points = seen.won.map(() => 0);
  for (const { plays, winner } of seen.tricks) {
    for (const [, token] of plays) points[winner] += worth[token] ?? 0;
  }
  return points;
}

function isNothing(value) {
  return value === null || value === false || (Array.isArray(value) && !value.length);
}

/** The steps of a hand in groups: trick by trick, and what comes between by its kind. */
function coursesOf(hand) {
  const groups = [];
  let open = null;
  let tricks = 0;
  hand.steps.forEach((each, place) => {
    const entries = entriesOf(each);
    const played = entries.some(([, event]) => event[0] === "play");
    const name = played || (open?.played && open.unfinished) ? "play" : each[1];
    if (!open || open.name !== name || (open.played && !open.unfinished)) {
      open = { name, played, unfinished: played, steps: [], winner: null, title: played ? String((tricks += 1)) : name };
      groups.push(open);
    }
    open.steps.push(place + 1);
    const end = entries.find(([, event]) => event[0] === "trick");
    if (end) {
      open.winner = end[1][1];
      open.unfinished = false;
    }
  });
  return groups;
}
