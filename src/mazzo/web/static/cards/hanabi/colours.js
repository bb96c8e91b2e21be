// @ts-check
/** The five colours of Hanabi: each has a sign of its own, so that they are told apart without seeing colours. */

import { leaf, path, placed } from "../shape.js";
import { petals } from "../petals.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {"R" | "Y" | "G" | "W" | "B"} Colour */
/** @typedef {import("../words.js").Language} Language */

/** The order of the codes. @type {Colour[]} */
export const COLOURS = ["R", "Y", "G", "W", "B"];
export const RANKS = [1, 2, 3, 4, 5];

export const NIGHT = "#1f2344";
export const DUSK = "#2e3463";
export const HAZE = "#8289b8";
export const LAMP = "#ffd98a";

/** Bright on the night sky. @type {Record<Colour, string>} */
export const INKS = { R: "#ff7566", Y: "#ffd24a", G: "#6fd18b", W: "#f6f2e6", B: "#6cb8ff" };

const STAR = [0, 1, 2, 3, 4]
  .map((i) => {
    const point = (/** @type {number} */ turn, /** @type {number} */ r) =>
      `${(r * Math.sin((turn * Math.PI) / 180)).toFixed(2)} ${(-r * Math.cos((turn * Math.PI) / 180)).toFixed(2)}`;
    return `${i ? "L" : "M"}${point(72 * i, 10.5)}L${point(72 * i + 36, 4.6)}`;
  })
  .join("");

/** Blossom, star, leaf, moon and drop, twenty high around the origin. @type {Record<Colour, string>} */
const OUTLINES = {
  R: petals(5, 0.5, 9.8, 8.6, 0, 0.62),
  Y: `${STAR}Z`,
  G: `${leaf(-6, 7, 19, 10.5, 45, 0.5)}M-9.5 10.5-5.5 6.5`,
  W: "M3-10A10 10 0 1 0 9.8 4.2 8.3 8.3 0 0 1 3-10Z",
  B: "M0-10.5C3.5-5 7-1.5 7 3.3A7 7 0 0 1-7 3.3C-7-1.5-3.5-5 0-10.5Z",
};

/** @type {(colour: Colour, x: number, y: number, scale?: number, ink?: string) => Shape} */
export const sign = (colour, x, y, scale = 1, ink = INKS[colour]) =>
  placed(
    { x, y, scale },
    path(OUTLINES[colour], {
      fill: ink,
      stroke: ink,
      "stroke-width": 1.4,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    }),
  );

/**
 * @typedef {{ colours: Record<Colour, string>, ranks: string[], or: string, empty: string, known: string }} Words
 *
 * @type {Record<Language, Words>}
 */
export const WORDS = {
  it: {
    colours: { R: "rosso", Y: "giallo", G: "verde", W: "bianco", B: "blu" },
    ranks: ["uno", "due", "tre", "quattro", "cinque"],
    or: "o",
    empty: "ancora niente",
    known: "chi la tiene sa",
  },
  en: {
    colours: { R: "red", Y: "yellow", G: "green", W: "white", B: "blue" },
    ranks: ["one", "two", "three", "four", "five"],
    or: "or",
    empty: "nothing yet",
    known: "its holder knows",
  },
};

/** `R3`, in either case, as colour and rank. @type {(code: string) => [Colour, number]} */
export function read(code) {
  const colour = COLOURS.find((letter) => letter === code[0]?.toUpperCase());
  const rank = Number(code[1]);
  if (code.length !== 2 || !colour || !RANKS.includes(rank)) {
    throw new RangeError(`${code} is no card of Hanabi; write one as R3`);
  }
  return [colour, rank];
}

/** `R3` is "tre rosso", "red three". @type {(code: string, lang?: Language) => string} */
export function label(code, lang = "it") {
  const [colour, rank] = read(code);
  const words = WORDS[lang];
  const [hue, number] = [words.colours[colour], words.ranks[rank - 1]];
  return lang === "it" ? `${number} ${hue}` : `${hue} ${number}`;
}
