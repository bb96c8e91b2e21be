// @ts-check
/** Hanabi on the page. */

import { element } from "/static/cards/frame.js";
import { hintToken, lifeToken, pile } from "/static/cards/hanabi.js";
import { sign } from "/static/cards/hanabi/colours.js";
import { h as shape } from "/static/cards/shape.js";
import { Board } from "/static/js/board.js";
import { label, picture } from "/static/js/cards.js";
import { h } from "/static/js/dom.js";
import { nameOf, t, teach } from "/static/js/i18n.js";
import { choice } from "/static/js/settings.js";
import { sheet } from "/static/js/style.js";

/** @typedef {import("/static/js/types.js").Frame} Frame */
/** @typedef {import("/static/js/types.js").View} View */
/** @typedef {import("/static/cards/hanabi/colours.js").Colour} Colour */

teach({
  playCard: ["Play", "Gioca"],
  discard: ["Discard", "Scarta"],
  playSlot: ["Play card {n}", "Gioca la carta {n}"],
  discardSlot: ["Discard card {n}", "Scarta la carta {n}"],
  tell: ["Tell {who}: {what}", "Di' a {who}: {what}"],
  giveHint: ["Spend a hint", "Usa un indizio"],
  fits: ["plays {card}", "gioca {card}"],
  fails: ["plays {card}: it does not fit", "gioca {card}: non va"],
  drops: ["discards {card}", "scarta {card}"],
  tells: ["tells {who}: {what}", "dice a {who}: {what}"],
  hintsLeft: ["{n} hints left", "{n} indizi rimasti"],
  livesLeft: ["{n} lives left", "{n} vite rimaste"],
  stockLeft: ["Stock {n}", "Mazzo {n}"],
  turnsLeft: ["last turns: {n}", "ultimi turni: {n}"],
  discards: ["Discards", "Scarti"],
  fireworks: ["Fireworks", "Fuochi"],
  R: ["reds", "rosse"],
  Y: ["yellows", "gialle"],
  G: ["greens", "verdi"],
  W: ["whites", "bianche"],
  B: ["blues", "blu"],
  ranks: ["rank {n}", "i {n}"],
  "suit.R": ["red", "rosso"],
  "suit.Y": ["yellow", "giallo"],
  "suit.G": ["green", "verde"],
  "suit.W": ["white", "bianco"],
  "suit.B": ["blue", "blu"],
});

const HINTS = 8;
const LIVES = 3;
const NO_CARD = -1;

class HanabiTable extends Board {
  /** @param {Frame} frame @param {View[] | null} seats */
  draw(frame, seats) {
    this.className = "felt hanabi-table hanabi";
    const { players } = this.setting.facts;
    const others = Array.from({ length: players - 1 }, (_, i) => this.#other(frame, i + 1));
    const shown = seats?.[(this.setting.seat + 1) % players]; // the next seat sees one's own hand, last of all
    const own = shown ? shown.hands[players - 1] : frame.view.hands[0];
    return [
      h("div", { class: "others" }, ...others),
      h("div", { class: "display" }, this.#fireworks(frame.view), this.#counts(frame.view)),
      this.#own(frame, own),
    ];
  }

  /** @param {string} code */
  actionName(code) {
    const kind = code[0] ?? "";
    if (kind === "p") return t("playSlot", { n: Number(code[1]) + 1 });
    if (kind === "d") return t("discardSlot", { n: Number(code[1]) + 1 });
    if (code === "h") return t("giveHint");
    return t("tell", { who: this.#name(Number(code[1])), what: what(code[2] ?? "") });
  }

  /** @param {string} code */
  cardName(code) {
    return label("hanabi", code);
  }

  /** @param {Frame} frame */
  describe(frame) {
    const { action, player, view } = frame;
    if (!action || player === null) return "";
    return `${this.#name(this.#offset(player))}: ${this.#told(action, player, view)}`;
  }

  /** @param {string} action @param {number} player @param {View} view */
  #told(action, player, view) {
    const card = label("hanabi", this.setting.pieces.cards[view.last_card] ?? "R1");
    if (action[0] === "p") return t(view.last_fits ? "fits" : "fails", { card });
    if (action[0] === "d") return t("drops", { card });
    if (action === "h") return t("giveHint");
    const whom = (player + Number(action[1])) % this.setting.facts.players;
    return t("tells", { who: this.#name(this.#offset(whom)), what: what(action[2] ?? "") });
  }

  /** How many seats further somebody sits. @param {number} seat */
  #offset(seat) {
    const { players } = this.setting.facts;
    return (seat - this.setting.seat + players) % players;
  }

  /** @param {number} offset */
  #name(offset) {
    const { names, seat, facts } = this.setting;
    const name = names[(seat + offset) % facts.players] ?? "?";
    const twins = offset > 0 && names.filter((other) => other === name).length > 1;
    return nameOf(name) + (twins ? ` ${offset}` : "");
  }

  // ------------------------------------------------------------------------------------------------------- the table

  /** @param {View} view */
  #fireworks(view) {
    const lang = choice("lang");
    const piles = view.fireworks.map((/** @type {number} */ height, /** @type {number} */ colour) => {
      const letter = /** @type {Colour} */ (this.setting.pieces.cards[colour * 5]?.[0] ?? "R");
      return h("span", { class: "card" }, pile(letter, height, { lang }));
    });
    return h("div", { class: "fireworks", role: "group", "aria-label": t("fireworks") }, ...piles);
  }

  /** @param {View} view */
  #counts(view) {
    const hints = Array.from({ length: HINTS }, (_, i) => hintToken(i < view.hints));
    const lives = Array.from({ length: LIVES }, (_, i) => lifeToken(i < view.lives));
    const last = view.stock === 0 ? ` · ${t("turnsLeft", { n: view.turns_left })}` : "";
    return h(
      "div",
      { class: "counts" },
      h("div", { class: "tokens", role: "img", "aria-label": t("hintsLeft", { n: view.hints }) }, ...hints),
      h("div", { class: "tokens", role: "img", "aria-label": t("livesLeft", { n: view.lives }) }, ...lives),
      h("span", { class: "stock-left" }, t("stockLeft", { n: view.stock }) + last),
      h("div", { class: "discards", role: "group", "aria-label": t("discards") }, ...this.#discards(view)),
    );
  }

  /** @param {View} view */
  #discards(view) {
    return this.setting.pieces.cards.flatMap((code, card) => {
      const copies = view.discards.filter((/** @type {number} */ set) => (set >> card) & 1).length;
      return Array.from({ length: copies }, () => h("span", { class: "card" }, picture("hanabi", code)));
    });
  }

  // -------------------------------------------------------------------------------------------------------- the hands

  /** @param {Frame} frame @param {number} offset */
  #other(frame, offset) {
    const { view } = frame;
    const seat = (this.setting.seat + offset) % this.setting.facts.players;
    const cards = view.hands[offset].map((/** @type {number} */ card, /** @type {number} */ slot) => this.#card(view, offset, slot, card));
    const hints = this.setting.pieces.actions.filter((code) => code[0] === "h" && code[1] === String(offset));
    return h(
      "section",
      { class: "hand-of", "aria-label": t("handOf", { who: this.#name(offset) }) },
      h("div", { class: `plate${frame.turn === seat && !frame.done ? " turn" : ""}` }, h("span", { class: "name" }, this.#name(offset))),
      h("div", { class: "row" }, ...cards),
      h("div", { class: "hints" }, ...hints.map((code) => this.#hint(frame, code))),
    );
  }

  /** @param {Frame} frame @param {string} code */
  #hint(frame, code) {
    const named = code[2] ?? "";
    const legal = frame.legal.includes(code);
    const name = this.actionName(code);
    const attributes = { class: `chip chip-${named}`, "data-action": code, title: name, "aria-label": name, disabled: !legal };
    return h("button", { ...attributes, onclick: () => this.play(code) }, /\d/.test(named) ? named : badge(named));
  }

  /** @param {Frame} frame @param {number[]} hand */
  #own(frame, hand) {
    const { view } = frame;
    const general = frame.legal.includes("h") ? [this.#action("h", t("giveHint"), true)] : [];
    const cards = hand.map((card, slot) => {
      if (view.hands[0][slot] === NO_CARD) return null;
      const [play, discard] = [`p${slot}`, `d${slot}`];
      return h(
        "div",
        { class: "slot" },
        this.#card(view, 0, slot, card),
        this.#action(play, t("playCard"), frame.legal.includes(play)),
        this.#action(discard, t("discard"), frame.legal.includes(discard)),
      );
    });
    const mine = frame.turn === this.setting.seat && !frame.done;
    return h(
      "section",
      { class: `mine-hand${mine ? " mine" : ""}`, "aria-label": t("hand") },
      h("div", { class: "row" }, ...cards),
      h("div", { class: "words" }, ...general),
    );
  }

  /** @param {string} action @param {string} text @param {boolean} legal */
  #action(action, text, legal) {
    const name = this.actionName(action);
    return h("button", { class: "word", "data-action": action, "aria-label": name, disabled: !legal, onclick: () => this.play(action) }, text);
  }

  /** A card in a hand; hidden where its holder does not see it, with what it can still be. @param {View} view @param {number} offset @param {number} slot @param {number} card */
  #card(view, offset, slot, card) {
    if (card === NO_CARD) return null;
    const bits = view.possible[offset][slot];
    const { cards } = this.setting.pieces;
    const possible = cards.filter((_, id) => (bits >> id) & 1);
    const named = view.named[offset][slot];
    const told = { colour: (named & 31) !== 0, rank: named >> 5 !== 0 };
    const code = card >= 0 ? (cards[card] ?? null) : null;
    const key = `place-${view.places[offset][slot]}`;
    return h("span", { class: "card", "data-key": key }, picture("hanabi", code, { possible, told }));
  }
}

/** What a hint names. @param {string} named */
const what = (named) => (/\d/.test(named) ? t("ranks", { n: named }) : t(named));

/** A colour's chip has its sign too, for those who do not tell colours apart. @param {string} colour */
const badge = (colour) =>
  element(shape("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, sign(/** @type {Colour} */ (colour), 0, 0, 0.8, "currentColor")));

sheet(`
  .hanabi-table {
    grid-template: "others" auto "display" minmax(0, 1fr) "own" auto / 1fr;
    overflow: auto;
    container-type: inline-size;
    --card: min(10.5cqw, 11dvh, 84px);
  }
  .others { display: flex; flex-wrap: wrap; gap: 0.6rem 1.6rem; justify-content: center; }
  .hand-of { display: grid; justify-items: center; gap: 0.35rem; }
  .row { display: flex; gap: calc(var(--card) * 0.09); }
  .hanabi-table .plate { padding: 0.2rem 0.9rem; }
  .hints { display: flex; flex-wrap: wrap; gap: 0.25rem; justify-content: center; }
  .chip {
    min-height: 0; width: var(--chip, 34px); height: var(--chip, 34px); padding: 0; border-radius: 99px; font-weight: 700; font-size: 0.9rem; position: relative;
    background: #23283f; color: #f6f2e6; border: 2px solid #8289b8;
  }
  .chip > svg { width: 100%; height: 100%; display: block; }
  .chip[disabled] { opacity: 0.35; cursor: default; }
  .chip-R { background: #d8473a; } .chip-Y { background: #ffd24a; color: #23283f; } .chip-G { background: #2d8a52; }
  .chip-W { background: #f6f2e6; color: #23283f; } .chip-B { background: #2f78c4; }
  .chip.chosen { outline: 3px solid var(--gold); outline-offset: 1px; }
  .chip .value { inset: auto -0.6rem -0.9rem; max-width: none; font-size: 0.68rem; padding: 0 0.3rem; z-index: 1; }
  .chip .value::after, .slot .value::after { content: none; }
  .display { display: grid; justify-items: center; align-content: center; gap: 0.7rem; --card: min(13cqw, 13dvh, 92px); }
  .fireworks { display: flex; gap: calc(var(--card) * 0.12); color: var(--on-felt); }
  .counts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; align-items: center; justify-content: center; }
  .tokens { display: flex; gap: 2px; }
  .tokens svg { width: 24px; height: 24px; }
  .stock-left { color: var(--on-felt-soft); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
  .discards { --card: 26px; display: flex; flex-wrap: wrap; gap: 2px; justify-content: center; width: 100%; min-height: 37px; }
  .mine-hand { display: grid; justify-items: center; gap: 0.4rem; --card: min(17cqw, 14dvh, 104px); }
  .slot { display: grid; gap: 0.3rem; width: var(--card); }
  .slot .word { min-height: 36px; padding: 0.2rem 0; font-size: min(0.85rem, 3.4cqw); width: 100%; }
  .slot .word[disabled] { opacity: 0.4; cursor: default; }
  .slot .word .value { position: absolute; inset: -0.7rem 0 auto; margin: auto; font-size: 0.7rem; }
  @media (max-width: 800px) {
    .hints { --chip: 31px; }
    .others:has(> :nth-child(3)) { display: grid; grid-template-columns: 1fr 1fr; gap: 0.4rem; }
    .others:has(> :nth-child(3)) .hints { --chip: 26px; max-width: 11rem; }
    .hand-of { --card: min(14cqw, 8.6dvh); }
    .others:has(> :nth-child(3)) .hand-of { --card: min(9cqw, 7dvh); }
    .display { --card: min(11cqw, 8dvh); gap: 0.3rem; }
    .mine-hand { --card: min(17cqw, 11dvh); }
    .tokens svg { width: 19px; height: 19px; }
  }
`);
customElements.define("mazzo-hanabi", HanabiTable);
export const tag = "mazzo-hanabi";
