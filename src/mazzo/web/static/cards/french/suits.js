// @ts-check
/** The four French suits. */

import { CARDINAL, INK } from "../palette.js";
import { path, placed } from "../shape.js";
import { named } from "../words.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {"s" | "h" | "c" | "d"} Suit */

export const RANKS = "A23456789TJQK";
export const SUITS = "shcd";

/** @type {Record<Suit, string>} */
export const COLOUR = { s: INK, h: CARDINAL, c: INK, d: CARDINAL };

/** Twenty high around the origin. @type {Record<Suit, string>} */
const OUTLINE = {
  h: "M0 10C-2.4 6.5-9.2 2.2-9.2-4-9.2-7.6-6.8-9.8-4.3-9.8-2.3-9.8-.7-8.6 0-6.6.7-8.6 2.3-9.8 4.3-9.8 6.8-9.8 9.2-7.6 9.2-4 9.2 2.2 2.4 6.5 0 10Z",
  d: "M0-10.5C2-6.5 4.6-3 7.8 0 4.6 3 2 6.5 0 10.5-2 6.5-4.6 3-7.8 0-4.6-3-2-6.5 0-10.5Z",
  s: "M0-10.3C2.4-6.2 9.2-2.6 9.2 2.8 9.2 5.8 7.1 7.6 4.8 7.6 3.2 7.6 1.8 6.8 1.1 5.4 1.3 7.6 2.3 9.2 3.8 10.2H-3.8C-2.3 9.2-1.3 7.6-1.1 5.4-1.8 6.8-3.2 7.6-4.8 7.6-7.1 7.6-9.2 5.8-9.2 2.8-9.2-2.6-2.4-6.2 0-10.3Z",
  c: "M0-10A4.5 4.5 0 0 1 3.7-2.9 4.5 4.5 0 1 1 1.1 3.7C1.3 6.8 2.3 9 3.8 10H-3.8C-2.3 9-1.3 6.8-1.1 3.7A4.5 4.5 0 1 1-3.7-2.9 4.5 4.5 0 0 1 0-10Z",
};

/** @type {(suit: Suit, x: number, y: number, scale?: number, turn?: number, ink?: string) => Shape} */
export const sign = (suit, x, y, scale = 1, turn = 0, ink = COLOUR[suit]) =>
  placed({ x, y, scale, turn }, path(OUTLINE[suit], { fill: ink }));

/** @typedef {import("../words.js").Language} Language */

/** @type {Record<Language, import("../words.js").Words>} */
const WORDS = {
  it: {
    ranks: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "fante", "donna", "re"],
    suits: { s: "picche", h: "cuori", c: "fiori", d: "quadri" },
    of: "di",
  },
  en: {
    ranks: ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
    suits: { s: "spades", h: "hearts", c: "clubs", d: "diamonds" },
    of: "of",
  },
};

/** `7h` is "sette di cuori". @type {(code: string, lang?: Language) => string} */
export const label = (code, lang = "it") => named(code, RANKS, WORDS[lang]);
