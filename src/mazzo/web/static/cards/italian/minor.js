// @ts-check
/** The suits' signs for the corner of a card: few strokes, clear at three millimetres. */

import { GOLD, RED } from "../palette.js";
import { circle, group, path, placed } from "../shape.js";
import { COLOUR } from "./names.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./pips.js").Suit} Suit */

/** About 12 wide, centred. @type {Record<Suit, () => Shape>} */
const SIGN = {
  d: () =>
    group(
      {},
      circle(0, 0, 5.4, { fill: GOLD, stroke: COLOUR.d, "stroke-width": 1.3 }),
      circle(0, 0, 2.2, { fill: COLOUR.d }),
    ),
  c: () =>
    path(
      "M-5.5-6.5H5.5C5.5-1 3.5 1.2 1.1 1.9V3.7C2.8 4 4 4.8 4 6.3H-4C-4 4.8-2.8 4-1.1 3.7V1.9C-3.5 1.2-5.5-1-5.5-6.5Z",
      {
        fill: RED,
        stroke: COLOUR.c,
        "stroke-width": 0.8,
        "stroke-linejoin": "round",
      },
    ),
  s: () =>
    placed(
      { turn: 36 },
      path("M0-9.5 1.6-6.5V3H4.5V5H1.1V7.2A1.9 1.9 0 1 1-1.1 7.2V5H-4.5V3H-1.6V-6.5Z", {
        fill: COLOUR.s,
        stroke: COLOUR.s,
        "stroke-width": 0.6,
        "stroke-linejoin": "round",
      }),
    ),
  b: () =>
    placed(
      { turn: 30 },
      path("M-3.7-7Q0-9.8 3.7-7L3.1-3.8 5.7-4.6 6.5-2.2 2.6-.8 1.5 8.5Q0 9.7-1.5 8.5L-2 3.6-4.6 2.7-3.9.3-2.3.8Z", {
        fill: COLOUR.b,
      }),
    ),
};

/** @type {(suit: Suit, x: number, y: number, scale?: number) => Shape} */
export const minor = (suit, x, y, scale = 1) => placed({ x, y, scale }, SIGN[suit]());
