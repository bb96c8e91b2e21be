// @ts-check
/** How the Italian cards are called. */

import { BLUE_DARK, BRASS, GREEN_DARK, RED_DARK } from "../palette.js";
import { named } from "../words.js";

/** @typedef {import("./pips.js").Suit} Suit */
/** @typedef {import("../words.js").Language} Language */

export const RANKS = "A234567FCR";
export const SUITS = "dscb";

/** @type {Record<Language, import("../words.js").Words>} */
const WORDS = {
  it: {
    ranks: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "fante", "cavallo", "re"],
    suits: { d: "denari", s: "spade", c: "coppe", b: "bastoni" },
    of: "di",
  },
  en: {
    ranks: ["ace", "two", "three", "four", "five", "six", "seven", "knave", "knight", "king"],
    suits: { d: "coins", s: "swords", c: "cups", b: "clubs" },
    of: "of",
  },
};

/** The ink of a suit's index. @type {Record<Suit, string>} */
export const COLOUR = { d: BRASS, s: BLUE_DARK, c: RED_DARK, b: GREEN_DARK };

/** `3d` is "tre di denari". @type {(code: string, lang?: Language) => string} */
export const label = (code, lang = "it") => named(code, RANKS, WORDS[lang]);
