// @ts-check
/** Spade: a straight sword with a faceted blade, curved guard and round pommel. */

import { BLUE, GOLD, GOLD_DARK, INK, RED, STEEL, STEEL_DARK } from "../palette.js";
import { circle, group, path, placed, short } from "../shape.js";

/** @typedef {import("../shape.js").Shape} Shape */

/**
 * A sword 62 long (and `long` more) around the origin, its point up.
 *
 * @type {(line: number, long?: number) => Shape}
 */
export function sword(line, long = 0) {
  const end = -32 - long;
  return placed(
    { y: long / 2 },
    group(
      { stroke: INK, "stroke-width": short(line), "stroke-linejoin": "round", "stroke-linecap": "round" },
      path(`M-4 11-4.6 ${end + 12}Q-3 ${end + 5} 0 ${end} 3 ${end + 5} 4.6 ${end + 12}L4 11Z`, { fill: STEEL }),
      path(`M0 ${end + 2}Q2.8 ${end + 6} 4 ${end + 12}L3.4 10H0Z`, { fill: STEEL_DARK, stroke: "none" }),
      path(`M0 ${end + 16}V8`, { fill: "none", stroke: BLUE }),
      path("M-2.8 12H2.8L2.2 24H-2.2Z", { fill: RED }),
      path("M-2.4 15.5 2.4 17M-2.3 19 2.3 20.5", { fill: "none" }),
      path("M-13 6.5C-9 11-5 9.5 0 9.5 5 9.5 9 11 13 6.5 13.5 12 8 14.5 0 14-8 14.5-13.5 12-13 6.5Z", { fill: GOLD }),
      circle(-12.4, 7, 2, { fill: GOLD_DARK }),
      circle(12.4, 7, 2, { fill: GOLD_DARK }),
      circle(0, 26, 3.6, { fill: GOLD }),
    ),
  );
}
