// @ts-check
/**
 * `<mazzo-card>`: a card on the table.
 *
 *     <mazzo-card deck="italian" code="3d" face="up" size="96" selectable></mazzo-card>
 *
 * Attributes: `deck` (italian, french, hanabi), `code` as the game writes it, `face` (up, down, or empty for a place
 * without a card), `size` (width in pixels; without it, CSS says), `index="off"`, `large`, `lang`; for Hanabi `possible`
 * (codes) and `told` (colour, rank). States: `selectable`, `selected`, `disabled`, `highlighted`. A card that can be
 * chosen is a button: it takes the focus and sends `click` for mouse, touch, Enter and space.
 */

import { deckNamed } from "./decks.js";
import { SHEET } from "./element-style.js";

/** @typedef {import("./frame.js").Options} Options */

const LOOKS = ["deck", "code", "face", "size", "index", "large", "lang", "possible", "told"];
const STATES = ["selectable", "selected", "disabled", "highlighted"];
const HALF_FLIP = { duration: 130, easing: "ease-in" };

/** Cards already drawn: the same card again is a copy. @type {Map<string, SVGSVGElement>} */
const drawn = new Map();
const REMEMBERED = 400;

export class MazzoCard extends HTMLElement {
  static observedAttributes = [...LOOKS, ...STATES];

  #frame = document.createElement("div");
  #pending = false;
  #name = "";
  /** @type {string | undefined} */
  #shown;
  /** @type {string | undefined} */
  #face;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
    this.#frame.className = "card";
    root.append(this.#frame);
    this.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("click", (event) => this.#allow(event), { capture: true });
  }

  connectedCallback() {
    this.#update();
  }

  /** Several attributes set at once are one change. */
  attributeChangedCallback() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      if (this.isConnected) this.#update();
    });
  }

  get code() {
    return this.getAttribute("code") ?? "";
  }

  set code(code) {
    this.setAttribute("code", code);
  }

  get face() {
    return this.getAttribute("face") ?? "up";
  }

  set face(face) {
    this.setAttribute("face", face);
  }

  /** Whether a click on it means something now. */
  get choosable() {
    return this.hasAttribute("selectable") && !this.hasAttribute("disabled");
  }

  #update() {
    const deck = deckNamed(this.getAttribute("deck"));
    const size = Number(this.getAttribute("size"));
    if (size) this.style.width = `${size}px`;
    this.#frame.style.aspectRatio = `${deck.WIDTH} / ${deck.HEIGHT}`;
    this.#frame.style.borderRadius = `${850 / deck.WIDTH}% / ${850 / deck.HEIGHT}%`;
    this.#draw();
    this.#announce();
  }

  #draw() {
    const { face } = this;
    const options = this.#options();
    const key = JSON.stringify([this.getAttribute("deck"), face, face === "down" ? "" : this.code, options]);
    if (key === this.#shown) return;
    const turned = this.#face !== undefined && this.#face !== face && face !== "empty" && this.#face !== "empty";
    this.#shown = key;
    this.#face = face;
    const picture = this.#picture(key, options);
    this.#name = picture.getAttribute("aria-label") ?? "";
    picture.setAttribute("aria-hidden", "true"); // the host speaks
    picture.removeAttribute("role");
    if (turned && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#flip(picture, key);
    else this.#frame.replaceChildren(picture);
  }

  /** @param {string} key @param {Options} options */
  #picture(key, options) {
    let picture = drawn.get(key);
    if (!picture) {
      const deck = deckNamed(this.getAttribute("deck"));
      if (this.face === "empty") picture = deck.place(this.code, options);
      else picture = this.face === "down" ? deck.back(options) : deck.card(this.code, options);
      if (drawn.size >= REMEMBERED) drawn.clear();
      drawn.set(key, picture);
    }
    return /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  }

  /** @param {SVGSVGElement} picture @param {string} key */
  async #flip(picture, key) {
    const edge = { transform: "perspective(900px) rotateY(90deg)" };
    const flat = { transform: "perspective(900px) rotateY(0deg)" };
    await this.#frame.animate([flat, edge], HALF_FLIP).finished.catch(() => undefined);
    if (key !== this.#shown) return; // meanwhile it became another card
    this.#frame.replaceChildren(picture);
    this.#frame.animate([{ transform: "perspective(900px) rotateY(-90deg)" }, flat], {
      ...HALF_FLIP,
      easing: "ease-out",
    });
  }

  /** @returns {Options} */
  #options() {
    const words = (/** @type {string} */ name) => (this.getAttribute(name) ?? "").split(/\s+/).filter(Boolean);
    const told = words("told");
    const spoken = this.lang || this.closest("[lang]")?.getAttribute("lang") || document.documentElement.lang;
    return {
      index: this.getAttribute("index") !== "off",
      large: this.hasAttribute("large"),
      lang: spoken.startsWith("it") ? "it" : "en",
      told: { colour: told.includes("colour"), rank: told.includes("rank") },
      ...(this.hasAttribute("possible") ? { possible: words("possible") } : {}),
    };
  }

  /** What a screen reader says, and whether the keyboard stops here. */
  #announce() {
    const button = this.hasAttribute("selectable");
    this.setAttribute("role", button ? "button" : "img");
    this.setAttribute("aria-label", this.#name);
    set(this, "tabindex", this.choosable ? "0" : null);
    set(this, "aria-pressed", button ? String(this.hasAttribute("selected")) : null);
    set(this, "aria-disabled", button && this.hasAttribute("disabled") ? "true" : null);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!this.choosable || event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.click();
  }

  /** @param {Event} event */
  #allow(event) {
    if (this.hasAttribute("disabled")) event.stopImmediatePropagation();
  }
}

/** @type {(node: Element, name: string, value: string | null) => void} */
const set = (node, name, value) => (value === null ? node.removeAttribute(name) : node.setAttribute(name, value));

customElements.define("mazzo-card", MazzoCard);
