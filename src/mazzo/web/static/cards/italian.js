// @ts-check
/** The forty Italian cards: denari, spade, coppe and bastoni, in the manner of Piacenza and Naples. */

import { lattices } from "./back.js";
import { corners, element, emptyPlace, paper, sheet } from "./frame.js";
import { glyph } from "./glyphs.js";
import { ACES } from "./italian/aces.js";
import { cavallo } from "./italian/cavallo.js";
import { re } from "./italian/re.js";
import { fante } from "./italian/fante.js";
import { pips } from "./italian/pips.js";
import { minor } from "./italian/minor.js";
import { COLOUR, SUITS, label } from "./italian/names.js";
import { BLUE_DARK, BLUE_LIGHT } from "./palette.js";
import { group } from "./shape.js";
import { UNSEEN } from "./words.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./italian/pips.js").Suit} Suit */
/** @typedef {import("./frame.js").Options} Options */

export const WIDTH = 120;
export const HEIGHT = 200;

/** @type {(code: string, options?: Options) => Shape} */
export function drawing(code, { index = true, lang = "it" } = {}) {
  const name = label(code, lang);
  const rank = code[0] ?? "";
  const suit = /** @type {Suit} */ (code[1]);
  const corner = index ? corners(WIDTH, HEIGHT, mark(rank, suit)) : [];
  return sheet(WIDTH, HEIGHT, name, paper(WIDTH, HEIGHT), ...picture(rank, suit), ...corner);
}

/** @type {(rank: string, suit: Suit) => Shape[]} */
function picture(rank, suit) {
  if ("234567".includes(rank)) return pips(suit, Number(rank));
  if (rank === "A") return [ACES[suit]()];
  if (rank === "F") return [fante(suit)];
  if (rank === "C") return [cavallo(suit)];
  if (rank === "R") return [re(suit)];
  return [];
}

/** @type {(rank: string, suit: Suit) => Shape} */
const mark = (rank, suit) =>
  group({}, glyph(rank, 13.5, 8.5, 18.5, COLOUR[suit], 2.5), minor(suit, 13.5, suit === "d" ? 37.5 : 39, 1.05));

/** @type {(options?: Options) => Shape} */
export const backDrawing = ({ lang = "it" } = {}) => lattices(WIDTH, HEIGHT, UNSEEN[lang], BLUE_DARK, BLUE_LIGHT);

/** @type {(suit?: string, options?: Options) => Shape} */
export const placeDrawing = (suit = "", { lang = "it" } = {}) =>
  emptyPlace(WIDTH, HEIGHT, lang, isSuit(suit) ? minor(suit, WIDTH / 2, HEIGHT / 2, 3) : undefined);

/**
 * @param {string} suit
 * @returns {suit is Suit}
 */
function isSuit(suit) {
  return suit.length === 1 && SUITS.includes(suit);
}

/** @type {(code: string, options?: Options) => SVGSVGElement} */
export const card = (code, options) => element(drawing(code, options));

/** @type {(options?: Options) => SVGSVGElement} */
export const back = (options) => element(backDrawing(options));

/** @type {(suit?: string, options?: Options) => SVGSVGElement} */
export const place = (suit, options) => element(placeDrawing(suit, options));

export { label };
