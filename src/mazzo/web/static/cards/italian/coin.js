// @ts-check
/** Denari: a coin with a beaded rim and a rosette of eight petals. */

import { CREAM, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED } from "../palette.js";
import { beads, petals } from "../petals.js";
import { circle, group, path, short } from "../shape.js";

/** @typedef {import("../shape.js").Shape} Shape */

/**
 * A coin of radius 20 around the origin; `line` is the width of its outline there.
 *
 * @type {(line: number) => Shape}
 */
export const coin = (line) =>
  group(
    {},
    circle(0, 0, 20, { fill: GOLD, stroke: INK, "stroke-width": short(line) }),
    beads(17, 28, 2, GOLD_DARK),
    circle(0, 0, 13.8, { fill: CREAM, stroke: GOLD_DARK, "stroke-width": 1.2 }),
    path(petals(8, 3, 10.2, 4.6, 22.5), { fill: GOLD, stroke: GOLD_DARK, "stroke-width": 0.7 }),
    path(petals(8, 3, 10, 3.6), { fill: RED }),
    circle(0, 0, 4.2, { fill: GOLD_LIGHT, stroke: INK, "stroke-width": short(line * 0.8) }),
    circle(0, 0, 1.4, { fill: INK }),
  );
