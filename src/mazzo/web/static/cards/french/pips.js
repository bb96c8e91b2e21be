// @ts-check
/** The number cards: signs in three columns, those below the middle upside down. */

import { sign } from "./suits.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./suits.js").Suit} Suit */

const [LEFT, MIDDLE, RIGHT] = [36, 60, 84];
const [TOP, BOTTOM] = [45, 123];
const CENTRE = (TOP + BOTTOM) / 2;

/** @type {(part: number) => number} */
const down = (part) => TOP + (BOTTOM - TOP) * part;

/** @type {(...parts: number[]) => [number, number][]} */
const sides = (...parts) =>
  parts.flatMap(
    (part) =>
      /** @type {[number, number][]} */ ([
        [LEFT, down(part)],
        [RIGHT, down(part)],
      ]),
  );

/** @type {(...parts: number[]) => [number, number][]} */
const middle = (...parts) => parts.map((part) => [MIDDLE, down(part)]);

/** @type {Record<number, [x: number, y: number][]>} */
const LAYOUT = {
  2: middle(0, 1),
  3: middle(0, 0.5, 1),
  4: sides(0, 1),
  5: [...sides(0, 1), ...middle(0.5)],
  6: sides(0, 0.5, 1),
  7: [...sides(0, 0.5, 1), ...middle(0.25)],
  8: [...sides(0, 0.5, 1), ...middle(0.25, 0.75)],
  9: [...sides(0, 1 / 3, 2 / 3, 1), ...middle(0.5)],
  10: [...sides(0, 1 / 3, 2 / 3, 1), ...middle(1 / 6, 5 / 6)],
};

/** @type {(suit: Suit, count: number) => Shape[]} */
export function pips(suit, count) {
  const scale = count > 8 ? 0.98 : 1.1;
  return (LAYOUT[count] ?? []).map(([x, y]) => sign(suit, x, y, scale, y > CENTRE ? 180 : 0));
}
