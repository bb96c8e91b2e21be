// @ts-check
/** The horse of the cavallo, walking to the left with a foreleg raised. */

import { GOLD, INK, RED_DARK } from "../palette.js";
import { circle, group, path } from "../shape.js";
import { studs } from "../figure.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {{ coat: string, shade: string, mane: string, hoof: string }} Coat */
/** @typedef {import("./pips.js").Suit} Suit */

/** @type {Record<Suit, Coat>} */
export const COATS = {
  d: { coat: "#f4f0e6", shade: "#d9d2c2", mane: "#e6c27a", hoof: "#6d5a4a" },
  c: { coat: "#b4713d", shade: "#8f552b", mane: "#54301a", hoof: "#3b2a22" },
  s: { coat: "#b9c2cf", shade: "#96a2b3", mane: "#5d6a7e", hoof: "#4a4f5c" },
  b: { coat: "#6b4a36", shade: "#523626", mane: "#2f2420", hoof: "#2b2321" },
};

/** @type {(coat: Coat, harness: string) => Shape} */
export const horse = ({ coat, shade, mane, hoof }, harness) =>
  group(
    {},
    // tail and far legs
    path("M104 112C114 114 116 127 112 140 110 147 112 151 107 158 103 155 101 149 103 142 106 133 107 125 102 118Z", {
      fill: mane,
    }),
    path("M82 136C83 150 85 154 83 163L80 177H89L91 165C92 158 96 152 97 146Z", { fill: shade }),
    path("M79 177H89.5L90 184H76.5Z", { fill: hoof }),
    path("M40 132C36 140 29 144 22 146 18 148 18 153 22 155L22 166H28.5L30.5 155C38 152 46 150 52 144Z", {
      fill: shade,
    }),
    path("M22 165.5H29L30 172H20Z", { fill: hoof }),
    // body with near legs
    path(
      "M37 71C32 77 25 91 17 100 13 105 15 112 21 112 26 112 29 110 32 106 36 106 39 104 41 100 42 109 35 114 34 123 33 133 37 140 42 144 44 152 43 159 42 165L40 177H49.5L51 166C52 157 54 150 57 147 68 151 79 150 88 143 92 150 98 154 97 161 96 166 95 170 95 177H104C104 170 107 164 107 157 107 147 111 138 110 125 109 112 101 105 90 105 80 105 72 109 64 107 58 103 57 94 53 86 49 78 44 73 37 71Z",
      { fill: coat },
    ),
    path(
      "M57 147C68 151 79 150 88 143 90 147 93 150 95 153 100 144 101 136 98 128 94 138 84 143 70 143 60 143 52 141 46 136 47 142 51 146 57 147Z",
      { fill: shade, stroke: "none" },
    ),
    path("M39.5 177H50L50.5 184H36.5Z", { fill: hoof }),
    path("M94.5 177H104.5L105 184H91.5Z", { fill: hoof }),
    // head
    path("M39 71 42.5 61 45.5 72Z", { fill: shade }),
    path("M34.5 73 35 60.5 41.5 70Z", { fill: coat }),
    path(
      "M40 70C47 68 55 76 60 88 63 96 65 102 63 106 58 104 56 95 51 87 47 80 43 76 37 74 36 77 33 79 31 83 29 76 33 70 40 70Z",
      { fill: mane },
    ),
    path("M46 74Q53 82 57 93M43 73Q47 76 50 81", { fill: "none", stroke: INK, "stroke-width": 0.7 }),
    circle(31.5, 87, 1.6, { fill: INK, stroke: "none" }),
    path("M17.5 104.5Q18.5 103 20 104M19 109.5Q22 109.5 24 107.5", { fill: "none", "stroke-width": 0.9 }),
    path("M36 92Q41 96 41 100", { fill: "none", stroke: shade }),
    // harness
    group(
      { fill: "none", stroke: harness, "stroke-width": 2.2 },
      path("M20.5 96 28 108M31 80 41 94 32 106"),
      path("M34.5 124C44 130 56 124 62 112"),
    ),
    studs("M36 125.5C45 129 55 124 61 114", GOLD, 2.4, 5),
    circle(29, 106.5, 1.8, { fill: GOLD, "stroke-width": 0.8 }),
    path("M29 107C38 112 46 104 52 99", { fill: "none", stroke: RED_DARK, "stroke-width": 1.5 }),
  );
