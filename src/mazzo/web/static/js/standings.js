// @ts-check
/** Agents and people: who they are, and how they fared in the games that were played here. */

import { strengthOf } from "./agents.js";
import { call, listGames, piecesOf } from "./api.js";
import { h, svg } from "./dom.js";
import { amount, nameOf, number, percent, t } from "./i18n.js";

/** @typedef {{ name: string, games: number, wins: number, points: number, rating: number | null, uncertainty: number | null }} Standing */
/** @typedef {{ skill: number, games: number, points: number, low: number | null, high: number | null }} Skill */
/** @typedef {import("./types.js").Variant} Variant */

const WIDTH = 420;
const HEIGHT = 190;
const FOOT = 24;

class Standings extends HTMLElement {
  #chosen = "";

  async connectedCallback() {
    document.title = `${t("agentsTitle")} · mazzo`;
    await this.draw();
  }

  async draw() {
    const games = await listGames();
    const all = games.flatMap(({ name, title, variants }) => variants.map((rules) => ({ name, title, rules })));
    const chosen = all.find(({ name, rules }) => `${name}/${rules.name}` === this.#chosen) ?? all[0];
    if (!chosen) return;
    const path = `${chosen.name}/${chosen.rules.name}`;
    const options = all.map(({ name, title, rules }) =>
      h("option", { value: `${name}/${rules.name}`, selected: `${name}/${rules.name}` === path }, `${title} — ${rules.name}`),
    );
    const pick = (/** @type {any} */ event) => {
      this.#chosen = event.target.value;
      void this.draw();
    };
    const found = await call(`games/${path}/standings`);
    const pieces = await piecesOf(chosen.name, chosen.rules.name);
    const known = new Set(found.players.map((/** @type {Standing} */ one) => one.name));
    const others = pieces.agents.filter(({ name }) => !known.has(name)).map(({ name }) => unplayed(name));
    const agents = new Map(pieces.agents.map((agent) => [agent.name, agent]));
    this.replaceChildren(
      h(
        "div",
        { class: "lobby standings" },
        h("h1", {}, t("agentsTitle")),
        h("label", {}, h("span", { class: "note" }, t("game")), h("select", { onchange: pick }, ...options)),
        table([...found.players, ...others], agents, chosen.rules),
        h("p", { class: "note" }, found.games ? t("fromGames", { n: found.games }) : t("noGames")),
        found.skills.length > 0 && h("h2", {}, t("bySkill")),
        found.skills.length > 0 && bars(found.skills, chosen.rules),
      ),
    );
  }
}

/** @param {string} name @returns {Standing} */
const unplayed = (name) => ({ name, games: 0, wins: 0, points: 0, rating: null, uncertainty: null });

/** @param {Standing[]} players @param {Map<string, import("./types.js").Agent>} agents @param {Variant} rules */
function table(players, agents, rules) {
  const heads = ["who", "strength", "rating", "games", "wonPart", "average"].map((key) => h("th", { scope: "col" }, t(key)));
  const rows = players.map((one) => {
    const agent = agents.get(one.name);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, one.name === "person" ? t("people") : nameOf(one.name), agent && h("small", {}, `${t(`kind.${agent.kind}`)}. `, h("span", { lang: "en" }, agent.doc))),
      h("td", { title: agent?.strength ? t(`about.${agent.strength.unit}`) : null }, (agent && strengthOf(agent)) || "–"),
      h("td", {}, one.rating === null ? "–" : `${number(one.rating)} ± ${number(one.uncertainty ?? 0)}`),
      h("td", {}, one.games),
      h("td", {}, one.games ? percent(one.wins) : "–"),
      h("td", {}, one.games ? amount(one.points, rules.returns) : "–"),
    );
  });
  return h("div", { class: "scroll", tabindex: 0 }, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)));
}

/** A bar for each skill, with its 95 % interval. @param {Skill[]} skills @param {Variant} rules */
function bars(skills, rules) {
  const most = Math.max(...skills.map(({ points, high }) => high ?? points), 1e-9) * 1.1;
  const y = (/** @type {number} */ value) => (HEIGHT - FOOT) * (1 - Math.max(0, value) / most);
  const shapes = skills.flatMap(({ skill, games, points, low, high }) => {
    const x = ((skill - 0.5) * WIDTH) / 5;
    const name = `${skill}: ${amount(points, rules.returns)} (${games})`;
    return [
      svg("rect", { x: x - 24, width: 48, y: y(points), height: HEIGHT - FOOT - y(points), rx: 5, class: "bar" }, svg("title", {}, name)),
      ...(low === null || high === null ? [] : [svg("line", { x1: x, x2: x, y1: y(low), y2: y(high), class: "whisker" })]),
      svg("text", { x, y: HEIGHT - 6, "text-anchor": "middle" }, `${skill} (${games})`),
      svg("text", { x: x + 28, y: y(points) + 4 }, amount(points, rules.returns)),
    ];
  });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph bars", role: "img", "aria-label": t("bySkill") }, ...shapes);
}

customElements.define("mazzo-standings", Standings);
