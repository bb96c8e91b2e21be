// @ts-check
/** The re: a crowned king in robe and mantle who holds the sign of his suit. */

import { AUBURN, BLUE, DARK, GOLD, GOLD_LIGHT, GREY, INK, RED, WHITE, WOOD_DARK } from "../palette.js";
import { circle, group, path, placed } from "../shape.js";
import { CLOTHES, PEN, face, ground, hand, limb, studs } from "../figure.js";
import { SIGNS } from "./pips.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./pips.js").Suit} Suit */
/** @typedef {import("../figure.js").Clothes} Clothes */

/** What is held, and the hand that holds it. @type {Record<Suit, (clothes: Clothes) => Shape[]>} */
const HELD = {
  d: ({ second }) => [
    placed({ x: 94, y: 60, scale: 0.9 }, SIGNS.d(1.25)),
    limb("M77 82C84 94 92 100 94 96L94 90", 9, second),
    hand(94, 82),
  ],
  c: ({ second }) => [
    limb("M77 82C83 94 90 104 93 102L94 96", 9, second),
    placed({ x: 94, y: 69, scale: 0.88 }, SIGNS.c(1.35)),
    hand(94, 91),
  ],
  s: ({ second }) => [
    placed({ x: 95, y: 66 }, SIGNS.s(1.15, 38)),
    limb("M77 82C82 94 86 106 94 104", 9, second),
    hand(95, 103),
  ],
  b: ({ second }) => [
    placed({ x: 93.5, y: 118, scale: 1.05 }, SIGNS.b(1.1, 70)),
    limb("M77 82C82 94 86 106 94 104", 9, second),
    hand(93.5, 103),
  ],
};

/** Beards: the hair of each king. @type {Record<Suit, { colour: string, d: string, lines: string }>} */
const BEARDS = {
  d: {
    colour: "#f1ece0",
    d: "M47 52C46 70 51 84 58 90 66 84 71 70 70 52 66 58 50 58 47 52Z",
    lines: "M54 66 56 80M62 66 60.5 80M58 64V86",
  },
  c: {
    colour: AUBURN,
    d: "M47 52C46 66 50 74 58 77 66 74 71 66 70 52 66 58 50 58 47 52Z",
    lines: "M53 65 54.5 71M63 65 62 71M58 65V73",
  },
  s: {
    colour: DARK,
    d: "M47 52C46 66 49 76 52 84L58 75 65 84C67 76 71 66 70 52 66 58 50 58 47 52Z",
    lines: "M53 66 53.5 76M63.5 66 64 76",
  },
  b: {
    colour: GREY,
    d: "M47 52C44 64 47 72 50 78 52 81 55 79 58 82 61 79 64 81 67 78 70 72 73 64 70 52 66 58 50 58 47 52Z",
    lines: "M52 66Q51 71 54 74M64 66Q66 71 62 74M58 66V77",
  },
};

/** @type {(clothes: Clothes) => Shape} */
const crown = ({ main, third }) =>
  group(
    {},
    path("M45 41C44 28 51 25 58 25 65 25 72 28 71 41Z", { fill: main === GOLD ? third : main }),
    path("M43 44 39 24 48 33 53 21 58 31 63 21 68 33 77 24 73 44C64 40.5 52 40.5 43 44Z", { fill: GOLD }),
    path("M42.6 42C52 38 64 38 73.4 42L73 47.5C64 44 52 44 43 47.5Z", { fill: GOLD_LIGHT }),
    circle(39, 23, 2, { fill: GOLD_LIGHT }),
    circle(53, 20, 2, { fill: RED }),
    circle(63, 20, 2, { fill: RED }),
    circle(77, 23, 2, { fill: GOLD_LIGHT }),
    circle(58, 42, 2, { fill: BLUE }),
    path("M49 43.3H49.1M66.9 43.3H67", { stroke: RED, "stroke-width": 2.6 }),
  );

/** @type {(suit: Suit) => Shape} */
export function re(suit) {
  const clothes = CLOTHES[suit];
  const { main, shade, second, third, trim, cloak } = clothes;
  const beard = BEARDS[suit];
  return group(
    PEN,
    ground(),
    // mantle behind
    path("M42 74C28 92 20 140 20 180 40 186 76 186 96 180 96 140 90 92 76 74Z", { fill: cloak }),
    // robe
    path("M48 177 38 184H54L58 178ZM64 178 66 184H80L70 177Z", { fill: WOOD_DARK }),
    path("M45 80C46 100 42 130 35 176Q58 184 82 176C76 130 72 100 73 80Z", { fill: main }),
    path("M53 84C52 110 51 140 47 179.5Q58 182 70 179.5C66 140 65 110 65 84Z", { fill: second }),
    studs("M58 118V176", trim, 3, 9.6),
    path("M44 112Q40 140 36.5 172M72.5 112Q77 140 80.5 172", { fill: "none", stroke: shade, "stroke-width": 1.4 }),
    path("M35.6 171.5Q58 179.5 81.4 171.5L82 176.5Q58 184.5 35 176.5Z", { fill: GOLD }),
    studs("M39 175.5Q58 181.5 79 175.5", RED, 2, 5),
    path("M44.5 106Q58 111 73.6 106L74 112Q58 117 43.8 112Z", { fill: third === main ? RED : third }),
    circle(58.5, 111.6, 3.8, { fill: GOLD }),
    // mantle's edges with ermine
    path("M42 76C33 92 24 140 22 181L31 182.5C32 142 40 104 50 84Z", { fill: WHITE }),
    path("M76 76C84 92 93 140 95 180L86.5 182C85 142 78 104 68 84Z", { fill: WHITE }),
    path(
      "M40 92V95M35.5 108V111M31.5 126V129M28.5 144V147M27 162V165M78.5 92V95M82.5 108V111M86.5 126V129M89 144V147M91 162V165",
      { fill: "none", stroke: INK, "stroke-width": 1.6 },
    ),
    // collar
    path("M38 84C36 74 46 70 58 70 70 70 81 74 79 84 72 92 46 92 38 84Z", { fill: WHITE }),
    path("M44 80V83M51 84V87M66 84V87M73 80V83", { fill: "none", stroke: INK, "stroke-width": 1.6 }),
    // the arm at the belt
    limb("M41 86C33 96 32 107 40 110L45 111", 9, second),
    hand(49, 111, 95),
    ...HELD[suit](clothes),
    // head
    path("M45 44C40 56 42 68 45 74H71C75 68 76 56 72 44Z", { fill: beard.colour }),
    placed({ x: 58, y: 52, scale: 1.15 }, face()),
    path(beard.d, { fill: beard.colour }),
    path("M50 57C53 53.5 56 54.5 57 56.5 58.5 54.5 62 53.5 66 57 62 60.5 59 60 57.2 58.8 55 60 53 60 50 57Z", {
      fill: beard.colour,
    }),
    path("M54.5 61.2Q57 62.8 60 61.2", { fill: "none", stroke: RED }),
    path(beard.lines, { fill: "none", stroke: INK, "stroke-opacity": 0.45, "stroke-width": 0.9 }),
    crown(clothes),
  );
}
