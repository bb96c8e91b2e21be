// @ts-check
/** What a seat could believe about the hidden cards, beside the truth: a map of all cards for each place. */

import { call } from "./api.js";
import { h, svg } from "./dom.js";
import { nameOf, percent, t } from "./i18n.js";

/** @typedef {import("./types.js").Belief} Belief */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {{ link: string, names: string[], component: import("./types.js").GameTable }} Reviewed */

const CELL = 18;
const LEFT = 48; // for the suits' names
const TOP = 15; // for the ranks
const FEW = 5; // ranks: two such maps stand side by side
const PAUSE = 150; // milliseconds for which one stays at a move before it is asked about

class Beliefs extends HTMLElement {
  /** @type {Reviewed} */
  reviewed = /** @type {any} */ (null);
  /** @type {Map<number, Belief>} */
  #known = new Map();
  #wanted = 0;
  #timer = 0;
  #weighed = true;

  connectedCallback() {
    this.hidden = true; // until something turns out to be hidden in this game
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Show the position after so many moves. @param {number} plays */
  at(plays) {
    this.#wanted = plays;
    clearTimeout(this.#timer);
    const known = this.#known.get(plays);
    if (known) this.#draw(known);
    else this.#timer = setTimeout(() => this.#ask(plays), PAUSE);
  }

  /** @param {number} plays */
  async #ask(plays) {
    this.setAttribute("aria-busy", "true");
    const found = /** @type {Belief | null} */ (await call(`reviews/${this.reviewed.link}/beliefs/${plays}`).catch(() => null));
    if (found) this.#known.set(plays, found);
    if (plays !== this.#wanted || !this.isConnected) return;
    if (found) this.#draw(found);
    else this.replaceChildren(h("h2", {}, t("beliefs")), h("p", { class: "note" }, t("broken")));
    this.removeAttribute("aria-busy");
  }

  /** @param {Belief} belief */
  #draw(belief) {
    this.removeAttribute("aria-busy");
    if (belief.places.length) this.hidden = false;
    const told = belief.places.length
      ? [
          h("p", { class: "who" }, t("onTurn", { who: this.#player(belief.seat) })),
          this.#choice(belief),
          h("div", { class: "maps" }, ...belief.places.map((place) => this.#map(place, belief))),
          h("p", { class: "note" }, t("beliefNote", { n: belief.worlds }), " ", this.#weighed && this.#like(belief)),
        ]
      : [h("p", { class: "note" }, t("nothingHidden"))];
    this.replaceChildren(h("h2", {}, t("beliefs")), ...told);
  }

  /** By the cards alone, or by the play, too. @param {Belief} belief */
  #choice(belief) {
    const options = [false, true].map((weighed) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "weighed",
          checked: this.#weighed === weighed,
          onchange: () => {
            this.#weighed = weighed;
            this.#draw(belief);
            /** @type {HTMLElement | null} */ (this.querySelector("input:checked"))?.focus();
          },
        }),
        h("span", {}, t(weighed ? "byPlay" : "byCards")),
      ),
    );
    return h("fieldset", { class: "segments", "aria-label": t("beliefs") }, ...options);
  }

  /** @param {Place} place @param {Belief} belief */
  #map(place, { ranks, places }) {
    const chances = this.#weighed ? place.weighed : place.even;
    const { cards } = this.reviewed.component.setting.pieces;
    const shown = cards.map((_, card) => card).filter((card) => places.some(({ even, truth }) => (even[card] ?? 0) > 0 || truth.includes(card)));
    const name = (/** @type {number} */ card) => this.reviewed.component.cardName?.(cards[card] ?? "") ?? cards[card];
    const said = (/** @type {number} */ card) => `${name(card)}: ${percent(chances[card] ?? 0)}`;
    const suits = Math.ceil(cards.length / ranks);
    const where = this.#place(place.name);
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${LEFT + ranks * CELL} ${TOP + suits * CELL}`,
        role: "img",
        "aria-label": `${where}. ${t("truth")}: ${place.truth.map(said).join(", ")}`,
      },
      ...heads(cards, ranks),
      ...shown.map((card) => cell(card, ranks, chances[card] ?? 0, place.truth.includes(card), said(card))),
    );
    return h("figure", { class: ranks > FEW ? "wide" : "" }, h("figcaption", {}, where), picture);
  }

  /** @param {string} name of a place, as the service calls it */
  #place(name) {
    const [what, number] = name.split(" ");
    if (what === "seat" && Number(number) === this.reviewed.component.setting.seat) return t("hand");
    if (what === "seat") return t("handOf", { who: this.#player(Number(number)) });
    return what === "card" ? t("ownCard", { n: number ?? "" }) : t(name);
  }

  /** @param {number} seat */
  #player(seat) {
    return this.reviewed.component.playerName?.(seat) ?? nameOf(this.reviewed.names[seat] ?? "?");
  }

  /** Like whom everybody is taken to play. @param {Belief} belief */
  #like({ like, seat }) {
    const others = new Set(like.filter((_, other) => other !== seat).map((name) => nameOf(name)));
    return t("playsLike", { who: [...others].join(", ") });
  }
}

/** What the codes of a suit or a rank have in common. @param {string[]} codes */
const shared = (codes) => [...(codes[0] ?? "")].find((letter, at) => codes.every((code) => code[at] === letter)) ?? "";

/** The names of ranks above and suits beside. @param {string[]} cards @param {number} ranks */
function heads(cards, ranks) {
  const columns = Array.from({ length: ranks }, (_, rank) => cards.filter((_, card) => card % ranks === rank));
  const rows = Array.from({ length: cards.length / ranks }, (_, suit) => cards.slice(suit * ranks, (suit + 1) * ranks));
  return [
    ...columns.map((codes, at) => svg("text", { x: LEFT + (at + 0.5) * CELL, y: TOP - 4, "text-anchor": "middle" }, shared(codes))),
    ...rows.map((codes, at) => svg("text", { x: LEFT - 5, y: TOP + (at + 0.7) * CELL, "text-anchor": "end" }, t(`suit.${shared(codes)}`))),
  ];
}

/** @param {number} card @param {number} ranks @param {number} chance @param {boolean} there @param {string} said */
function cell(card, ranks, chance, there, said) {
  const [x, y] = [LEFT + (card % ranks) * CELL + 1, TOP + Math.floor(card / ranks) * CELL + 1];
  const place = { x, y, width: CELL - 2, height: CELL - 2, rx: 3 };
  return svg(
    "g",
    {},
    svg("title", {}, said),
    svg("rect", { ...place, class: "possible" }),
    svg("rect", { ...place, class: "chance", "fill-opacity": chance }),
    ...(there ? [svg("rect", { ...place, class: "truth" })] : []),
  );
}

customElements.define("mazzo-beliefs", Beliefs);
