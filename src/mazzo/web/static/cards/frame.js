// @ts-check
/** What every card of every deck has: its paper, its edge, its name for those who hear it. */

import { INK, PAPER } from "./palette.js";
import { build, group, h, rect } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */

/** @typedef {"it" | "en"} Language */

/**
 * The page may soften the paper in the dark by `--card-paper`.
 *
 * @type {(width: number, height: number) => Shape}
 */
export const paper = (width, height) =>
  rect(0.4, 0.4, width - 0.8, height - 0.8, {
    rx: 8.5,
    fill: `var(--card-paper, ${PAPER})`,
    stroke: INK,
    "stroke-opacity": 0.28,
    "stroke-width": 0.8,
  });

/**
 * @param {number} width
 * @param {number} height
 * @param {string} name read aloud; empty for mere ornament
 * @param {...Shape} shapes
 * @returns {Shape}
 */
export function sheet(width, height, name, ...shapes) {
  const spoken = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return h("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, ...spoken }, ...shapes);
}

/** The same corner twice, the second upside down. @type {(width: number, height: number, corner: Shape) => Shape[]} */
export const corners = (width, height, corner) => [
  corner,
  group({ transform: `rotate(180 ${width / 2} ${height / 2})` }, corner),
];

/** @type {(shape: Shape) => SVGSVGElement} */
export const element = (shape) => /** @type {SVGSVGElement} */ (build(shape));
