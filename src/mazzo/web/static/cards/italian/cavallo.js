// @ts-check
/** The cavallo: a rider who carries the sign of his suit. */

import { GOLD, GOLD_LIGHT, STEEL, STEEL_DARK, WOOD_DARK } from "../palette.js";
import { circle, group, path, placed } from "../shape.js";
import { CLOTHES, PEN, face, ground, hand, limb, plume, studs } from "../figure.js";
import { COATS, horse } from "./horse.js";
import { SIGNS } from "./pips.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./pips.js").Suit} Suit */
/** @typedef {import("../figure.js").Clothes} Clothes */

/** What is carried, and the arm and hand that hold it. @type {Record<Suit, (clothes: Clothes) => Shape[]>} */
const CARRIED = {
  d: ({ second }) => [
    placed({ x: 100, y: 41, scale: 0.84 }, SIGNS.d(1.3)),
    limb("M83 71C90 78 96 80 100 74L100 67", 7.5, second),
    hand(100, 61),
  ],
  c: ({ second }) => [
    limb("M83 71C88 82 93 88 97 84L98 78", 7.5, second),
    placed({ x: 98, y: 50, scale: 0.82 }, SIGNS.c(1.4)),
    hand(98, 71),
  ],
  s: ({ second }) => [
    placed({ x: 100, y: 52, scale: 0.9, turn: 5 }, SIGNS.s(1.25, 22)),
    limb("M83 71C88 82 91 88 97 85", 7.5, second),
    hand(98.5, 82, 5),
  ],
  b: ({ second }) => [
    placed({ x: 100, y: 60, scale: 0.94, turn: 7 }, SIGNS.b(1.2, 22)),
    limb("M83 71C88 82 91 90 97 86", 7.5, second),
    hand(98, 83, 7),
  ],
};

/** @type {Record<Suit, (clothes: Clothes) => Shape[]>} */
const HELMETS = {
  d: ({ third, trim }) => [
    plume(72, 22, -38, third, 0.85),
    path("M59 37C58 27 64 21 73 21 82 21 88 27 87 37Z", { fill: STEEL }),
    path("M80 22.5C86 25 88 30 87 37H81C83 31 83 27 80 22.5Z", { fill: STEEL_DARK, stroke: "none" }),
    path("M57 36C66 33 80 33 89 36L88.5 40C80 37 66 37 57.5 40Z", { fill: GOLD }),
    circle(73, 20, 2.4, { fill: trim }),
  ],
  c: ({ third, second, main }) => [
    path("M56 38C52 30 58 22 66 24 70 18 80 18 83 24 90 24 93 32 88 38 80 33 66 33 56 38Z", { fill: GOLD_LIGHT }),
    path("M60 31C66 26 70 27 76 33M68 24C74 24 80 27 84 34", { fill: "none", stroke: third, "stroke-width": 1.6 }),
    path("M58 38C66 34 80 34 88 38L87.5 41C80 38 66 38 59 41Z", { fill: main }),
    circle(72, 28, 2.6, { fill: second }),
  ],
  s: ({ second, third }) => [
    plume(62, 36, -52, third, 0.95),
    path("M61 35C60 25 66 22 73 22 80 22 86 25 85 35Z", { fill: second }),
    path("M53 40C58 31 88 31 94 37 90 41 82 38 73 38 64 38 58 44 53 40Z", { fill: second }),
    path("M61.2 33C66 31 80 31 84.8 33", { fill: "none", stroke: third, "stroke-width": 2.2 }),
  ],
  b: ({ third, trim }) => [
    plume(73, 22, -14, third, 0.8),
    path("M59 38C57 26 65 20 73 20 81 20 89 26 87 38 83 35 79 34 73 34 67 34 63 35 59 38Z", { fill: GOLD }),
    path("M73 20V34M66 22Q63 27 63 35.5M80 22Q83 27 83 35.5", { fill: "none", "stroke-width": 0.8 }),
    circle(73, 21, 2.2, { fill: trim }),
  ],
};

/** @type {(suit: Suit) => Shape} */
export const cavallo = (suit) => placed({ x: -1, y: 14.7, scale: 0.92 }, group(PEN, ...rider(suit)));

/** @type {(suit: Suit) => Shape[]} */
function rider(suit) {
  const clothes = CLOTHES[suit];
  const { main, shade, second, third, trim, cloak, hair } = clothes;
  return [
    ground(),
    path("M62 68C74 64 84 66 88 72 96 86 104 100 106 118 98 124 88 120 80 124Z", { fill: cloak }),
    horse(COATS[suit], third),
    // saddle cloth
    path("M57 107C66 109 76 106 90 105L94 128Q76 138 58 132Z", { fill: third === main ? second : third }),
    studs("M60.5 129.5Q76 134.5 91.5 126.5", trim, 2.3, 4.8),
    path("M58 132Q76 138 94 128", { fill: "none", stroke: GOLD, "stroke-width": 1.6 }),
    // leg, boot and stirrup
    path("M66 103C58 112 55 122 56 130L58 140H67L68 130C72 122 82 116 84 104Z", { fill: second }),
    path("M56.5 132H67.5L66.5 151C67 153 67 155 66 156H48.5C48 151 54 151 57.5 149Z", { fill: WOOD_DARK }),
    path("M56 132H68V136H56Z", { fill: trim }),
    path("M47 157.5H68", { fill: "none", stroke: GOLD, "stroke-width": 2.4 }),
    // coat
    path("M62 96C58 102 57 108 57 113 66 117 80 116 89 112 89 106 87 100 84 96Z", { fill: main }),
    path("M65 99 62 113M73 99V115M80 99 84 112", { fill: "none", stroke: shade, "stroke-width": 1.3 }),
    path("M60 70C66 64 81 64 87 70 88 80 86 90 84 97H62C60 90 59 80 60 70Z", { fill: main }),
    path("M67 66 72 96 79 66Z", { fill: trim }),
    path("M70.5 74H75.2M71.2 80H74.6M71.8 86H74", { fill: "none", "stroke-width": 0.9 }),
    path("M61.5 94H84.5V99.5H61.5Z", { fill: WOOD_DARK }),
    path("M69 93.5H75.5V100H69Z", { fill: GOLD }),
    // the hand on the reins
    limb("M63 72C57 80 55 88 54 96", 7.5, second),
    path("M57 71C61 66 66 68 67 73 66 79 60 82 55 80 54 77 55 73 57 71Z", { fill: main }),
    hand(53, 99, 20),
    ...CARRIED[suit](clothes),
    path("M90 71C86 66 81 67 80 73 82 79 87 82 92 80 93 77 92 73 90 71Z", { fill: main }),
    // head
    path("M60 40C56 50 58 58 61 62L85 62C89 56 89 48 87 40Z", { fill: hair }),
    placed({ x: 73, y: 45, scale: 1.08 }, face()),
    path("M61.5 39C61 47 62 52 64 56 59 54 59 45 61.5 39ZM85 38C86.5 46 86 52 83 57 88 54 88.5 45 85 38Z", {
      fill: hair,
    }),
    path("M64 65C67 62 80 62 83 65 80 69.5 67 69.5 64 65Z", { fill: trim }),
    ...HELMETS[suit](clothes),
  ];
}
