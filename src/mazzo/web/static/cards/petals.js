// @ts-check
/** Petals and beads around a point: the rosettes of coins, flowers, backs and fireworks. */

import { circle, leaf, polar } from "./shape.js";

/**
 * Petals around the origin, each from a distance `from` outward.
 *
 * @type {(count: number, from: number, length: number, width: number, turn?: number, belly?: number) => string}
 */
export function petals(count, from, length, width, turn = 0, belly = 0.6) {
  let d = "";
  for (let i = 0; i < count; i++) {
    const angle = turn + (360 * i) / count;
    d += leaf(...polar(0, 0, from, angle), length, width, angle, belly);
  }
  return d;
}

/**
 * Beads on a circle around the origin, as one dashed line of round dots.
 *
 * @type {(r: number, count: number, size: number, colour: string) => import("./shape.js").Shape}
 */
export const beads = (r, count, size, colour) =>
  circle(0, 0, r, {
    fill: "none",
    stroke: colour,
    "stroke-width": size,
    "stroke-linecap": "round",
    "stroke-dasharray": `0 ${((2 * Math.PI * r) / count).toFixed(3)}`,
  });
