// @ts-check
/** What a person chose, kept in the browser: language, theme, how cards move, and which games are open. */

/** @typedef {{ lang: "en" | "it", theme: "auto" | "light" | "dark", motion: "calm" | "quick" | "off" }} Choices */
/** @typedef {{ id: string, game: string, variant: string, at: number }} OpenGame */

/** @type {Choices} */
const choices = { lang: navigator.language.startsWith("it") ? "it" : "en", theme: "auto", motion: "calm" };
Object.assign(choices, read("choices", {}));

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`mazzo.${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(`mazzo.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @template {keyof Choices} K @param {K} name @returns {Choices[K]} */
export const choice = (name) => choices[name];

/** @template {keyof Choices} K @param {K} name @param {Choices[K]} value */
export function choose(name, value) {
  choices[name] = value;
  write("choices", choices);
  apply();
  document.dispatchEvent(new CustomEvent("choice", { detail: name }));
}

/** Tell the document. */
export function apply() {
  document.documentElement.lang = choices.lang;
  document.documentElement.dataset.theme = choices.theme;
}

/** Milliseconds of a movement that takes `calm` in full calm; 0 where nothing is to move. @param {number} calm */
export function duration(calm) {
  if (choices.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return choices.motion === "quick" ? calm / 2 : calm;
}

/** How long a finished trick lies there to be seen. */
export const pause = () => (choices.motion === "calm" ? 1100 : choices.motion === "quick" ? 600 : 0);

/** @returns {OpenGame[]} latest first */
export const openGames = () => read("open", []);

/** @param {OpenGame} game */
export const remember = (game) => write("open", [game, ...openGames().filter((g) => g.id !== game.id)].slice(0, 12));

/** @param {string} id */
export const forget = (id) => write("open", openGames().filter((game) => game.id !== id));

/** What was sent to people who are to come to a table. @param {string} id @returns {{ seat: number, token: string }[]} */
export const invitations = (id) => read("invited", []).find((/** @type {any} */ one) => one.id === id)?.seats ?? [];

/** @param {string} id @param {{ seat: number, token: string }[]} seats */
export const keepInvitations = (id, seats) => write("invited", [{ id, seats }, ...read("invited", [])].slice(0, 12));

/** What was chosen last at the door. @type {() => Record<string, any>} */
export const lastChoice = () => read("last", {});

/** @param {Record<string, any>} wanted */
export const keepChoice = (wanted) => write("last", wanted);
