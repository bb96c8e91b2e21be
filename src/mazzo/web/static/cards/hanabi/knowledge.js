// @ts-check
/** What its holder knows of a card: the hints that touched it, and all that it can still be. */

import { glyph } from "../glyphs.js";
import { circle, group, path, rect } from "../shape.js";
import { COLOURS, DUSK, HAZE, INKS, NIGHT, RANKS, WORDS, read, sign } from "./colours.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./colours.js").Colour} Colour */

/**
 * The hints that named this card.
 *
 * @typedef {{ colour?: boolean, rank?: boolean }} Told
 */

/** @typedef {{ cards: Set<string>, colours: Colour[], ranks: number[], anything: boolean }} Knowledge */

/** @type {(possible: readonly string[]) => Knowledge} */
export function knowledge(possible) {
  const pairs = possible.map(read);
  return {
    cards: new Set(possible.map((code) => code.toUpperCase())),
    colours: COLOURS.filter((colour) => pairs.some(([hue]) => hue === colour)),
    ranks: RANKS.filter((rank) => pairs.some(([, number]) => number === rank)),
    anything: possible.length === 0 || possible.length === COLOURS.length * RANKS.length,
  };
}

/**
 * What it can be, in words: "rosso o blu; 1, 2 o 3"; nothing where it can be anything.
 *
 * @type {(known: Knowledge, lang: import("./colours.js").Language) => string}
 */
export function describe({ colours, ranks, anything }, lang) {
  if (anything) return "";
  const words = WORDS[lang];
  /** @type {(parts: string[]) => string} */
  const list = (parts) =>
    parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} ${words.or} ${parts.at(-1)}`;
  const hues = colours.length < COLOURS.length ? [list(colours.map((colour) => words.colours[colour]))] : [];
  const numbers = ranks.length < RANKS.length ? [list(ranks.map(String))] : [];
  return [...hues, ...numbers].join("; ");
}

const DIM = { "fill-opacity": 0.3, "stroke-opacity": 0.3 };

/**
 * A grid of all cards: a dot where the card can be that one.
 *
 * @type {(known: Knowledge, x: number, y: number, step: number) => Shape}
 */
export const grid = ({ cards, colours, ranks }, x, y, step) =>
  group(
    {},
    ...RANKS.map((rank) =>
      group(
        ranks.includes(rank) ? {} : DIM,
        glyph(String(rank), x + step * rank, y - 6.5, 12, ranks.includes(rank) ? "#ffffff" : HAZE, 2.4),
      ),
    ),
    ...COLOURS.map((colour, row) =>
      group(
        {},
        group(
          colours.includes(colour) ? {} : DIM,
          sign(colour, x, y + step * (row + 1), 0.62, colours.includes(colour) ? INKS[colour] : HAZE),
        ),
        ...RANKS.map((rank) => {
          const can = cards.has(`${colour}${rank}`);
          return circle(x + step * rank, y + step * (row + 1), can ? 5.4 : 1.5, {
            fill: can ? INKS[colour] : HAZE,
            "fill-opacity": can ? 1 : 0.55,
          });
        }),
      ),
    ),
  );

/**
 * Known colour and rank, side by side; a ring round what a hint has named.
 *
 * @type {(known: Knowledge, told: Told) => Shape[]}
 */
export function headline({ colours, ranks }, told) {
  const colour = colours.length === 1 ? colours[0] : undefined;
  const rank = ranks.length === 1 ? ranks[0] : undefined;
  const ink = colour ? INKS[colour] : "#ffffff";
  const ring = { fill: NIGHT, stroke: ink, "stroke-width": 1.8 };
  return [
    ...(told.colour ? [circle(36, 31, 18.5, ring)] : []),
    ...(told.rank ? [circle(84, 31, 18.5, ring)] : []),
    colour ? sign(colour, 36, 31, 1.15) : glyphOrDash(undefined, 36, HAZE),
    glyphOrDash(rank, 84, ink),
  ];
}

/** @type {(rank: number | undefined, x: number, ink: string) => Shape} */
const glyphOrDash = (rank, x, ink) =>
  rank
    ? glyph(String(rank), x, 19.5, 23, ink, 2.5)
    : path(`M${x - 5} 31H${x + 5}`, { stroke: HAZE, "stroke-width": 2.4, "stroke-linecap": "round" });

/** The same in two lines, along the foot of an open card. @type {(known: Knowledge, told: Told) => Shape[]} */
export const footnote = ({ colours, ranks }, told) => [
  rect(8, 126, 104, 34, { rx: 4, fill: NIGHT, "fill-opacity": 0.94 }),
  rect(8, 126, 104, 34, { rx: 4, fill: DUSK, "fill-opacity": 0.8 }),
  ...COLOURS.map((colour, i) =>
    mark(colours.includes(colour), told.colour && colours.length === 1, 20 + 20 * i, 135, (ink) =>
      sign(colour, 20 + 20 * i, 135, 0.55, ink ?? INKS[colour]),
    ),
  ),
  ...RANKS.map((rank, i) =>
    mark(ranks.includes(rank), told.rank && ranks.length === 1, 20 + 20 * i, 151, (ink) =>
      glyph(String(rank), 20 + 20 * i, 146, 10.5, ink ?? "#ffffff", 2.5),
    ),
  ),
];

/** @type {(can: boolean, ringed: boolean | undefined, x: number, y: number, draw: (ink?: string) => Shape) => Shape} */
const mark = (can, ringed, x, y, draw) => {
  if (!can) return circle(x, y, 1.4, { fill: HAZE });
  return group(
    {},
    ...(ringed
      ? [rect(x - 8.8, y - 7.3, 17.6, 14.6, { rx: 7.3, fill: "none", stroke: "#ffffff", "stroke-width": 1.4 })]
      : []),
    draw(),
  );
};
