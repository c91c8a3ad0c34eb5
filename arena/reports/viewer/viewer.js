/* The viewer: which table, hand, step and view are shown, and every way to change that. The address says it all. */

class Viewer {
  constructor(game) {
    this.game = game;
    this.words = new Words(game);
    this.source = new Source(game);
    this.place = { table: "", hand: 1, step: 0, view: EVERYBODY, beside: "", legal: true };
    this.deal = null;
    this.boards = [new Board(game, this.words), new Board(game, this.words)];
    this.panel = new Panel(game, this.words, (step) => this.go({ step }));
    this.controls = new Controls(this);
    document.getElementById("beside").append(this.panel.score, this.panel.facts, this.panel.course);
  }

  async start() {
    globalThis.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.controls.key(event));
    await this.follow();
  }

  /** Go where the address says. */
  async follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (name, otherwise) => (/^-?\d+$/.test(wanted.get(name) ?? "") ? Number(wanted.get(name)) : otherwise);
    await this.go({
      table: wanted.get("table") || this.place.table || (await this.told(this.source.first())) || "",
      hand: number("hand", 1),
      step: number("step", 0),
      view: number("view", EVERYBODY),
      beside: wanted.get("beside") ?? "",
    });
  }

  /** Change some of what is shown; all else stays. Wishes out of reach become the nearest that can be. */
  async go(changes) {
    const place = { ...this.place, ...changes };
    if (place.table !== this.place.table || !this.deal) {
      if (!place.table) return;
      const deal = await this.told(this.source.deal(place.table));
      if (!deal) return;
      this.deal = deal;
    }
    const { table, sittings } = this.deal;
    place.hand = clamped(place.hand, 1, Math.max(table.hands.length, 1));
    const hand = table.hands[place.hand - 1];
    if (!hand) return this.say(`Table ${table.table} ended before its first hand.`);
    place.step = clamped(place.step, 0, hand.steps.length);
    place.view = clamped(place.view, EVERYBODY, this.game.seats - 1);
    if (!sittings.some((each) => each.table === place.beside && each !== table)) place.beside = "";
    this.place = place;
    this.draw();
  }

  /** What a promise brings, or null after its failure has been told to the reader. */
  async told(promise) {
    try {
      const value = await promise;
      this.say("");
      return value;
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  say(text) {
    const alert = document.getElementById("trouble");
    alert.textContent = text;
    alert.hidden = !text;
  }

  draw() {
    const { table, hand, step, view, beside, legal } = this.place;
    const fields = { table, hand, step, ...(view === EVERYBODY ? {} : { view }), ...(beside ? { beside } : {}) };
    history.replaceState(null, "", `#${new URLSearchParams(fields)}`);
    const position = this.position(this.deal.table, step, legal);
    this.boards[0].show(position);
    this.panel.show(position);
    const other = this.deal.sittings.find((each) => each.table === beside);
    const shown = [this.framed(this.boards[0].element, position, Boolean(other))];
    if (other?.hands[hand - 1]) {
      const twin = this.position(other, matchingStep(position, other.hands[hand - 1]), legal);
      this.boards[1].show(twin);
      shown.push(this.framed(this.boards[1].element, twin, true));
    }
    const element = document.getElementById("boards");
    element.classList.toggle("pair", shown.length > 1);
    element.replaceChildren(...shown);
    document.getElementById("said").textContent = this.sentence(position);
    this.question(position);
    this.controls.show(position);
  }

  /** All that a board and a panel need to know of a moment of a table. */
  position(table, step, showLegal) {
    const hand = table.hands[this.place.hand - 1];
    const viewer = this.place.view;
    const open = knowledgeAt(hand, step, EVERYBODY, this.game.seats);
    const seen = viewer === EVERYBODY ? open : knowledgeAt(hand, step, viewer, this.game.seats);
    const question = questionAt(hand, step, open);
    const sheetBefore = table.hands[this.place.hand - 2]?.sheet ?? table.start;
    const maySee = (seat) => viewer === EVERYBODY || viewer === seat;
    return { table, hand, step, viewer, open, seen, question, showLegal, sheetBefore, maySee };
  }

  framed(board, position, named) {
    if (!named) return board;
    const own = position.viewer === EVERYBODY ? "" : ` · ${position.table.bots[position.viewer]} sees`;
    const payoffs = position.table.payoffs.map((paid, seat) => `${position.table.bots[seat]} ${signed(paid)}`).join(", ");
    const text = make("figcaption", {}, make("b", { textContent: position.table.table }), `${own} · in the end ${payoffs}`);
    return make("figure", {}, text, board, make("p", { className: "told", textContent: this.sentence(position) }));
  }

  sentence(position) {
    const { hand, step, seen } = position;
    if (step === 0) {
      return `Hand ${hand.n}: ${this.words.seat(hand.dealer)} (${position.table.bots[hand.dealer]}) has dealt.`;
    }
    const heard = entriesOf(hand.steps[step - 1]).filter((entry) => seen.hears(entry));
    const text = this.words.told(heard) || `${this.words.seat(hand.steps[step - 1][0])} has chosen in secret.`;
    return step === hand.steps.length && !hand.whole ? `${text} The hand broke off here.` : text;
  }

  question(position) {
    const element = document.getElementById("question");
    const { question } = position;
    if (!question) {
      element.textContent = position.hand.whole ? "The hand is over." : "";
      return;
    }
    const who = this.words.seat(question.asked);
    const whose = question.owner === question.asked ? "" : ` for ${this.words.seat(question.owner)}`;
    element.replaceChildren(make("b", { textContent: `${who} is to act${whose}` }));
    if (!position.showLegal || !position.maySee(question.asked)) return;
    element.append(` (${question.kind}). Legal: `);
    question.legal.slice(0, MOST_LEGAL_SHOWN).forEach((token) => {
      const suit = this.words.aboutCards(question.kind, token) ? this.game.faces[token][1] : "";
      element.append(make("span", { className: `chip suit-${suit}`, textContent: this.words.shortOf(question.kind, token) }), " ");
    });
    const more = question.legal.length - MOST_LEGAL_SHOWN;
    if (more > 0) element.append(`and ${more} more`);
  }

  // Ways to go.

  /** By tricks: to where the next one begins, or back to where this one, or the one before, did. */
  trick(way) {
    const { steps } = this.deal.table.hands[this.place.hand - 1];
    const ends = [0];
    steps.forEach((each, place) => {
      if (entriesOf(each).some(([, event]) => event[0] === "trick") || steps[place + 1]?.[1] !== each[1]) ends.push(place + 1);
    });
    const { step } = this.place;
    const wanted = way > 0 ? ends.find((end) => end > step) : ends.findLast((end) => end < step);
    return this.go({ step: wanted ?? (way > 0 ? steps.length : 0) });
  }

  turnHand(way) {
    const hand = this.place.hand + way;
    if (hand >= 1 && hand <= this.deal.table.hands.length) return this.go({ hand, step: 0 });
    return this.turnDeal(way);
  }

  async turnDeal(way) {
    const table = await this.told(this.source.beside(this.place.table, way));
    if (table && table !== this.place.table) await this.go({ table, hand: 1, step: 0, beside: "" });
  }

  /** Show the next of the other sittings beside this one, or none after the last. */
  compare() {
    const others = this.deal.sittings.filter((each) => each !== this.deal.table).map((each) => each.table);
    return this.go({ beside: others[others.indexOf(this.place.beside) + 1] ?? "" });
  }
}

const MOST_LEGAL_SHOWN = 24;

function clamped(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** Where another sitting stood when as many cards were played there, or, before the first, after as many steps. */
function matchingStep(position, hand) {
  const plays = (steps) => steps.filter((each) => entriesOf(each).some(([, event]) => event[0] === "play")).length;
  const wanted = plays(position.hand.steps.slice(0, position.step));
  if (position.step === position.hand.steps.length) return hand.steps.length;
  const first = hand.steps.findIndex((each) => entriesOf(each).some(([, event]) => event[0] === "play"));
  if (!wanted) return Math.min(position.step, first < 0 ? hand.steps.length : first);
  for (let step = 0; step <= hand.steps.length; step += 1) {
    if (plays(hand.steps.slice(0, step)) === wanted) return step;
  }
  return hand.steps.length;
}

new Viewer(JSON.parse(document.getElementById("game").textContent)).start();
