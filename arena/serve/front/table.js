/* A table to play at: what is told by news is folded and drawn as the hand viewer does it, with one's own cards as
   buttons. What is legal comes with the question, and why something is not from the variant; this script knows no rules. */

const USUAL = new Set(["phase", "hand", "trick", "leader", "trump", "won", "scores", "bids", "up", "shown"]);
const VERBS = { plays: "play", takes: "take", bids: "bid", passes: "pass", puts: "put", gets: "get", deals: "deal", has: "have", shows: "show", lays: "lay" };
const PAUSE_MS = { play: 350, trick: 800, bid: 300 };
const STILL = matchMedia("(prefers-reduced-motion: reduce)").matches;

const byId = (id) => document.getElementById(id);

class TableWords extends Words {
  constructor(game) {
    super(game);
    this.names = game.names;
  }

  seat(seat) {
    return this.names[seat];
  }

  /** An event in a sentence, in the second person where it is about oneself. */
  sentence(event, seat) {
    return this.event(event, seat).replace(/\bYou (\w+)\b/g, (all, verb) => (VERBS[verb] ? `You ${VERBS[verb]}` : all));
  }
}

class OwnBoard extends Board {
  constructor(game, words, say) {
    super(game, words);
    this.say = say;
  }

  fans(seat, area, position, held) {
    if (seat !== position.viewer) return super.fans(seat, area, position, held);
    const { seen, question } = position;
    const legal = new Set(question ? question.legal : []);
    const asked = Boolean(question) && question.cards;
    const cards = this.sorted(seen.hands[seat], seen.trump).map((token) => {
      const may = asked && legal.has(token);
      const names = asked ? (may ? "slot legal" : "slot illegal") : "slot";
      const button = make("button", { className: names, type: "button" }, cardPicture(token, this.game.faces));
      button.dataset.token = token;
      button.setAttribute("aria-label", this.words.card(token));
      button.setAttribute("aria-disabled", String(!may));
      button.addEventListener("click", () => this.say(token));
      return button;
    });
    return [make("div", { className: "hand", role: "group", "aria-label": "Your cards" }, ...cards)];
  }
}

class TablePage {
  constructor(game) {
    this.game = game;
    this.words = new TableWords(game);
    this.board = new OwnBoard(game, new Words(game), (token) => this.say(token));
    byId("boards").append(this.board.element);
    this.seen = new Knowledge(game.seats, game.seat);
    this.dealer = -1;
    this.totals = game.names.map(() => 0);
    this.question = null;
    this.news = [];
    this.present = false;
    this.busy = false;
    this.over = false;
  }

  start() {
    const source = new EventSource(`/table/${this.game.table}/events`);
    source.addEventListener("message", (event) => {
      this.news.push(JSON.parse(event.data));
      this.tell();
    });
    source.addEventListener("end", () => source.close());
    document.addEventListener("keydown", (event) => this.key(event));
    byId("show-rules").addEventListener("click", () => byId("rules").showModal());
    byId("leave").addEventListener("click", () => this.send("leave", {}));
    this.draw();
  }

  /** Take in what has come, at a pace at which it can be followed; what had happened before is only caught up with. */
  async tell() {
    if (this.busy) return;
    this.busy = true;
    while (this.news.length) {
      const news = this.news.shift();
      const pause_ms = news.kind === "event" ? PAUSE_MS[news.event[0]] : 0;
      this[`on_${news.kind}`]?.(news);
      if (this.present) this.draw();
      if (pause_ms && this.present && !STILL) await new Promise((done) => setTimeout(done, pause_ms));
    }
    this.busy = false;
  }

  on_present() {
    this.present = true;
  }

  on_opened({ dealer, totals, sheet }) {
    this.dealer = dealer;
    this.totals = totals;
    this.sheet(sheet);
    this.turn("The cards are dealt.");
  }

  on_event({ event }) {
    const [kind, first, second] = event;
    if (kind === "deal") {
      this.seen = new Knowledge(this.game.seats, this.game.seat);
      this.dealer = second;
    }
    if (kind === "scores") this.totals = this.totals.map((total, seat) => total + first[seat]);
    this.seen.see([this.game.seat, event]);
    const said = this.words.sentence(event, this.game.seat);
    if (said) this.log(said, kind);
  }

  on_sheet({ sheet }) {
    this.sheet(sheet);
  }

  on_asked(question) {
    const { legal, view, clock_ms } = question;
    const held = this.seen.hands[this.game.seat];
    const cards = legal.every((token) => held.includes(token) && this.words.aboutCards(view.phase, token));
    if (!this.question || this.question.number !== question.number) this.fresh = true;
    this.question = { ...question, asked: this.game.seat, owner: this.game.seat, kind: view.phase, token: null, cards };
    const clock = clock_ms === null ? "" : ` You have ${Math.round(clock_ms / 1000)} s.`;
    this.turn(`Your turn: ${view.phase}.${clock}`);
    this.facts(view);
  }

  on_refused({ reason }) {
    byId("reason").textContent = reason;
  }

  on_fault({ fault, detail }) {
    byId("reason").textContent = `The referee: ${fault}: ${detail}`;
  }

  on_ended({ totals, payoffs }) {
    this.question = null;
    this.totals = totals;
    const paid = this.game.names.map((name, seat) => `${name} ${signed(payoffs[seat])}`).join(", ");
    this.turn(`The table is over. ${paid}.`);
  }

  on_over({ kept }) {
    this.end();
    const hands = make("a", { href: `/tables/${encodeURIComponent(kept)}/viewer.html` }, "Look at it again, with all cards");
    byId("after").replaceChildren(hands);
    byId("after").hidden = false;
  }

  on_left() {
    this.end();
    this.turn("You have left the table; nothing of it is kept.");
  }

  on_failed({ reason }) {
    this.end();
    this.turn("The table can't go on.");
    byId("reason").textContent = reason;
  }

  end() {
    this.over = true;
    this.question = null;
    byId("leave").hidden = true;
    byId("again").hidden = false;
  }

  // What is said here.

  say(token) {
    if (!this.question) return;
    byId("reason").textContent = "";
    const { number, legal } = this.question;
    if (legal.includes(token)) {
      this.question = null;
      this.turn("The others are thinking.");
      this.draw();
    }
    this.send("move", { number, said: token });
  }

  async send(what, body) {
    const answer = await fetch(`/table/${this.game.table}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Arena-Token": this.game.token },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (!answer) byId("reason").textContent = "The server does not answer; is it still running?";
    else if (!answer.ok) byId("reason").textContent = `The server refused this (${answer.status}).`;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("rules").open) return;
    if (event.key === "?") {
      event.preventDefault();
      byId("rules").showModal();
    }
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const group = document.activeElement?.closest(".hand, #answers");
    if (!way || !group) return;
    event.preventDefault();
    const buttons = [...group.querySelectorAll("button")];
    const place = buttons.indexOf(document.activeElement);
    buttons[(place + way + buttons.length) % buttons.length].focus();
  }

  // What is shown.

  turn(text) {
    byId("turn").textContent = text;
  }

  log(text, kind) {
    const line = make("li", { className: kind === "trick" ? "trick" : "", textContent: text });
    byId("log").append(line);
    byId("log").scrollTop = byId("log").scrollHeight;
  }

  sheet(text) {
    byId("sheet").textContent = text ?? "";
    byId("sheet").hidden = !text;
  }

  facts(view) {
    const added = Object.entries(view).filter(([key, value]) => !USUAL.has(key) && value !== null);
    const list = added.flatMap(([key, value]) => [
      make("dt", { textContent: key.replaceAll("_", " ") }),
      make("dd", { textContent: this.words.value(value) }),
    ]);
    document.querySelector(".facts").replaceChildren(...(list.length ? [make("dl", {}, ...list)] : []));
  }

  draw() {
    const { seen, question, game } = this;
    const focused = document.activeElement?.closest(".hand, #answers") !== null;
    this.board.show({
      viewer: game.seat,
      seen,
      open: { hands: seen.shown.map((cards, seat) => (seat === game.seat ? seen.hands[seat] : cards)) },
      question,
      hand: { dealer: this.dealer },
      table: { table: game.variant, bots: game.names },
      step: 0,
      showLegal: false,
      maySee: () => true,
    });
    byId("answers").replaceChildren(...(question && !question.cards ? question.legal.map((token) => this.answer(token)) : []));
    const rows = game.names.map((name, seat) => {
      const cells = [seen.won[seat], this.totals[seat]].map((value) => make("td", { textContent: String(value) }));
      return make("tr", {}, make("th", { scope: "row", textContent: name }), ...cells);
    });
    document.querySelector(".totals tbody").replaceChildren(...rows);
    if (question && (this.fresh || focused)) this.first()?.focus();
    this.fresh = false;
  }

  answer(token) {
    const kind = this.question.kind;
    const suit = this.game.faces[token]?.[1] ?? (token in SUITS ? token : "");
    const button = make("button", { className: suit ? `suit-${suit}` : "", type: "button", textContent: this.words.shortOf(kind, token) });
    button.dataset.token = token;
    button.setAttribute("aria-label", this.words.spoken(kind, token));
    button.addEventListener("click", () => this.say(token));
    return button;
  }

  /** The first of the buttons that answer the question. */
  first() {
    return document.querySelector(this.question.cards ? '.hand [aria-disabled="false"]' : "#answers button");
  }
}

new TablePage(JSON.parse(byId("game").textContent)).start();
