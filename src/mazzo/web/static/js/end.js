// @ts-check
/** The end of a game: how it went, how its match stands, and what comes next. */

import { call } from "./api.js";
import { h, icon } from "./dom.js";
import { number, t } from "./i18n.js";
import { dealt } from "./lobby.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Setting} Setting */

/**
 * What is shown when the last card is played.
 *
 * @param {Table} table
 * @param {Setting} setting
 * @param {import("./types.js").Frame} frame
 * @param {() => void} next asks for the next deal of the match
 */
export function ending(table, setting, frame, next) {
  const { title, text } = result(setting, frame.returns ?? []);
  const { match } = table;
  const goesOn = match !== null && !match.over;
  const dialog = h(
    "section",
    { class: "end", role: "dialog", "aria-label": t("over") },
    h("button", { class: "quiet shut", "aria-label": t("close"), title: t("close"), onclick: () => dialog.remove() }, icon("close")),
    h("h2", {}, match?.over ? verdict(table, setting) : title),
    h("p", { class: "figures" }, text),
    match && h("div", { class: "match" }, ...score(table, setting)),
    goesOn && h("button", { class: "main", onclick: next }, t("nextDeal")),
    h("a", { class: `button${goesOn ? "" : " main"}`, href: `/review/${table.review}` }, t("reviewIt")),
    !goesOn && h("button", { onclick: () => again(table, {}) }, t(match ? "newMatch" : "again")),
    !match && h("button", { onclick: () => again(table, { review: table.review }) }, t("sameDeal")),
    question(table),
  );
  return dialog;
}

/** @param {Table} table @param {object} more */
function again({ game, variant, seat, players, match }, more) {
  const agents = players.filter((_, i) => i !== seat);
  void dealt({ game, variant, seat, agents, match: match?.target, ...more });
}

/** How a match stands. @param {Table} table @param {Setting} setting */
export function score({ match }, setting) {
  if (!match) return [];
  const links = match.reviews.map((link, i) => h("a", { href: `/review/${link}`, "aria-label": `${t("review")} ${i + 1}` }, i + 1));
  return [
    h("h2", {}, t("matchTo", { n: match.target })),
    h("p", {}, t("dealOf", { n: match.deal }), " · ", h("b", { class: "figures" }, result(setting, match.score).text)),
    links.length > 0 && h("p", { class: "note" }, t("dealsOver"), " ", ...links.flatMap((link) => [link, " "])),
  ].filter((part) => part !== false);
}

/** @param {Table} table @param {Setting} setting */
function verdict({ match }, setting) {
  const { title } = result(setting, match?.score ?? []);
  return title === t("won") ? t("wonMatch") : t("lostMatch");
}

/** Asked once, and only of those who like to answer. @param {Table} table */
function question({ id }) {
  const place = h("div", { class: "question" });
  const answer = async (/** @type {number} */ skill) => {
    const words = await call(`tables/${id}/skill`, { skill }).then(() => t("thanks"), () => t("broken"));
    place.replaceChildren(h("p", { class: "note" }, words));
  };
  const levels = [1, 2, 3, 4, 5].map((skill) => h("button", { class: "quiet", onclick: () => answer(skill) }, skill));
  place.append(h("p", { class: "note" }, t("howGood")), h("div", { class: "levels" }, ...levels));
  return place;
}

/** How a game ended, for the one who sat there. @param {Setting} setting @param {number[]} returns */
export function result(setting, returns) {
  const own = returns[setting.seat] ?? 0;
  const { kind, teams, returns: bounds } = setting.facts;
  if (kind === "cooperative") return { title: t("score", { n: own, most: bounds[1] }), text: "" };
  if (kind === "solitaire") return { title: own === bounds[1] ? t("won") : t("lost"), text: "" };
  const others = returns.filter((_, seat) => teams[seat] !== teams[setting.seat]);
  const best = Math.max(...others);
  const title = own > best ? t("won") : own < best ? t("lost") : t("drawn");
  return { title, text: [own, ...new Set(others)].map((x) => number(x)).join(" – ") };
}
