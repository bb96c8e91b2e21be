// @ts-check
/** The fante: a page on foot who carries the sign of his suit. */

import { GOLD, WOOD_DARK } from "../palette.js";
import { circle, group, path, placed } from "../shape.js";
import { CLOTHES, PEN, face, ground, hand, limb, plume, studs } from "../figure.js";
import { SIGNS } from "./pips.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./pips.js").Suit} Suit */
/** @typedef {import("../figure.js").Clothes} Clothes */

/**
 * What is carried: the sign, and the arm and hand that hold it.
 *
 * @type {Record<Suit, (clothes: Clothes) => Shape[]>}
 */
const CARRIED = {
  d: ({ second }) => [
    placed({ x: 92, y: 52, scale: 0.92 }, SIGNS.d(1.25)),
    limb("M73 78C80 86 87 92 92 88L92.5 80", 8, second),
    hand(92.5, 73),
  ],
  c: ({ second }) => [
    limb("M73 78C79 90 84 98 90 98L91.5 92", 8, second),
    placed({ x: 92.5, y: 64, scale: 0.86 }, SIGNS.c(1.35)),
    hand(92, 86),
  ],
  s: ({ second }) => [
    placed({ x: 93, y: 62, scale: 1 }, SIGNS.s(1.15, 34)),
    limb("M73 78C79 92 84 102 91 99", 8, second),
    hand(93, 97),
  ],
  b: ({ second }) => [
    placed({ x: 93, y: 122, scale: 1.05 }, SIGNS.b(1.1, 62)),
    limb("M73 78C79 92 83 103 91 103", 8, second),
    hand(93, 102),
  ],
};

/** Caps: one of each cut. @type {Record<Suit, (clothes: Clothes) => Shape[]>} */
const CAPS = {
  d: ({ second, third, trim }) => [
    plume(66, -11 + 45, 38, trim, 0.95),
    path("M43 42C41 34 49 30 58 31 68 31 73 36 71 43 62 39 52 39 43 42Z", { fill: third }),
    path("M43 43C52 38.5 62 38.5 71.5 43L71 46.5C62 42.5 52 42.5 43.5 46.5Z", { fill: second }),
  ],
  c: ({ main, third, second }) => [
    path("M45 44C44 32 50 25 58 26 69 28 73 37 76.5 49 73.5 50 71 47 69 43Z", { fill: main }),
    path("M43.5 45C52 40.5 62 40.5 71 44L70.5 48C62 44.5 53 44.5 44.5 49Z", { fill: third }),
    circle(75, 50.5, 2.2, { fill: second }),
  ],
  s: ({ second, third, trim }) => [
    plume(50, 36, -28, trim, 0.95),
    path("M46 40C46 30 52 28 58 28 65 28 70 31 70 40Z", { fill: second }),
    path("M37 43C45 37 70 37 79 43 74 47 66 44.5 58 44.5 50 44.5 42 47 37 43Z", { fill: second }),
    path("M46.2 38.5C52 36.5 64 36.5 69.8 38.5", { fill: "none", stroke: third, "stroke-width": 2.2 }),
  ],
  b: ({ main, second, third }) => [
    path("M45 43C44 34 50 29 58 29 67 29 72 35 71 43Z", { fill: main }),
    path("M43.5 44C43 38 50 40 52 40 58 38 62 38 65 40 69 39 73 39 72 44 64 48 52 48 43.5 44Z", { fill: second }),
    plume(69, 42, 62, third, 0.8),
  ],
};

/** @type {(suit: Suit) => Shape} */
export function fante(suit) {
  const clothes = CLOTHES[suit];
  const { main, shade, second, third, trim, cloak, hair } = clothes;
  return group(
    PEN,
    ground(),
    path("M45 74C30 88 25 124 29 152 38 156 46 152 50 146L72 144C80 150 84 150 88 146 88 120 82 90 74 74Z", {
      fill: cloak,
    }),
    // legs in two colours
    path("M47 122C44 138 43 146 44 156L45 178H54L57 154 60 126Z", { fill: third }),
    path("M60 126 63 152 66 178H75L75 156C75 146 74 136 72 122Z", { fill: second === third ? main : second }),
    path("M44 175H55L55.5 183H34C33 178 40 178 44 175Z", { fill: WOOD_DARK }),
    path("M65 175H76C79 178 86 178 86 183H64.5Z", { fill: WOOD_DARK }),
    // doublet: skirt, chest, belt
    path(
      "M46 102C42 112 39 120 37.5 128L43 132.5 48.5 128 54 133 60 128.5 66 133 71.5 128 77 132.5 82 128C81 120 77 112 73 102Z",
      { fill: main },
    ),
    path("M52 106 49 124M60 106V124M67.5 106 70.5 124", { fill: "none", stroke: shade, "stroke-width": 1.4 }),
    studs("M40 126.5Q60 121 80 126.5", trim, 2.2, 5),
    path("M44 74C50 69 69 69 75 74 76 86 74 96 73 104H46C45 96 43 86 44 74Z", { fill: main }),
    path("M53 71 59 103 66 71Z", { fill: trim }),
    path("M57 79H61.5M57.8 85H61M58.3 91H60.5", { fill: "none", "stroke-width": 0.9 }),
    path("M45.5 101H73.5V107H45.5Z", { fill: WOOD_DARK }),
    path("M56 100.5H63V107.5H56Z", { fill: GOLD }),
    // the arm on the hip
    limb("M46 78C36 86 31 94 32 98 34 102 40 104 46 105", 8, second),
    path("M40 72C46 68 50 70 52 76 50 82 44 85 38 84 36 80 37 75 40 72Z", { fill: main }),
    path("M41 74 40 83M45.5 72 46 83", { fill: "none", stroke: shade }),
    hand(47, 106, 95),
    ...CARRIED[suit](clothes),
    path("M79 72C73 68 69 70 67 76 69 82 75 85 81 84 83 80 82 75 79 72Z", { fill: main }),
    path("M78 74 79 83M73.5 72 73 83", { fill: "none", stroke: shade }),
    // head
    path("M45 46C41 56 42 66 46 70L72 70C76 64 75 54 72 46Z", { fill: hair }),
    placed({ x: 58, y: 52, scale: 1.12 }, face()),
    path("M46.5 46C46 54 47 60 49.5 64 44 62 44 52 46.5 46ZM70.5 45C72 52 71 60 68 65 74 62 75 52 70.5 45Z", {
      fill: hair,
    }),
    path("M48 71C52 67 66 67 70 71 66 76 52 76 48 71Z", { fill: trim }),
    ...CAPS[suit](clothes),
  );
}
