// @ts-check
/** The cards of Hanabi: fireworks in five colours, what a hidden card can still be, and the tokens. */

import { element, emptyPlace, paper, sheet } from "./frame.js";
import { COLOURS, DUSK, HAZE, INKS, LAMP, NIGHT, WORDS, label, read, sign } from "./hanabi/colours.js";
import { fireworks } from "./hanabi/fireworks.js";
import { describe, footnote, grid, headline, knowledge } from "./hanabi/knowledge.js";
import { hint, life } from "./hanabi/tokens.js";
import { petals } from "./petals.js";
import { circle, group, path, placed, rect } from "./shape.js";
import { UNSEEN } from "./words.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./hanabi/colours.js").Colour} Colour */

/** @typedef {import("./frame.js").Options} Options */

export const WIDTH = 120;
export const HEIGHT = 168;

/** @type {(code: string, options?: Options) => Shape} */
export function drawing(code, { index = true, possible = [], told = {}, lang = "it" } = {}) {
  const [colour, rank] = read(code);
  const known = knowledge(possible);
  const notes = known.anything ? [] : footnote(known, told);
  const limits = describe(known, lang);
  const name = label(code, lang) + (limits && ` (${WORDS[lang].known}: ${limits})`);
  return sheet(WIDTH, HEIGHT, name, paper(WIDTH, HEIGHT), ...fireworks(colour, rank, index), ...notes);
}

/**
 * A card that its holder does not see; with what it can still be, once hints have said something.
 *
 * @type {(options?: Options) => Shape}
 */
export function backDrawing({ possible = [], told = {}, lang = "it" } = {}) {
  const known = knowledge(possible);
  const inside = known.anything ? blossom() : [...headline(known, told), grid(known, 16, 64, 17.4)];
  return sheet(
    WIDTH,
    HEIGHT,
    [UNSEEN[lang], describe(known, lang)].filter(Boolean).join(": "),
    paper(WIDTH, HEIGHT),
    rect(4, 4, 112, 160, { rx: 6, fill: known.anything ? NIGHT : DUSK }),
    rect(7.5, 7.5, 105, 153, { rx: 4, fill: "none", stroke: HAZE, "stroke-opacity": 0.6, "stroke-width": 1 }),
    ...inside,
  );
}

/** All five signs round a rosette. @type {() => Shape[]} */
const blossom = () => [
  placed(
    { x: WIDTH / 2, y: HEIGHT / 2 },
    group(
      { fill: "none", stroke: HAZE, "stroke-linecap": "round" },
      path(petals(20, 41, 8, 4.5, 9), { "stroke-width": 0.9 }),
      circle(0, 0, 38.5, { "stroke-width": 1.2 }),
      path(petals(10, 6, 11, 5, 18), { "stroke-width": 1 }),
    ),
    ...COLOURS.map((colour, i) => {
      const angle = (i * 2 * Math.PI) / COLOURS.length;
      return sign(colour, 26.5 * Math.sin(angle), -26.5 * Math.cos(angle), 0.72);
    }),
    circle(0, 0, 4, { fill: LAMP }),
  ),
  path("M16 16H16.1M104 16H104.1M16 152H16.1M104 152H104.1", {
    stroke: LAMP,
    "stroke-width": 4,
    "stroke-linecap": "round",
  }),
];

/** The place of a firework that is not begun. @type {(colour?: string, options?: Options) => Shape} */
export function placeDrawing(code = "", { lang = "it" } = {}) {
  const colour = COLOURS.find((letter) => letter === code.toUpperCase());
  if (!colour) return emptyPlace(WIDTH, HEIGHT, lang);
  const { colours, empty } = WORDS[lang];
  const edge = { stroke: INKS[colour], "stroke-width": 2, "stroke-dasharray": "6 5" };
  return sheet(
    WIDTH,
    HEIGHT,
    `${colours[colour]}: ${empty}`,
    rect(2, 2, WIDTH - 4, HEIGHT - 4, { rx: 8, fill: NIGHT, "fill-opacity": 0.72, ...edge }),
    sign(colour, WIDTH / 2, HEIGHT / 2, 2.2),
  );
}

/** @type {(code: string, options?: Options) => SVGSVGElement} */
export const card = (code, options) => element(drawing(code, options));

/** @type {(options?: Options) => SVGSVGElement} */
export const back = (options) => element(backDrawing(options));

/** @type {(colour?: string, options?: Options) => SVGSVGElement} */
export const place = (colour, options) => element(placeDrawing(colour, options));

/**
 * The firework of a colour as far as it is built: its top card, or its empty place.
 *
 * @type {(colour: Colour, height: number, options?: Options) => SVGSVGElement}
 */
export const pile = (colour, height, options) =>
  height ? card(`${colour}${height}`, options) : place(colour, options);

/** @type {(lit: boolean, name?: string) => SVGSVGElement} */
export const hintToken = (lit, name) => element(hint(lit, name));

/** @type {(left: boolean, name?: string) => SVGSVGElement} */
export const lifeToken = (left, name) => element(life(left, name));

export { label };
