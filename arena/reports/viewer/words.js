/* What happens at the table, in words: for the line under the table and for who listens instead of looking. */

const SUITS = { S: ["♠", "spades"], H: ["♥", "hearts"], D: ["♦", "diamonds"], C: ["♣", "clubs"] };
const COMPASS = ["South", "West", "North", "East"];

class Words {
  constructor(game) {
    this.faces = game.faces;
    this.seats = game.seats;
  }

  seat(seat) {
    return this.seats === 4 ? COMPASS[seat] : `Seat ${seat}`;
  }

  /** A card as it is called; whatever else a token is, with the suits spelt out. */
  card(token) {
    return this.faces[token] ? this.faces[token][2] : this.spelt(token);
  }

  cards(tokens) {
    return tokens.length ? tokens.map((token) => this.card(token)).join(", ") : "no cards";
  }

  /** A bid, a contract or a suit. */
  spelt(token) {
    const found = /^(\d*)([SHDCN])$/.exec(token);
    if (!found) return token;
    const strain = found[2] === "N" ? "no trump" : SUITS[found[2]][1];
    return found[1] ? `${found[1]} ${strain}` : strain;
  }

  /** The same in as few characters as can be read at a glance. */
  short(token) {
    const face = this.faces[token];
    if (face) return face[1] ? SUITS[face[1]][0] + face[0] : face[0].length > 2 || /\D/.test(face[0]) ? token : `★${face[0]}`;
    return this.brief(token);
  }

  brief(token) {
    const found = /^(\d*)([SHDCN])$/.exec(token);
    if (!found) return token;
    return found[1] + (found[2] === "N" ? "NT" : SUITS[found[2]][0]);
  }

  /** Whether a decision of this kind is about a card: a bid of three hearts is not the three of hearts. */
  aboutCards(kind, token) {
    return kind !== "bid" && kind !== "trump" && kind !== "announce" && token in this.faces;
  }

  shortOf(kind, token) {
    return this.aboutCards(kind, token) ? this.short(token) : this.brief(token);
  }

  spoken(kind, token) {
    return this.aboutCards(kind, token) ? this.card(token) : this.spelt(token);
  }

  /** All that a step brought about, as far as it is heard, in one sentence or a few. */
  told(entries) {
    const parts = entries.map(([audience, event], place) => this.event(event, audience, entries[place - 1]?.[1]));
    const text = parts.filter(Boolean).join("; ").replaceAll("; and ", ", and ");
    return text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "";
  }

  event(event, audience, before) {
    const [kind, first, second] = event;
    const teller = TELLERS[kind];
    if (teller) return teller(this, event, audience, before);
    const who = isSeat(first, this.seats) && second !== undefined ? `${this.seat(first)}: ` : "";
    const rest = who ? event.slice(2) : event.slice(1);
    return `${who}${kind} ${rest.map((value) => this.value(value, kind)).join(" ")}`.trim();
  }

  /** Any value that an event or a view may hold. */
  value(value, kind = "") {
    if (value === null || value === "") return "–";
    if (value === true || value === false) return value ? "yes" : "no";
    if (typeof value === "string") return this.spoken(kind, value);
    if (Array.isArray(value)) return value.length ? value.map((each) => this.value(each, kind)).join(" ") : "none";
    if (typeof value === "object") return Object.entries(value).map(([key, each]) => `${key} ${this.value(each)}`).join(", ");
    return String(value);
  }
}

const TELLERS = {
  "=": () => "",
  deal: (words, [, , dealer]) => `${words.seat(dealer)} deals`,
  hand: (words, [, cards], seat) => `${words.seat(seat)} gets ${words.cards(cards)}`,
  carry: (words, [, carried]) => `carried over: ${words.value(carried)}`,
  play: (words, [, seat, token]) => `${words.seat(seat)} plays ${words.card(token)}`,
  trick: (words, [, winner], _, before) =>
    before?.[0] === "play" && before[1] === winner ? "and takes the trick" : `${words.seat(winner)} takes the trick`,
  bid: (words, [, seat, token]) =>
    token === "pass" ? `${words.seat(seat)} passes` : `${words.seat(seat)} bids ${words.spelt(token)}`,
  trump: (words, [, , suit]) => (suit ? `trumps: ${words.spelt(suit)}` : "no trumps"),
  pass: (words, [, seat, token]) => `${words.seat(seat)} passes on ${words.card(token)}`,
  discard: (words, [, seat, token]) => `${words.seat(seat)} puts ${words.card(token)} aside`,
  picked: (words, [, seat, count]) => `${words.seat(seat)} has chosen ${count}`,
  show: (words, [, seat, cards]) => `${words.seat(seat)} shows ${words.cards(cards)}`,
  down: (words, [, seat, cards]) => `${words.seat(seat)} lays down ${words.cards(cards)}`,
  up: (words, [, cards]) => (cards.length ? `face up: ${words.cards(cards)}` : ""),
  redeal: () => "the cards are thrown in and dealt again",
  scores: (words, [, scores]) =>
    `the hand scores ${scores.map((score, seat) => `${words.seat(seat)} ${signed(score)}`).join(", ")}`,
};

function signed(number) {
  const text = Number.isInteger(number) ? String(Math.abs(number)) : Math.abs(number).toFixed(2);
  return number > 0 ? `+${text}` : number < 0 ? `−${text}` : text;
}
