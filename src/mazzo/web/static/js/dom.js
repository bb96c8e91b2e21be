// @ts-check
/** Elements in one line each. */

/**
 * `h("button", { class: "main", onclick: deal }, "Deal")`: attributes, listeners (`on…`), children.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes] without those that are null, undefined or false
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** @param {(Node | string | number | null | undefined | false)[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode)
  );

/** @param {any} child */
const asNode = (child) => (typeof child === "number" ? String(child) : child);

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1 2v.2h5.2v-.2c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  history: "M12 7v5l3 2M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5M3.5 4v4.5H8",
  first: "M18 6l-7 6 7 6V6zM7 6v12",
  back: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l7 6-7 6V6zM17 6v12",
  share: "M10 13a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L11.6 6.500M14 11a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.700l1.700-1.700",
  close: "M6 6l12 12M18 6 6 18",
  cards: "M8 4h9a2 2 0 0 1 2 2v12M5 8h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z",
};

/** A line drawing for a button. @param {keyof typeof ICONS} name */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", {
      d: ICONS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
