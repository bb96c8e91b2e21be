// @ts-check
/**
 * Drawings as plain data: a shape is a tag, its attributes and its children. No shape carries an id, so any number of
 * cards share a document; no shape carries a style, so a strict content security policy is kept.
 *
 * @typedef {Record<string, string | number>} Attributes
 * @typedef {{ tag: string, attrs: Attributes, children: Shape[] }} Shape
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Attributes} attrs
 * @param {...Shape} children
 * @returns {Shape}
 */
export const h = (tag, attrs, ...children) => ({ tag, attrs, children });

/** @type {(attrs: Attributes, ...children: Shape[]) => Shape} */
export const group = (attrs, ...children) => h("g", attrs, ...children);

/** @type {(d: string, attrs?: Attributes) => Shape} */
export const path = (d, attrs = {}) => h("path", { d, ...attrs });

/** @type {(cx: number, cy: number, r: number, attrs?: Attributes) => Shape} */
export const circle = (cx, cy, r, attrs = {}) => h("circle", { cx: short(cx), cy: short(cy), r: short(r), ...attrs });

/** @type {(cx: number, cy: number, rx: number, ry: number, attrs?: Attributes) => Shape} */
export const ellipse = (cx, cy, rx, ry, attrs = {}) =>
  h("ellipse", { cx: short(cx), cy: short(cy), rx: short(rx), ry: short(ry), ...attrs });

/** @type {(x: number, y: number, width: number, height: number, attrs?: Attributes) => Shape} */
export const rect = (x, y, width, height, attrs = {}) =>
  h("rect", { x: short(x), y: short(y), width: short(width), height: short(height), ...attrs });

/**
 * Children moved to a place, scaled and turned (degrees, clockwise).
 *
 * @type {(place: { x?: number, y?: number, scale?: number, turn?: number }, ...children: Shape[]) => Shape}
 */
export function placed({ x = 0, y = 0, scale = 1, turn = 0 }, ...children) {
  const steps = [];
  if (x || y) steps.push(`translate(${short(x)} ${short(y)})`);
  if (turn) steps.push(`rotate(${short(turn)})`);
  if (scale !== 1) steps.push(`scale(${short(scale)})`);
  return group(steps.length ? { transform: steps.join("") } : {}, ...children);
}

/** A number with two decimals at most: what the eye can tell apart at 1,000 pixels. @param {number} x */
export const short = (x) => Math.round(x * 100) / 100;

/**
 * The point at a distance and an angle (degrees, clockwise from the top) from another.
 *
 * @type {(x: number, y: number, distance: number, angle: number) => [number, number]}
 */
export function polar(x, y, distance, angle) {
  const radians = (angle * Math.PI) / 180;
  return [short(x + distance * Math.sin(radians)), short(y - distance * Math.cos(radians))];
}

/**
 * A pointed leaf (or feather, or petal) from its foot; `belly` is where it is widest, 0 at the foot and 1 at the tip.
 *
 * @type {(x: number, y: number, length: number, width: number, angle: number, belly?: number) => string}
 */
export function leaf(x, y, length, width, angle, belly = 0.5) {
  const tip = polar(x, y, length, angle);
  const [mx, my] = polar(x, y, length * belly, angle);
  const left = polar(mx, my, width * 0.75, angle - 90);
  const right = polar(mx, my, width * 0.75, angle + 90);
  return `M${short(x)} ${short(y)}Q${left} ${tip}Q${right} ${short(x)} ${short(y)}Z`;
}

/** @type {(shape: Shape) => SVGElement} */
export function build(shape) {
  const node = document.createElementNS(SVG, shape.tag);
  for (const name in shape.attrs) node.setAttribute(name, String(shape.attrs[name]));
  for (const child of shape.children) node.appendChild(build(child));
  return /** @type {SVGElement} */ (node);
}

/** The same as text, for places without a document. @type {(shape: Shape) => string} */
export function write({ tag, attrs, children }) {
  const pairs = Object.entries(attrs).map(([name, value]) => ` ${name}="${escape(String(value))}"`);
  const open = `<${tag}${pairs.join("")}`;
  return children.length ? `${open}>${children.map(write).join("")}</${tag}>` : `${open}/>`;
}

/** @param {string} text */
const escape = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
