// Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
import { type Act, type View, run } from "./arena.js";

const RANKS = "23456789TJQKA";
const JOKERS = new Map([
  ["SJ", 98],
  ["BJ", 99],
]);

function suitOf(card: string, trump: string | null): string | null {
  return JOKERS.has(card) ? trump : card.slice(1);
}

/** How much a card can do: any trump is above all other cards, jokers above other trumps. */
function strength(card: string, trump: string | null): number {
  return JOKERS.get(card) ?? RANKS.indexOf(card.charAt(0)) + (card.slice(1) === trump ? 20 : 0);
}

/** The token with the highest value, the first of equals. */
function highest(tokens: string[], value: (token: string) => number): string {
  return tokens.reduce((best, token) => (value(token) > value(best) ? token : best));
}

function play(legal: string[], { trick, trump }: View): string {
  const strong = (card: string) => strength(card, trump);
  const [led, ...others] = trick.map(([, card]) => card);
  if (led === undefined) return highest(legal, strong);

  const counting = [suitOf(led, trump), trump]; // a card of any other suit can't win
  const counts = (card: string) => counting.includes(suitOf(card, trump));
  const best = Math.max(...[led, ...others].filter(counts).map(strong));
  const winners = legal.filter((card) => counts(card) && strong(card) > best);
  return highest(winners.length ? winners : legal, (card) => -strong(card));
}

function choose({ legal, view }: Act): string {
  if (view.phase === "play") return play(legal, view);
  return highest(legal, (token) => view.hand.filter((card) => card.slice(1) === token).length);
}

await run({ name: "thrifty-ts", version: "1.0", tables: 64 }, () => ({ choose }));
