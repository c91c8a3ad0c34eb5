/* The table seen from above: seats around it, the trick or what is said in the middle. Draws what it is handed. */

const AROUND = {
  2: ["b", "t"],
  3: ["b", "tl", "tr"],
  4: ["b", "l", "t", "r"],
  5: ["b", "l", "tl", "tr", "r"],
  6: ["b", "l", "tl", "t", "tr", "r"],
  7: ["b", "bl", "l", "tl", "tr", "r", "br"],
};
const WIDE = new Set(["b", "t"]);
const MOST_IN_A_ROW = { wide: 26, narrow: 7 };

class Board {
  constructor(game, words) {
    this.game = game;
    this.words = words;
    this.element = make("section", { className: `board seats-${game.seats}` });
  }

  /** Draw a position: see `position` in viewer.js for what it holds. */
  show(position) {
    const { game } = this;
    const bottom = Math.max(position.viewer, 0);
    const seats = Array.from({ length: game.seats }, (_, place) => {
      const seat = (bottom + place) % game.seats;
      return this.seat(seat, AROUND[game.seats][place], position);
    });
    this.element.setAttribute("aria-label", `Table ${position.table.table}`);
    this.element.replaceChildren(...seats, this.middle(position, bottom));
  }

  seat(seat, area, position) {
    const { seen, open, question, hand, table } = position;
    const turn = question?.owner === seat || question?.asked === seat;
    const won = seen.won[seat];
    const facts = [this.words.seat(seat)];
    if (hand.dealer === seat) facts.push("deals");
    if (won) facts.push(`${won} ${won === 1 ? "trick" : "tricks"}`);
    const head = make(
      "div",
      { className: "who" },
      make("b", { textContent: table.bots[seat], title: table.bots[seat] }),
      make("small", { textContent: facts.join(" · ") }),
    );
    const said = seen.said[seat];
    if (said) head.append(make("span", { className: "said", textContent: this.saying(said) }));
    const cards = make("div", { className: "cards" }, ...this.fans(seat, area, position, open.hands[seat].length));
    return make("div", { className: `seat at-${area}${turn ? " turn" : ""}` }, head, cards);
  }

  saying({ kind, token }) {
    const text = this.words.shortOf(kind, token);
    return kind === "bid" || kind === token ? text : `${kind} ${text}`;
  }

  fans(seat, area, position, held) {
    const { seen, question, showLegal } = position;
    const { named, hidden } = seen.known(seat, held);
    const fresh = [...seen.fresh[seat]];
    const asked = showLegal && question?.owner === seat && position.maySee(question.asked);
    const legal = asked ? [...question.legal] : [];
    const aboutCards = legal.some((token) => named.includes(token));
    const shown = this.sorted(named, seen.trump).map((token) => {
      const names = [];
      if (asked && aboutCards) names.push(legal.includes(token) ? "legal" : "illegal");
      if (fresh.includes(token) && position.step > 0) {
        names.push("fresh");
        drop(fresh, token);
      }
      return [token, names.join(" ")];
    });
    for (let count = 0; count < hidden; count += 1) shown.push(["", ""]);
    const most = WIDE.has(area) ? MOST_IN_A_ROW.wide : MOST_IN_A_ROW.narrow;
    const rows = Math.ceil(shown.length / most) || 1;
    const each = Math.ceil(shown.length / rows);
    return Array.from({ length: rows }, (_, row) => {
      const part = shown.slice(row * each, (row + 1) * each);
      return fan(part, this.game.faces, this.holding(seat, part));
    });
  }

  holding(seat, shown) {
    const named = shown.filter(([token]) => token).map(([token]) => this.words.card(token));
    const hidden = shown.length - named.length;
    if (!shown.length) return `${this.words.seat(seat)} has no cards`;
    const parts = [...named, ...(hidden ? [`${hidden} hidden`] : [])];
    return `${this.words.seat(seat)} holds ${parts.join(", ")}`;
  }

  /** Suit by suit, trumps first, high cards first. */
  sorted(tokens, trump) {
    const { faces, order } = this.game;
    const suits = ["", ...(trump && trump in SUITS ? [trump] : []), "S", "H", "C", "D"];
    const height = (token) => suits.indexOf(faces[token][1]) * 1000 - order[token];
    return [...tokens].sort((one, other) => height(one) - height(other));
  }

  middle(position, bottom) {
    const { seen } = position;
    const element = make("div", { className: "middle" });
    const asides = seen.aside.some((cards) => cards.length);
    if (seen.trick.length) element.append(this.trick(seen, bottom));
    else if (asides) element.append(this.asides(seen, bottom));
    else if (seen.calls.length) element.append(this.calls(seen));
    if (seen.up.length) {
      const label = `Face up: ${this.words.cards(seen.up)}`;
      const open = fan(seen.up.map((token) => [token, ""]), this.game.faces, label);
      element.append(make("div", { className: "up" }, open, make("small", { textContent: "face up" })));
    }
    if (seen.trump) {
      const suit = SUITS[seen.trump] ? SUITS[seen.trump][0] : seen.trump;
      element.append(
        make("p", { className: "trump" }, "trumps ", make("span", { className: `suit-${seen.trump}`, textContent: suit })),
      );
    }
    return element;
  }

  trick(seen, bottom) {
    const spoken = seen.trick.map(([seat, token]) => `${this.words.seat(seat)} ${this.words.card(token)}`).join(", ");
    const element = make("div", { className: "trick", role: "img", "aria-label": `On the table: ${spoken}` });
    seen.trick.forEach(([seat, token], place) => {
      const names = ["played", `to-${this.area(seat, bottom)}`];
      if (place === 0) names.push("led");
      if (place === seen.trick.length - 1) names.push("latest");
      if (seen.taken === seat) names.push("wins");
      element.append(make("span", { className: names.join(" ") }, cardPicture(token, this.game.faces)));
    });
    return element;
  }

  asides(seen, bottom) {
    const element = make("div", { className: "trick asides" });
    seen.aside.forEach((cards, seat) => {
      if (!cards.length) return;
      const label = `${this.words.seat(seat)} has put aside ${cards.length}`;
      const pile = fan(cards.map((token) => [token, ""]), this.game.faces, label);
      element.append(make("div", { className: `pile to-${this.area(seat, bottom)}` }, pile));
    });
    return element;
  }

  area(seat, bottom) {
    const { seats } = this.game;
    return AROUND[seats][(seat - bottom + seats) % seats];
  }

  /** What was said, a column for each seat, from who spoke first; a new row where the kind of question changes. */
  calls(seen) {
    const { seats } = this.game;
    const first = seen.calls[0].seat;
    const order = Array.from({ length: seats }, (_, place) => (first + place) % seats);
    const rows = [];
    let column = Infinity;
    for (const call of seen.calls) {
      const place = order.indexOf(call.seat);
      if (place < column || rows.at(-1).kind !== call.kind) {
        rows.push({ kind: call.kind, texts: Array.from({ length: seats }, () => "") });
      }
      rows.at(-1).texts[place] = this.words.shortOf(call.kind, call.token);
      column = place + 1;
    }
    const several = new Set(rows.map((row) => row.kind)).size > 1;
    const cells = (row) => row.texts.map((text) => make("td", { textContent: text }));
    const kind = (row, place) => {
      if (!several) return [];
      return row.kind === rows[place - 1]?.kind ? [make("td")] : [make("th", { scope: "row", textContent: row.kind })];
    };
    const names = order.map((seat) => make("th", { scope: "col", textContent: this.words.seat(seat) }));
    const head = make("tr", {}, ...(several ? [make("td")] : []), ...names);
    const body = rows.map((row, place) => make("tr", {}, ...kind(row, place), ...cells(row)));
    return make("table", { className: "calls" }, make("thead", {}, head), make("tbody", {}, ...body));
  }
}
