// @ts-check
/** The page's frame: its bar, its settings, and which of its views the address names. */

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import "./lobby.js";
import "./play.js";
import "./review.js";
import "./standings.js";
import { apply, choice, choose } from "./settings.js";

const VIEWS = /** @type {[RegExp, string][]} */ ([
  [/^\/table\/([\w-]+)$/, "mazzo-play"],
  [/^\/review\/([\w-]+)$/, "mazzo-review"],
  [/^\/(agents)$/, "mazzo-standings"],
]);

class App extends HTMLElement {
  connectedCallback() {
    apply();
    addEventListener("popstate", () => this.draw());
    document.addEventListener("choice", () => this.draw());
    document.addEventListener("go", (event) => this.go(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("click", (event) => this.follow(event));
    this.draw();
  }

  /** @param {string} path */
  go(path) {
    history.pushState(null, "", path);
    this.draw();
  }

  /** Links within the page are followed without loading it anew. @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[href^='/']");
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.hasAttribute("download")) return;
    event.preventDefault();
    this.go(link.getAttribute("href") ?? "/");
  }

  draw() {
    const path = location.pathname;
    const [pattern, tag] = VIEWS.find(([pattern]) => pattern.test(path)) ?? [/^\/()/, "mazzo-lobby"];
    const view = document.createElement(tag);
    view.dataset.id = path.match(pattern)?.[1] ?? "";
    this.replaceChildren(bar(), h("main", {}, view));
  }
}

function bar() {
  return h(
    "header",
    { class: "bar" },
    h("a", { href: "/", class: "brand", "aria-label": `mazzo, ${t("home")}` }, "mazzo"),
    h("div", { class: "title", id: "title" }),
    h("div", { class: "tools" }, h("a", { class: "quiet", href: "/agents" }, t("agents")), language(), settings()),
  );
}

function language() {
  const other = choice("lang") === "it" ? "en" : "it";
  const name = other === "it" ? "Italiano" : "English";
  return h(
    "button",
    { class: "quiet", lang: other, "aria-label": `${other.toUpperCase()}: ${name}`, title: name, onclick: () => choose("lang", other) },
    other.toUpperCase(),
  );
}

function settings() {
  const panel = h(
    "div",
    { class: "panel", popover: "auto", id: "settings", "aria-label": t("settings") },
    h("h2", {}, t("settings")),
    choices("theme", ["auto", "light", "dark"]),
    choices("motion", ["calm", "quick", "off"]),
    h("p", { class: "note" }, t("keys")),
  );
  const button = h("button", { class: "quiet", "aria-label": t("settings"), title: t("settings"), popovertarget: "settings" }, icon("menu"));
  return h("span", {}, button, panel);
}

/** @param {"theme" | "motion"} name @param {string[]} values */
function choices(name, values) {
  const options = values.map((value) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name,
        value,
        checked: choice(name) === value,
        onchange: () => choose(name, /** @type {any} */ (value)),
      }),
      h("span", {}, t(value)),
    ),
  );
  return h("fieldset", { class: "segments" }, h("legend", {}, t(name)), ...options);
}

customElements.define("mazzo-app", App);
