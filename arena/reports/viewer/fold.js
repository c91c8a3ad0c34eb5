/* What lies on a table, folded from what was told: the same folding that a bot does with its own events. It knows the
   protocol's kinds of events, and no rules. `viewer` is the seat whose knowledge is wanted, or EVERYBODY for all. */

const EVERYBODY = -1;

class Knowledge {
  constructor(seats, viewer) {
    this.seats = seats;
    this.viewer = viewer;
    const each = (make) => Array.from({ length: seats }, make);
    this.hands = each(() => []);
    this.shown = each(() => []);
    this.aside = each(() => []);
    this.won = each(() => 0);
    this.said = each(() => null);
    this.trick = [];
    this.taken = null;
    this.tricks = [];
    this.up = [];
    this.calls = [];
    this.trump = null;
    this.added = {};
    this.scores = null;
    this.fresh = each(() => []);
  }

  /** Whether the viewer was told an entry. */
  hears([audience]) {
    return this.viewer === EVERYBODY || audience === EVERYBODY || audience === this.viewer;
  }

  see(entry) {
    if (!this.hears(entry)) return;
    const [audience, event] = entry;
    const fold = FOLDS[event[0]];
    if (fold) fold(this, event, audience);
    else if (isSeat(event[1], this.seats) && typeof event[2] === "string") this.call(event[1], event[2], event[0]);
  }

  call(seat, token, kind) {
    this.said[seat] = { token, kind };
    this.calls.push({ seat, token, kind });
  }

  part(seat, token) {
    drop(this.hands[seat], token);
    drop(this.shown[seat], token);
  }

  /** What the viewer knows of a seat's cards: those it can name, and how many there are, `held` being all of them. */
  known(seat, held) {
    const named = this.viewer === EVERYBODY || this.viewer === seat ? this.hands[seat] : this.shown[seat];
    return { named, hidden: held - named.length };
  }
}

const FOLDS = {
  "=": (state, [, { trump, ...added }]) => {
    if (trump !== undefined) state.trump = trump;
    Object.assign(state.added, added);
  },
  hand: (state, event, audience) => {
    state.hands[audience].push(...event[1]);
    state.fresh[audience].push(...event[1]);
  },
  play: (state, [, seat, token]) => {
    if (state.taken !== null || !state.trick.length) {
      state.trick = [];
      state.taken = null;
      state.said.fill(null);
      state.aside = state.aside.map(() => []);
    }
    state.trick.push([seat, token]);
    state.part(seat, token);
  },
  trick: (state, [, winner]) => {
    state.taken = winner;
    state.won[winner] += 1;
    state.tricks.push({ plays: state.trick, winner });
  },
  pass: (state, [, seat, token]) => putAside(state, seat, token),
  discard: (state, [, seat, token]) => putAside(state, seat, token),
  picked: (state, [, seat, count]) => {
    state.shown[seat] = [];
    while (state.aside[seat].length < count) state.aside[seat].push("");
  },
  down: (state, [, seat, cards]) => cards.forEach((token) => state.part(seat, token)),
  show: (state, [, seat, cards]) => {
    const new_ = [...cards];
    state.shown[seat].forEach((token) => drop(new_, token));
    state.shown[seat].push(...new_);
  },
  bid: (state, [, seat, token]) => state.call(seat, token, "bid"),
  up: (state, [, cards]) => (state.up = cards),
  trump: (state, [, , suit]) => (state.trump = suit),
  scores: (state, [, scores]) => (state.scores = scores),
  deal: () => {},
  carry: () => {},
  redeal: (state) => state.said.fill(null),
};

function putAside(state, seat, token) {
  state.part(seat, token);
  state.aside[seat].push(token);
}

function drop(cards, token) {
  const place = cards.indexOf(token);
  if (place >= 0) cards.splice(place, 1);
}

function isSeat(value, seats) {
  return Number.isInteger(value) && value >= 0 && value < seats;
}

/** The entries of a step (see watched.py): the decision's own event is left out of the data where it is the usual one. */
function entriesOf([asked, kind, token, , told, ...entries]) {
  return told ? [[EVERYBODY, [kind, asked, token]], ...entries] : entries;
}

/** What a viewer knows after so many steps of a hand. */
function knowledgeAt(hand, step, viewer, seats) {
  const state = new Knowledge(seats, viewer);
  hand.deal.forEach((entry) => state.see(entry));
  hand.steps.slice(0, step).forEach((each, place) => {
    if (place === step - 1) state.fresh = state.fresh.map(() => []);
    entriesOf(each).forEach((entry) => state.see(entry));
  });
  return state;
}

/** The question after so many steps: who is asked, whose cards it is about, what is legal; null at the end. */
function questionAt(hand, step, state) {
  const next = hand.steps[step];
  if (!next) return null;
  const [asked, kind, token, legal] = next;
  const [, event] = entriesOf(next)[0] ?? [EVERYBODY, [kind, asked, token]];
  const owner = event[0] === "play" ? event[1] : asked;
  return { asked, kind, owner, token, legal: legal || [...state.hands[owner]] };
}
