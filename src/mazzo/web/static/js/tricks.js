// @ts-check
/** The table of a trick game: seats around it, the trick in the middle, the own hand in front. A game says what lies there. */

import { mark } from "./board.js";
import { label, picture } from "./cards.js";
import { h } from "./dom.js";
import { nameOf, t } from "./i18n.js";
import { collect, glide, places, wait } from "./motion.js";
import { pause } from "./settings.js";

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").Value} Value
 * @typedef {{ seat: number, code: string }} Played
 *
 * What lies on the table, seen from one seat.
 * @typedef {object} Scene
 * @property {string[]} hand the own cards, as they are to be held
 * @property {Map<number, (string | null)[]>} others the cards of the others; null where face down
 * @property {Played[]} trick in the order of play
 * @property {Played[] | null} last the last complete trick
 * @property {number} winner who took it
 * @property {string} worth what was in it
 * @property {(seat: number) => string} score
 * @property {(seat: number) => string} note a word beside a name: who named trump, a sign
 * @property {number} stock cards left in it
 * @property {string | null} turned the card that lies open under it
 * @property {string} trump the suit's name
 * @property {{ action: string, label: string, title: string }[]} words what may be said or chosen instead of a card
 */

const SIDES = /** @type {Record<number, string[]>} */ ({
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
});

const ARROWS = /** @type {Record<string, string>} */ ({ top: "↑", left: "←", right: "→", bottom: "" });
const MANY = 6; // more cards than these are held in two rows on a phone

export class TrickTable extends HTMLElement {
  /** @type {import("./types.js").Setting} */
  setting = /** @type {any} */ (null);
  /** @type {Scene | null} */
  #scene = null;

  /** What lies on the table in this frame. @param {Frame} frame @param {import("./types.js").View[] | null} seats @returns {Scene} */
  scene(frame, seats) {
    throw new Error(`${this.localName} says nothing about ${frame.number} ${seats}`);
  }

  /** @param {string} code */
  isCard(code) {
    return this.setting.pieces.cards.includes(code);
  }

  /** @param {string} code */
  actionName(code) {
    return this.isCard(code) ? this.cardName(code) : code;
  }

  /** @param {string} code */
  cardName(code) {
    return label("italian", code);
  }

  /** @param {Frame} frame @param {import("./types.js").Manner} manner */
  async show(frame, { before, seats, moving }) {
    const scene = this.scene(frame, seats);
    const complete = before !== null && scene.last !== null && tricks(scene, this.#scene);
    if (moving && before && this.#scene && frame.action && this.isCard(frame.action) && frame.player !== null) {
      await this.#lay({ seat: frame.player, code: frame.action }, frame);
      if (complete) await this.#collect(scene.winner);
    }
    const from = places(this);
    const held = this.#heldFocus();
    this.#draw(scene, frame);
    if (held) this.focusHand();
    if (moving) await glide(this, from, (key) => (scene.hand.includes(key) ? this.#rect(".stock") : null));
  }

  /** A card goes from a hand into the trick. @param {Played} played @param {Frame} frame */
  async #lay(played, frame) {
    const scene = /** @type {Scene} */ (this.#scene);
    const from = places(this);
    const origin = this.#rect(`[data-seat="${played.seat}"] .fan > :last-child`);
    const others = new Map(scene.others);
    const cards = others.get(played.seat);
    if (cards) others.set(played.seat, without(cards, played.code));
    const hand = scene.hand.filter((code) => code !== played.code);
    this.#draw({ ...scene, hand, others, trick: [...scene.trick, played], words: [] }, { ...frame, legal: [], turn: -1 });
    await glide(this, from, () => origin);
  }

  /** @param {number} winner */
  async #collect(winner) {
    await wait(pause());
    const to = this.#rect(`[data-seat="${winner}"] .plate`);
    if (to) await collect([...this.querySelectorAll(".trick [data-key]")], to);
  }

  /** Values at the moves, the chosen one marked. @param {Value[] | null} values @param {string | null} chosen */
  advise(values, chosen) {
    mark(this, values, chosen, this.setting.facts.returns);
  }

  focusHand() {
    /** @type {HTMLElement | null} */ (this.querySelector(".hand button:not([disabled])"))?.focus();
  }

  /** The last complete trick, small. @returns {Node} */
  lastTrick() {
    const scene = this.#scene;
    if (!scene?.last) return h("p", {}, t("noTrick"));
    const cards = scene.last.map(({ seat, code }) =>
      h("figure", { class: seat === scene.winner ? "taker" : "" }, face(code), h("figcaption", {}, this.#name(seat))),
    );
    return h("div", { class: "last-trick" }, ...cards, h("p", {}, takes(this.#name(scene.winner), scene)));
  }

  /** What a move was, in words. @param {Frame} frame @param {Frame | null} before */
  describe(frame, before) {
    if (frame.action === null || frame.player === null) return "";
    const scene = this.scene(frame, null);
    const complete = scene.last !== null && scene.trick.length === 0 && this.isCard(frame.action) && before !== null;
    const told = complete ? ` — ${takes(this.#name(scene.winner), scene)}` : "";
    return this.say(frame, `${this.actionName(frame.action)}${told}`);
  }

  /** Players of the same name are told apart by where they sit. @param {number} seat */
  playerName(seat) {
    const { names, facts } = this.setting;
    const name = names[seat] ?? "?";
    const offset = (seat - this.setting.seat + facts.players) % facts.players;
    const side = SIDES[facts.players]?.[offset] ?? "bottom";
    const twin = offset > 0 && names.filter((other) => other === name).length > 1;
    return nameOf(name) + (twin ? ` ${ARROWS[side]}` : "");
  }

  /** Who did it, and what. @param {Frame} frame @param {string} what */
  say(frame, what) {
    return `${this.#name(frame.player ?? 0)}: ${what}`;
  }

  // ------------------------------------------------------------------------------------------------------ drawing

  /** @param {Scene} scene @param {Frame} frame */
  #draw(scene, frame) {
    this.#scene = scene;
    const { players } = this.setting.facts;
    const sides = SIDES[players] ?? [];
    const seats = sides.map((side, offset) => {
      const seat = (this.setting.seat + offset) % players;
      return offset === 0 ? this.#own(seat, scene, frame) : this.#other(seat, side, scene, frame);
    });
    this.className = `felt of-${players}`;
    this.replaceChildren(...seats, this.#middle(scene, sides));
  }

  /** @param {number} seat @param {Scene} scene @param {Frame} frame */
  #plate(seat, scene, frame) {
    const turn = frame.turn === seat && !frame.done;
    return h(
      "div",
      { class: `plate${turn ? " turn" : ""}` },
      h("span", { class: "name" }, this.#name(seat)),
      scene.note(seat) && h("span", { class: "note" }, scene.note(seat)),
      h("span", { class: "points", title: t("points") }, scene.score(seat)),
    );
  }

  /** @param {number} seat @param {string} side @param {Scene} scene @param {Frame} frame */
  #other(seat, side, scene, frame) {
    const cards = scene.others.get(seat) ?? [];
    const legal = this.setting.review && frame.turn === seat;
    const fan = cards.map((code) => (code && legal ? this.#button(code, false) : keyed(code)));
    const shown = `${side === "top" || side === "bottom" ? "" : "tall "}fan${cards.some((code) => code) ? " open" : ""}`;
    return h(
      "section",
      { class: `place ${side}`, "data-seat": seat, "aria-label": t("handOf", { who: this.#name(seat) }) },
      this.#plate(seat, scene, frame),
      many(h("div", { class: shown }, ...fan), cards.length),
    );
  }

  /** @param {number} seat @param {Scene} scene @param {Frame} frame */
  #own(seat, scene, frame) {
    const mine = frame.turn === seat && !frame.done;
    const cards = scene.hand.map((code) => this.#button(code, frame.legal.includes(code)));
    const words = scene.words.map(({ action, label, title }) => this.#word(action, label, title));
    return h(
      "section",
      { class: `place bottom${mine ? " mine" : ""}${frame.legal.some((code) => this.isCard(code)) ? " choosing" : ""}`, "data-seat": seat, "aria-label": t("hand") },
      words.length > 0 && h("div", { class: "words" }, ...words),
      many(h("div", { class: `fan hand${cards.length > MANY ? " large" : ""}` }, ...cards), cards.length),
      this.#plate(seat, scene, frame),
    );
  }

  /** @param {string} code @param {boolean} legal */
  #button(code, legal) {
    return h(
      "button",
      {
        class: "card",
        "data-key": code,
        "data-action": code,
        "aria-label": label("italian", code),
        disabled: !legal,
        onclick: () => this.#play(code),
      },
      picture("italian", code),
    );
  }

  /** @param {string} action @param {string} text @param {string} title */
  #word(action, text, title) {
    return h("button", { class: "word", "data-action": action, title, onclick: () => this.#play(action) }, text);
  }

  /** @param {string} action */
  #play(action) {
    this.dispatchEvent(new CustomEvent("play", { detail: action, bubbles: true }));
  }

  /** @param {Scene} scene @param {string[]} sides */
  #middle(scene, sides) {
    const cards = scene.trick.map(({ seat, code }, place) => {
      const offset = (seat - this.setting.seat + sides.length) % sides.length;
      const card = keyed(code);
      card.classList.add(`at-${sides[offset]}`);
      card.style.zIndex = String(place + 1);
      return card;
    });
    return h(
      "div",
      { class: "middle" },
      this.#stock(scene),
      h("div", { class: "trick", role: "group", "aria-label": t("table") }, ...cards),
    );
  }

  /** @param {Scene} scene */
  #stock(scene) {
    const trump = `${t("trump")}: ${scene.trump}`;
    if (!scene.turned) return h("div", { class: "stock trump-only" }, h("span", { class: "plate" }, trump));
    const there = scene.stock > 0;
    return h(
      "div",
      { class: `stock${there ? "" : " empty"}`, title: trump },
      h("div", { class: "turned" }, face(scene.turned)),
      scene.stock > 1 && h("div", { class: "pile" }, keyed(null)),
      h("span", { class: "count" }, there ? h("b", {}, scene.stock) : "", h("span", {}, trump)),
    );
  }

  /** @param {number} seat */
  #name(seat) {
    return this.playerName(seat);
  }

  /** @param {string} selector */
  #rect(selector) {
    return this.querySelector(selector)?.getBoundingClientRect() ?? null;
  }

  #heldFocus() {
    return this.querySelector(".hand")?.contains(document.activeElement) ?? false;
  }
}

/** Was a trick completed between two scenes? @param {Scene} now @param {Scene | null} then */
const tricks = (now, then) => now.trick.length === 0 && then !== null && then.trick.length > 0;

/** @param {(string | null)[]} cards @param {string} code */
function without(cards, code) {
  const place = cards.includes(code) ? cards.indexOf(code) : cards.length - 1;
  return cards.filter((_, i) => i !== place);
}

/** @param {string} who @param {Scene} scene */
const takes = (who, scene) =>
  who === t("you") ? t("youTake", { n: scene.worth }) : t("takes", { who, n: scene.worth });

/** A card that is only looked at. @param {string | null} code */
function keyed(code) {
  const shown = face(code);
  if (code) shown.dataset.key = code;
  return shown;
}

/** @param {string | null} code */
const face = (code) => h("span", { class: "card" }, picture("italian", code));

/** The more cards, the more they overlap. @template {HTMLElement} E @param {E} fan @param {number} cards @returns {E} */
export function many(fan, cards) {
  fan.style.setProperty("--n", String(Math.max(2, cards)));
  return fan;
}
