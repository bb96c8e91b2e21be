// @ts-check
/** What every card of every deck has: its paper, its edge, its name for those who hear it. */

import { INK, PAPER } from "./palette.js";
import { build, group, h, rect } from "./shape.js";
import { EMPTY } from "./words.js";

/** @typedef {import("./shape.js").Shape} Shape */

/** @typedef {import("./words.js").Language} Language */

/**
 * What a drawing may be asked for; a deck ignores what does not concern it.
 *
 * @typedef {object} Options
 * @property {boolean} [index] rank and sign in the corners; yes unless told otherwise
 * @property {boolean} [large] nothing but a large rank and sign, for small screens (French cards)
 * @property {Language} [lang] of the spoken name
 * @property {readonly string[]} [possible] codes of all that the card can be, as far as its holder knows (Hanabi)
 * @property {{ colour?: boolean, rank?: boolean }} [told] which hints named the card (Hanabi)
 */

/**
 * What every deck offers; `…Drawing` gives plain data, the others an element.
 *
 * @typedef {object} Deck
 * @property {number} WIDTH
 * @property {number} HEIGHT
 * @property {(code: string, lang?: Language) => string} label
 * @property {(code: string, options?: Options) => Shape} drawing
 * @property {(options?: Options) => Shape} backDrawing
 * @property {(suit?: string, options?: Options) => Shape} placeDrawing an empty place on the table
 * @property {(code: string, options?: Options) => SVGSVGElement} card
 * @property {(options?: Options) => SVGSVGElement} back
 * @property {(suit?: string, options?: Options) => SVGSVGElement} place
 */

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

/**
 * An empty place, in the colour of the text around it.
 *
 * @type {(width: number, height: number, lang: Language, mark?: Shape) => Shape}
 */
export const emptyPlace = (width, height, lang, mark) =>
  sheet(
    width,
    height,
    EMPTY[lang],
    rect(1.5, 1.5, width - 3, height - 3, {
      rx: 8,
      fill: "currentColor",
      "fill-opacity": 0.05,
      stroke: "currentColor",
      "stroke-opacity": 0.4,
      "stroke-width": 1.6,
      "stroke-dasharray": "6 5",
    }),
    ...(mark ? [group({ opacity: 0.45 }, mark)] : []),
  );

/**
 * The same corner twice, the second upside down.
 *
 * @type {(width: number, height: number, corner: Shape) => Shape[]}
 */
export const corners = (width, height, corner) => [
  corner,
  group({ transform: `rotate(180 ${width / 2} ${height / 2})` }, corner),
];

/** @type {(shape: Shape) => SVGSVGElement} */
export const element = (shape) => /** @type {SVGSVGElement} */ (build(shape));
