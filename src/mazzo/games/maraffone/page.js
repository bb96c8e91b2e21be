// @ts-check
/** Maraffone on the page. */

import { t, teach } from "/static/js/i18n.js";
import { TrickTable } from "/static/js/tricks.js";

/** @typedef {import("/static/js/types.js").Frame} Frame */
/** @typedef {import("/static/js/types.js").View} View */

teach({
  "name.denari": ["Coins", "Denari"],
  "name.spade": ["Swords", "Spade"],
  "name.coppe": ["Cups", "Coppe"],
  "name.bastoni": ["Clubs", "Bastoni"],
  "sign.silent": ["Say nothing", "Niente"],
  "sign.busso": ["Busso", "Busso"],
  "sign.striscio": ["Striscio", "Striscio"],
  "sign.volo": ["Volo", "Volo"],
  "means.busso": ["Play your best, and return the suit", "Gioca la più alta, e torna nel seme"],
  "means.striscio": ["I hold more of this suit", "Ne ho altre di questo seme"],
  "means.volo": ["It was my last of this suit", "Era l'ultima di questo seme"],
  named: ["names {suit} trump", "chiama {suit}"],
  says: ["says {sign}", "dice {sign}"],
  saysNothing: ["says nothing", "non dice niente"],
  namesTrump: ["names trump", "chiama"],
  maraffa: ["maraffa", "maraffa"],
  thirds: ["{n} points", "{n} punti"],
  noTrump: ["not named yet", "da chiamare"],
});

const SEATS = 4;
const SUITS = ["denari", "spade", "coppe", "bastoni"];
const SIGNS = ["silent", "busso", "striscio", "volo"];
const STRENGTH = "4567FCRA23";
const THIRDS = /** @type {Record<string, number>} */ ({ A: 3, 2: 1, 3: 1, R: 1, C: 1, F: 1 });
const LAST_TRICK = 3; // thirds

class MaraffoneTable extends TrickTable {
  /** @param {Frame} frame @param {View[] | null} seats */
  scene(frame, seats) {
    const view = frame.view;
    const { cards } = this.setting.pieces;
    const inTrick = Array.from({ length: view.place }, (_, i) => (view.leader + i) % SEATS);
    const last = this.#trick(view, view.trick - 1);
    const trump = SUITS[view.trump];
    return {
      hand: this.#sorted(held(view), view.trump),
      others: this.#others(view, seats),
      trick: inTrick.map((seat) => ({ seat, code: cards[view.table[seat]] ?? "?" })),
      last,
      winner: view.place > 0 ? view.leader : view.winner,
      worth: t("thirds", { n: points(worth(last ?? []) + (view.trick === view.hand.length ? LAST_TRICK : 0)) }),
      score: /** @param {number} seat */ (seat) => points(view.thirds[seat % 2]),
      note: /** @param {number} seat */ (seat) => this.#note(view, seat),
      stock: 0,
      turned: null,
      trump: trump ? t(`suit.${trump[0]}`) : t("noTrump"),
      words: frame.legal.filter((action) => !this.isCard(action)).map((action) => ({ action, label: word(action), title: meaning(action) })),
    };
  }

  /** @param {string} code */
  actionName(code) {
    return this.isCard(code) ? super.actionName(code) : word(code);
  }

  /** @param {Frame} frame @param {Frame | null} before */
  describe(frame, before) {
    const action = frame.action ?? "";
    if (SUITS.includes(action)) return this.say(frame, t("named", { suit: t(`suit.${action[0]}`) }));
    if (action === "silent") return this.say(frame, t("saysNothing"));
    if (SIGNS.includes(action)) return this.say(frame, t("says", { sign: action }));
    return super.describe(frame, before);
  }

  /** A complete trick, from its lead on. @param {View} view @param {number} number */
  #trick(view, number) {
    if (number < 0) return null;
    const played = this.setting.pieces.cards
      .map((code, card) => ({ code, card, seat: view.who[card] }))
      .filter(({ card }) => view.when[card] === number);
    const lead = played.find(({ card }) => view.said[card] >= 0)?.seat ?? 0;
    return played.sort((a, b) => ((a.seat - lead + SEATS) % SEATS) - ((b.seat - lead + SEATS) % SEATS));
  }

  /** Trumps first, then by suit, strongest first. @param {number[]} cards @param {number} trump */
  #sorted(cards, trump) {
    const codes = cards.map((card) => this.setting.pieces.cards[card] ?? "?");
    const place = (/** @type {string} */ code) => {
      const suit = "dscb".indexOf(code[1] ?? "");
      return (suit === trump ? -100 : suit * 20) - STRENGTH.indexOf(code[0] ?? "");
    };
    return codes.sort((a, b) => place(a) - place(b));
  }

  /** @param {View} view @param {View[] | null} seats */
  #others(view, seats) {
    const others = new Map();
    for (let seat = 0; seat < SEATS; seat++) {
      if (seat === this.setting.seat) continue;
      const left = view.hand.length - view.trick - (view.table[seat] >= 0 ? 1 : 0);
      const open = seats?.[seat];
      others.set(seat, open ? this.#sorted(held(open), view.trump) : Array.from({ length: left }, () => null));
    }
    return others;
  }

  /** @param {View} view @param {number} seat */
  #note(view, seat) {
    const notes = [];
    if (seat !== this.setting.seat && seat % 2 === this.setting.seat % 2) notes.push(t("partner"));
    if (view.trump < 0 && view.namer === seat) notes.push(t("namesTrump"));
    if (view.maraffa === seat) notes.push(t("maraffa"));
    if (view.place > 0 && view.leader === seat && view.sign > 0) notes.push(`“${SIGNS[view.sign]}”`);
    return notes.join(" · ");
  }
}

/** @param {View} view */
const held = (view) => view.held.flatMap((/** @type {boolean} */ has, /** @type {number} */ card) => (has ? [card] : []));

/** @param {string} action */
const word = (action) => t(SUITS.includes(action) ? `name.${action}` : `sign.${action}`);

/** What a sign says to the partner. @param {string} action */
const meaning = (action) => (SIGNS.indexOf(action) > 0 ? t(`means.${action}`) : word(action));

/** In thirds. @param {{ code: string }[]} cards */
const worth = (cards) => cards.reduce((sum, { code }) => sum + (THIRDS[code[0] ?? ""] ?? 0), 0);

/** 5 -> 1⅔ @param {number} thirds */
function points(thirds) {
  const whole = Math.floor(thirds / 3);
  const rest = ["", "⅓", "⅔"][thirds % 3] ?? "";
  return whole || !rest ? `${whole}${rest}` : rest;
}

customElements.define("mazzo-maraffone", MaraffoneTable);
export const tag = "mazzo-maraffone";
