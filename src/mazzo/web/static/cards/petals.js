// @ts-check
/** Petals around a point: the rosettes of coins, flowers and backs. */

import { leaf, polar } from "./shape.js";

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
