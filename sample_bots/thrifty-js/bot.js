// Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
import { run } from "./arena.js";

const RANKS = "23456789TJQKA";
const JOKERS = { SJ: 98, BJ: 99 };

const suitOf = (card, trump) => (card in JOKERS ? trump : card[1]);

/** How much a card can do: any trump is above all other cards, jokers above other trumps. */
const strength = (card, trump) => JOKERS[card] ?? RANKS.indexOf(card[0]) + (card[1] === trump ? 20 : 0);

/** The token with the highest value, the first of equals. */
const highest = (tokens, value) => tokens.reduce((best, token) => (value(token) > value(best) ? token : best));

function play(legal, trick, trump) {
  const strong = (card) => strength(card, trump);
  if (!trick.length) return highest(legal, strong);

  const table = trick.map(([, card]) => card);
  const counting = [suitOf(table[0], trump), trump]; // a card of any other suit can't win
  const counts = (card) => counting.includes(suitOf(card, trump));
  const best = Math.max(...table.filter(counts).map(strong));
  const winners = legal.filter((card) => counts(card) && strong(card) > best);
  return highest(winners.length ? winners : legal, (card) => -strong(card));
}

function choose({ legal, view }) {
  if (view.phase === "play") return play(legal, view.trick, view.trump);
  return highest(legal, (token) => view.hand.filter((card) => card[1] === token).length);
}

await run({ name: "thrifty-js", version: "1.0", tables: 64 }, () => ({ choose }));
