// @ts-check
/** Bastoni: a green club, wide above, with the cut ends of its branches. */

import { CREAM, GREEN, GREEN_DARK, GREEN_LIGHT, INK, WOOD } from "../palette.js";
import { ellipse, group, path, placed, short } from "../shape.js";

/** @typedef {import("../shape.js").Shape} Shape */

/** Where branches were cut: place down the club from 0 to 1, side. */
const CUTS = /** @type {[place: number, side: number][]} */ ([
  [0.19, 1],
  [0.34, -1],
  [0.52, 1],
  [0.68, -1],
]);
const MANY = /** @type {typeof CUTS} */ ([
  [0.1, 1],
  [0.2, -1],
  [0.34, 1],
  [0.46, -1],
  [0.6, 1],
  [0.74, -1],
]);

/**
 * A club 60 long (and `long` more) around the origin, its thick end up.
 *
 * @type {(line: number, long?: number) => Shape}
 */
export function baton(line, long = 0) {
  const top = -27 - long / 2;
  const foot = 27 + long / 2;
  const middle = 4 + long * 0.12;
  const cuts = (long > 30 ? MANY : CUTS).map(([place, side]) => ({
    x: side * (7.2 - 3.4 * place),
    y: top + place * (foot - top),
    turn: side * 62,
  }));
  return group(
    { stroke: INK, "stroke-width": short(line), "stroke-linejoin": "round" },
    ...cuts.map((cut) =>
      placed(cut, path("M-3.2 5-2.6-3.6H2.6L3.2 5Z", { fill: GREEN }), ellipse(0, -3.6, 2.6, 1.4, { fill: CREAM })),
    ),
    path(outline(top, middle, foot), { fill: GREEN }),
    path(
      `M3 ${top + 2}C5 ${top + 11} 2.5 ${middle - 8} 1 ${middle + 8}L.5 ${foot + 1}Q2 ${foot + 1.5} 2.4 ${foot - 0.5}L4.2 ${middle}C5.8 ${middle - 12} 9.2 ${top + 12} 7.3 ${top + 1}Z`,
      {
        fill: GREEN_DARK,
        stroke: "none",
      },
    ),
    path(bark(top, middle), { fill: "none", stroke: GREEN_DARK, "stroke-width": 1.1, "stroke-linecap": "round" }),
    path(`M-5.5 ${top + 6}C-6 ${top + 12}-4.5 ${top + 18}-3.6 ${top + 23}M-2.6 ${middle + 1}-2 ${middle + 10}`, {
      fill: "none",
      stroke: GREEN_LIGHT,
      "stroke-linecap": "round",
    }),
    ellipse(0, top, 8, 3, { fill: CREAM }),
    ellipse(0, top, 3.8, 1.3, { fill: "none", stroke: WOOD }),
  );
}

/** @type {(top: number, middle: number, foot: number) => string} */
const outline = (top, middle, foot) =>
  `M-8 ${top}C-10.4 ${top + 11}-6.6 ${middle - 12}-5 ${middle}L-3 ${foot}Q0 ${foot + 4} 3 ${foot}L5 ${middle}` +
  `C6.6 ${middle - 12} 10.4 ${top + 11} 8 ${top}Z`;

/** Two knots and a few lines. @type {(top: number, middle: number) => string} */
const bark = (top, middle) =>
  `M-1.5 ${top + 9}Q.5 ${top + 6.5} 2 ${top + 9} .5 ${top + 11.5}-1.5 ${top + 9}M-3.5 ${middle - 5}Q-1.5 ${middle - 7} 0 ${middle - 5}` +
  `M-1 ${top + 16}-.6 ${top + 20}M-.8 ${middle + 4}-.6 ${middle + 8}`;
