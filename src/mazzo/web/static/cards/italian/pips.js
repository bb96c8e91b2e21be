// @ts-check
/** The number cards, two to seven, laid out as on printed decks: round signs in two columns, long ones side by side. */

import { GOLD, GREEN, INK, RED } from "../palette.js";
import { circle, group, leaf, path, placed } from "../shape.js";
import { baton } from "./baton.js";
import { coin } from "./coin.js";
import { cup } from "./cup.js";
import { sword } from "./sword.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {"d" | "s" | "c" | "b"} Suit */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ scale: number, long?: number, at: Point[], flowers?: Point[] }} Layout */

/** @type {Record<Suit, (line: number, long?: number) => Shape>} */
export const SIGNS = { d: coin, s: sword, c: cup, b: baton };

/** Coins and cups. @type {Record<number, Layout>} */
// prettier-ignore
const ROUND = {
  2: { scale: 1.42, at: [[60, 52], [60, 148]], flowers: [[60, 100]] },
  3: { scale: 1.15, at: [[60, 41], [60, 100], [60, 159]] },
  4: { scale: 1, at: [[38, 55], [82, 55], [38, 145], [82, 145]], flowers: [[60, 100]] },
  5: { scale: 0.96, at: [[39, 49], [81, 49], [60, 100], [39, 151], [81, 151]] },
  6: { scale: 0.92, at: [[40, 43], [80, 43], [40, 100], [80, 100], [40, 157], [80, 157]] },
  7: { scale: 0.8, at: [[37.5, 39], [82.5, 39], [60, 69.5], [37.5, 100], [82.5, 100], [37.5, 161], [82.5, 161]] },
};

/** Swords and clubs. @type {Record<number, Layout>} */
// prettier-ignore
const LONG = {
  2: { scale: 1.25, long: 48, at: [[37, 100], [83, 100]], flowers: [[60, 100]] },
  3: { scale: 0.92, long: 92, at: [[34, 100], [60, 100], [86, 100]] },
  4: { scale: 1.15, long: 2, at: [[40, 56], [80, 56], [40, 144], [80, 144]], flowers: [[60, 100]] },
  5: { scale: 1, long: 8, at: [[37, 54], [83, 54], [60, 100], [37, 146], [83, 146]] },
  6: { scale: 0.9, long: 22, at: [[34, 56], [60, 56], [86, 56], [34, 144], [60, 144], [86, 144]] },
  7: { scale: 0.85, at: [[34.5, 42], [60, 42], [85.5, 42], [60, 100], [34.5, 158], [60, 158], [85.5, 158]] },
};

/** @type {(suit: Suit, count: number) => Shape[]} */
export function pips(suit, count) {
  const layout = (suit === "s" || suit === "b" ? LONG : ROUND)[count];
  if (!layout) throw new RangeError(`no card has ${count} signs`);
  const { scale, long = 0, at, flowers = [] } = layout;
  const size = suit === "c" && count === 7 ? scale * 0.88 : scale; // a cup is higher than a coin
  const sign = SIGNS[suit](1.25 / size, long);
  return [...at.map(([x, y]) => placed({ x, y, scale: size }, sign)), ...flowers.map(([x, y]) => flower(x, y))];
}

/** @type {(x: number, y: number) => Shape} */
function flower(x, y) {
  const cross = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ width) =>
    [0, 90, 180, 270].map((turn) => leaf(x, y, length, width, turn + from, 0.6)).join("");
  return group(
    { stroke: INK, "stroke-width": 0.7, "stroke-linejoin": "round" },
    path(cross(45, 11, 4.5), { fill: GREEN }),
    path(cross(0, 9, 6), { fill: RED }),
    circle(x, y, 2.4, { fill: GOLD }),
  );
}
