// @ts-check
/** Jack, queen and king: a half figure, and the same upside down. */

import {
  AUBURN,
  BLOND,
  BLUE,
  BLUE_DARK,
  BLUE_LIGHT,
  BROWN,
  CREAM,
  DARK,
  GOLD,
  GOLD_LIGHT,
  GREEN,
  GREEN_DARK,
  GREY,
  INK,
  RED,
  RED_DARK,
  SKIN,
  STEEL,
  WHITE,
  WOOD,
} from "../palette.js";
import { PEN, face, hand, plume, studs } from "../figure.js";
import { petals } from "../petals.js";
import { circle, group, h, path, placed, rect } from "../shape.js";
import { sign } from "./suits.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./suits.js").Suit} Suit */
/** @typedef {{ main: string, shade: string, second: string, third: string, trim: string, hair: string }} Clothes */

const [X, Y, WIDTH, HEIGHT] = [18, 28.5, 84, 111];

/** @type {Record<Suit, Clothes>} */
const CLOTHES = {
  h: { main: RED, shade: RED_DARK, second: GOLD, third: BLUE, trim: CREAM, hair: BLOND },
  s: { main: BLUE_DARK, shade: INK, second: RED, third: GOLD, trim: GOLD_LIGHT, hair: DARK },
  d: { main: GOLD, shade: "#c98f24", second: RED, third: BLUE_DARK, trim: CREAM, hair: AUBURN },
  c: { main: GREEN, shade: GREEN_DARK, second: GOLD, third: RED, trim: CREAM, hair: BROWN },
};

/** Shoulders and chest, down to the middle of the card. @type {(clothes: Clothes) => Shape[]} */
const bust = ({ main, shade, second, third, trim }) => [
  path("M20 95C19 80 33 71 48 67L72 67C87 71 101 80 100 95Z", { fill: main }),
  path("M36 71.5C29 77 27 86 27 95H43C42 84 44 75 49 67.5ZM84 71.5C91 77 93 86 93 95H77C78 84 76 75 71 67.5Z", {
    fill: second,
  }),
  studs("M39.5 72.5C34 79 33 86 33.3 96M80.5 72.5C86 79 87 86 86.7 96", third, 2.8, 5),
  path("M50 67 60 95 70 67Z", { fill: trim }),
  path("M55.5 74H64.5M57 79.5H63M58.5 85H61.5", { fill: "none", stroke: shade, "stroke-width": 1 }),
];

/** @type {(clothes: Clothes) => Shape[]} */
function jack(clothes) {
  const { main, second, third, trim, hair } = clothes;
  return [
    path("M46 48C41 58 43 66 46 71H74C77 66 79 58 74 48Z", { fill: hair }),
    ...bust(clothes),
    placed({ x: 60, y: 55, scale: 1.14 }, face()),
    path("M48 49C47 57 48 63 51 67 45 65 45 54 48 49ZM72.5 48C74 55 73 63 70 68 76 65 77 54 72.5 48Z", { fill: hair }),
    path("M49 71C53 66.5 67 66.5 71 71 67 76 53 76 49 71Z", { fill: trim }),
    plume(73, 45, 74, trim, 0.95),
    path("M45 45C43 36 51 33.5 60 33.5 69 33.5 77 37 75 45 66 41 54 41 45 45Z", { fill: main }),
    path("M44.5 46.5C54 41.5 66 41.5 75.5 46.5L75 50C66 46 54 46 45 50Z", { fill: second }),
    circle(60, 44.5, 2, { fill: third }),
    path("M28.8 64H31.2V95H28.8Z", { fill: WOOD }),
    path("M30 52C32 56 34 59 34 62 33 65 31 66 30 68 29 66 27 65 26 62 26 59 28 56 30 52Z", { fill: STEEL }),
    hand(30, 83),
  ];
}

/** @type {(clothes: Clothes) => Shape[]} */
function queen(clothes) {
  const { main, second, third, trim, hair } = clothes;
  return [
    path("M47 44C37 56 38 76 42 84 48 84 54 80 55 76H65C66 80 72 84 78 84 82 76 83 56 73 44Z", { fill: hair }),
    ...bust(clothes),
    path("M50 68C54 80 66 80 70 68L64 64H56Z", { fill: SKIN }),
    placed({ x: 60, y: 55, scale: 1.1 }, face()),
    path(
      "M58 44C50 47 47.5 53 48 61 49 68 46 74 43.5 77 40 66 41 50 50 43ZM61 44C70 46 72.5 53 72 61 71 68 74 74 76.5 77 80 66 79 50 70 43Z",
      { fill: hair },
    ),
    studs("M51.5 70.5Q60 79 68.5 70.5", WHITE, 2.8, 3.2),
    circle(60, 76.5, 2.6, { fill: third }),
    path("M47 46 43.5 34 50.5 38.5 54 31.5 60 38 66 31.5 69.5 38.5 76.5 34 73 46C65 42.5 55 42.5 47 46Z", {
      fill: GOLD,
    }),
    studs("M43.5 33.5H43.6M54 31H54.1M66 31H66.1M76.5 33.5H76.6", main === GOLD ? RED : main, 3),
    path("M46.8 44C56 40.5 64 40.5 73.2 44L72.8 47.5C64 44 56 44 47.2 47.5Z", {
      fill: second === GOLD ? GOLD_LIGHT : second,
    }),
    path("M30 66V90M30 82 25 76M30 84 35 78", { fill: "none", stroke: GREEN_DARK, "stroke-width": 1.8 }),
    placed({ x: 30, y: 62 }, path(petals(6, 1, 8, 6.5, 0, 0.65), { fill: trim }), circle(0, 0, 2.8, { fill: GOLD })),
    hand(30, 84),
  ];
}

/** What a king holds at x 91: sceptre, sword, axe or mace. @type {Record<Suit, (jewel: string) => Shape[]>} */
const REGALIA = {
  s: (jewel) => [
    path("M89 46H93V92H89Z", { fill: GOLD }),
    circle(91, 44, 5.5, { fill: jewel }),
    path("M91 38V33M88.5 35.5H93.5", { fill: "none", stroke: INK, "stroke-width": 1.8 }),
  ],
  h: () => [
    path("M88 74V42L91 34 94 42V74Z", { fill: STEEL }),
    path("M91 38V72", { fill: "none", stroke: BLUE_LIGHT }),
    path("M83 72Q91 76 99 72V76Q91 80 83 76Z", { fill: GOLD }),
  ],
  d: () => [
    path("M89.5 36H92.5V92H89.5Z", { fill: WOOD }),
    path("M92.5 40C97 40 101 37 102 34 104 42 104 50 102 58 101 54 97 51 92.5 51Z", { fill: STEEL }),
    path("M89.5 42H85V49H89.5Z", { fill: GOLD }),
  ],
  c: (jewel) => [
    path("M89.5 50H92.5V92H89.5Z", { fill: WOOD }),
    path(petals(8, 3, 6.5, 4), { fill: GOLD, transform: "translate(91 45)" }),
    circle(91, 45, 4.6, { fill: jewel }),
  ],
};

/** Beards, each of its own cut. @type {Record<Suit, string>} */
const BEARDS = {
  h: "M48.5 54C47 66 51 75 60 78 69 75 73 66 71.5 54 67 60.5 53 60.5 48.5 54Z",
  s: "M48.5 54C47 68 50 80 54 86L60 79 66 86C70 80 73 68 71.5 54 67 60.5 53 60.5 48.5 54Z",
  d: "M48.5 54C47 68 53 82 60 87 67 82 73 68 71.5 54 67 60.5 53 60.5 48.5 54Z",
  c: "M48.5 54C45 65 47 73 51 78 53 82 57 80 60 83 63 80 67 82 69 78 73 73 75 65 71.5 54 67 60.5 53 60.5 48.5 54Z",
};

/** @type {(clothes: Clothes, suit: Suit) => Shape[]} */
function king({ main, second, third, trim, shade, hair: colour }, suit) {
  const hair = suit === "c" ? GREY : colour;
  const clothes = { main, second, third, trim, shade, hair };
  return [
    ...REGALIA[suit](third === GOLD ? RED : third),
    path("M47 46C42 58 43 66 47 74H73C77 66 78 58 73 46Z", { fill: hair }),
    ...bust(clothes),
    path("M40 82C40 73 48 69 60 69 72 69 80 73 80 82 72 90 48 90 40 82Z", { fill: WHITE }),
    path("M46 78V81M53 82V85M67 82V85M74 78V81", { fill: "none", stroke: INK, "stroke-width": 1.6 }),
    placed({ x: 60, y: 55, scale: 1.12 }, face()),
    path(BEARDS[suit], { fill: hair }),
    path("M52 59.5C55 56 58 57 59 59 60.5 57 64 56 68 59.5 64 63 61 62.5 59.2 61.3 57 62.5 55 62.5 52 59.5Z", {
      fill: hair,
    }),
    path("M56.5 63.7Q59 65.3 62 63.7", { fill: "none", stroke: RED }),
    path("M55.5 68 57 75M64.5 68 63 75M60 67V79", { fill: "none", "stroke-opacity": 0.45, "stroke-width": 0.9 }),
    path("M47 44C46 36 53 33 60 33 67 33 74 36 73 44Z", { fill: main === GOLD ? third : main }),
    path("M46 47 43 32 51 39 56 30.5 60 38 64 30.5 69 39 77 32 74 47C65 43.5 55 43.5 46 47Z", { fill: GOLD }),
    path("M45.6 45.5C55 41.5 65 41.5 74.4 45.5L74 50C65 46.5 55 46.5 46 50Z", {
      fill: second === GOLD ? GOLD_LIGHT : second,
    }),
    studs("M52 46.5H52.1M60 45.6H60.1M68 46.5H68.1", BLUE_LIGHT, 3),
    hand(91, 80, -8),
  ];
}

const FIGURES = { J: jack, Q: queen, K: king };

/** @type {(rank: "J" | "Q" | "K", suit: Suit) => Shape[]} */
export function court(rank, suit) {
  const half = h(
    "svg",
    { x: X, y: Y, width: WIDTH, height: HEIGHT / 2, viewBox: "14 28.5 92 60.8" },
    group(PEN, ...FIGURES[rank](CLOTHES[suit], suit)),
    sign(suit, 25, 40, 0.86),
  );
  return [
    rect(X, Y, WIDTH, HEIGHT, { fill: WHITE, "fill-opacity": 0.5 }),
    half,
    group({ transform: `rotate(180 60 ${Y + HEIGHT / 2})` }, half),
    path(`M${X} ${Y + HEIGHT / 2}H${X + WIDTH}`, { fill: "none", stroke: CLOTHES[suit].second, "stroke-width": 3 }),
    path(`M${X} ${Y + HEIGHT / 2 - 1.5}H${X + WIDTH}M${X} ${Y + HEIGHT / 2 + 1.5}H${X + WIDTH}`, {
      fill: "none",
      stroke: INK,
      "stroke-width": 0.8,
    }),
    rect(X, Y, WIDTH, HEIGHT, { rx: 3, fill: "none", stroke: BLUE, "stroke-width": 1.3 }),
  ];
}
