// @ts-check
/** Everything that the decks can draw, in all sizes and states. `?theme=dark&only=states` shows a part. */

import "./element.js";
import * as french from "./french/suits.js";
import * as hanabi from "./hanabi.js";
import { COLOURS, RANKS } from "./hanabi/colours.js";
import * as italian from "./italian.js";
import * as names from "./italian/names.js";

/** @typedef {Record<string, string | number | boolean>} Marks */

const asked = new URLSearchParams(location.search);
const all = /** @type {HTMLElement} */ (document.querySelector("#all"));

/** @type {(marks: Marks) => HTMLElement} */
function card(marks) {
  const node = document.createElement("mazzo-card");
  for (const [name, value] of Object.entries(marks)) {
    if (value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
}

/** @type {(caption: string, ...nodes: Element[]) => HTMLElement} */
function captioned(caption, ...nodes) {
  const figure = document.createElement("figure");
  const words = document.createElement("figcaption");
  words.textContent = caption;
  figure.append(...nodes, words);
  return figure;
}

/** @type {(id: string, title: string, ...nodes: Element[]) => void} */
function section(id, title, ...nodes) {
  if (asked.has("only") && asked.get("only") !== id) return;
  const heading = document.createElement("h2");
  heading.textContent = title;
  const row = document.createElement("div");
  row.className = "row";
  row.append(...nodes);
  all.append(heading, row);
}

/** @type {(suits: string, ranks: string) => string[]} */
const codes = (suits, ranks) => [...suits].flatMap((suit) => [...ranks].map((rank) => rank + suit));

const size = Number(asked.get("size") ?? 120);
const italianCodes = codes(names.SUITS, names.RANKS);
section(
  "italian",
  "Italian",
  ...italianCodes.map((code) => card({ deck: "italian", code, size })),
  card({ face: "down", size }),
  card({ face: "empty", code: "c", size }),
);
section(
  "small",
  "Italian at 60 pixels",
  ...italianCodes.map((code) => card({ code, size: 60 })),
  card({ face: "down", size: 60 }),
);
section(
  "plain",
  "Italian without index",
  ...["Ad", "7c", "Fs", "Rb"].map((code) => card({ code, size: 96, index: "off" })),
);
section(
  "french",
  "French",
  ...codes(french.SUITS, french.RANKS).map((code) => card({ deck: "french", code, size })),
  card({ deck: "french", face: "down", size }),
  card({ deck: "french", face: "empty", code: "h", size }),
);
section(
  "large",
  "French, for small screens",
  ...codes("sh", french.RANKS).map((code) => card({ deck: "french", code, size: 44, large: true })),
);
section(
  "fireworks",
  "Hanabi",
  ...COLOURS.flatMap((colour) => RANKS.map((rank) => card({ deck: "hanabi", code: `${colour}${rank}`, size }))),
  card({ deck: "hanabi", face: "down", size }),
);

/** @type {(colours: string, ranks: string) => string} */
const product = (colours, ranks) => [...colours].flatMap((colour) => [...ranks].map((rank) => colour + rank)).join(" ");

const hints = [
  { possible: product("RYGWB", "12345") },
  { possible: product("R", "12345"), told: "colour" },
  { possible: product("YGW", "3"), told: "rank" },
  { possible: product("YGWB", "124") },
  { possible: "B5", told: "colour rank" },
];
section(
  "hints",
  "Hanabi: what the holder knows, on hidden and on open cards",
  ...hints.map((known) => card({ deck: "hanabi", face: "down", size, ...known })),
  ...["R4", "R2", "W3", "B1", "B5"].map((code, i) => card({ deck: "hanabi", code, size, ...hints[i] })),
);
section(
  "table",
  "Hanabi: fireworks, hints, lives",
  ...COLOURS.map((colour, i) =>
    card({ deck: "hanabi", code: i ? `${colour}${i}` : colour, face: i ? "up" : "empty", size: 84 }),
  ),
  ...Array.from({ length: 8 }, (_, i) => hanabi.hintToken(i < 5, i < 5 ? "hint" : "")),
  ...Array.from({ length: 3 }, (_, i) => hanabi.lifeToken(i < 2, i < 2 ? "life" : "")),
);

/** @type {(kind: string, deck: string, width: number, cards: string) => HTMLElement} */
function overlapping(kind, deck, width, cards) {
  const row = document.createElement("div");
  row.className = kind;
  for (const code of cards.split(" ")) {
    const marks = code === "--" ? { face: "down" } : { code, selectable: true };
    row.append(card({ deck, size: width, ...marks }));
  }
  return row;
}
section(
  "play",
  "As they lie on the table of a phone",
  overlapping("hand", "italian", 72, "Rd Fd 6d 4d As 3s Cs 2c 7c Rb"),
  overlapping("hand", "italian", 104, "3c Ab 7d"),
  overlapping("pile", "french", 50, "-- -- Kh 9c 5s Qd Jd"),
  overlapping("pile", "french", 50, "-- Ts Th 2d As 8h 7h"),
);

/** @type {[string, Marks][]} */
const states = [
  ["at rest", {}],
  ["selectable", { selectable: true }],
  ["selected", { selectable: true, selected: true }],
  ["disabled", { selectable: true, disabled: true }],
  ["highlighted", { selectable: true, highlighted: true }],
];
section(
  "states",
  "States (tab to see the focus; click or press space to turn)",
  ...states.map(([caption, marks], i) =>
    captioned(caption, card({ code: ["3d", "Fc", "Rs", "5b", "Ad"][i] ?? "", size: 110, ...marks })),
  ),
  ...states.map(([caption, marks], i) =>
    captioned(caption, card({ deck: "french", code: ["3d", "Qc", "Ks", "5h", "Ah"][i] ?? "", size: 110, ...marks })),
  ),
);
section(
  "sizes",
  "Sizes",
  ...[36, 48, 60, 96, 144, 240].map((width) => card({ code: "Cs", size: width })),
  card({ code: "Ad", size: 240 }),
);

all.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.localName !== "mazzo-card" || !target.hasAttribute("selectable")) return;
  target.setAttribute("face", target.getAttribute("face") === "down" ? "up" : "down");
});

/** @type {(id: string, start: string, change: (value: string) => void) => void} */
function choice(id, start, change) {
  const select = /** @type {HTMLSelectElement} */ (document.querySelector(id));
  select.value = start;
  change(start);
  select.addEventListener("change", () => change(select.value));
}
choice(
  "#theme",
  asked.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  (theme) => {
    document.documentElement.dataset["theme"] = theme;
  },
);
choice("#lang", asked.get("lang") ?? "it", (lang) => {
  document.documentElement.lang = lang;
  for (const node of document.querySelectorAll("mazzo-card")) node.setAttribute("lang", lang);
});

const began = performance.now();
for (const code of italianCodes) italian.card(code);
const took = performance.now() - began;
/** @type {HTMLOutputElement} */ (document.querySelector("#timing")).value =
  `40 Italian cards drawn in ${took.toFixed(1)} ms`;
