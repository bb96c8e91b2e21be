// @ts-check
/** Agents in words: how strong they were measured to be, and of what kind they are. */

import { h } from "./dom.js";
import { nameOf, number, percent, t } from "./i18n.js";

/** @typedef {import("./types.js").Agent} Agent */

/** One end of the figure, or its middle. @param {string} unit @param {number} value */
const figure = (unit, value) => (unit === "won" ? percent(value) : number(value, unit === "elo" ? 0 : 1));

/** `393 Elo`; nothing where nobody has measured. @param {Agent} agent */
export const strengthOf = ({ strength }) =>
  strength ? t(`unit.${strength.unit}`, { n: figure(strength.unit, strength.value) }) : "";

/** With its interval and kind, and what it does, which games say in English. @param {Agent} agent @returns {Node[]} */
export function described(agent) {
  const { kind, doc, strength } = agent;
  const interval = strength && ` (${figure(strength.unit, strength.low)}–${figure(strength.unit, strength.high)})`;
  const told = [t(`kind.${kind}`), strength && `${strengthOf(agent)}${interval}`].filter((part) => part).join(" · ");
  return [
    h("b", { title: strength ? t(`about.${strength.unit}`) : null }, told),
    h("span", { lang: "en" }, doc),
  ];
}

/** To choose from, strongest first: those who answer at once, then those who think. @param {Agent[]} agents @param {string} chosen */
export function options(agents, chosen) {
  const groups = [
    { label: t("atOnce"), members: agents.filter(({ kind }) => kind !== "search") },
    { label: t("thinking"), members: agents.filter(({ kind }) => kind === "search") },
  ];
  const people = h("optgroup", { label: t("people") }, h("option", { value: "person", selected: chosen === "person" }, t("byInvitation")));
  return groups
    .filter(({ members }) => members.length)
    .map(({ label, members }) => h("optgroup", { label }, ...members.map((agent) => option(agent, agent.name === chosen))))
    .concat(people);
}

/** @param {Agent} agent @param {boolean} selected */
function option(agent, selected) {
  const strength = strengthOf(agent);
  return h("option", { value: agent.name, selected }, `${nameOf(agent.name)}${strength && ` — ${strength}`}`);
}
