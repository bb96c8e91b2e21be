// @ts-check
/** The expected result after every move, as a curve that can be pointed at. */

import { svg } from "./dom.js";
import { amount } from "./i18n.js";

const WIDTH = 600;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 18;

/**
 * @param {import("./types.js").Analysis} analysis
 * @param {[number, number]} bounds of the result
 * @param {string} name read aloud
 * @param {(plays: number) => void} go
 */
export function graph({ points, decisions, seat }, bounds, name, go) {
  const values = points.map(({ value }) => value);
  const [low, high] = range(values, bounds);
  const x = (/** @type {number} */ plays) => LEFT + (plays / Math.max(1, points.length - 1)) * (WIDTH - LEFT - 8);
  const y = (/** @type {number} */ value) => 8 + ((high - value) / (high - low)) * (HEIGHT - 8 - BOTTOM);
  const line = points.map(({ plays, value }, i) => `${i ? "L" : "M"}${x(plays).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const marks = [low, (low + high) / 2, high].flatMap((value) => [
    svg("line", { x1: LEFT, x2: WIDTH - 8, y1: y(value), y2: y(value), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, amount(value, bounds)),
  ]);
  const blunders = decisions
    .filter(({ certain, player, cost }) => certain && player === seat && cost > (high - low) / 40)
    .map(({ plays }) => svg("circle", { cx: x(plays), cy: y(values[plays] ?? low), r: 4, class: "costly" }));
  const cursor = svg("line", { y1: 4, y2: HEIGHT - BOTTOM, x1: x(0), x2: x(0), class: "cursor" });
  const picture = /** @type {SVGSVGElement} */ (
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": name },
      ...marks,
      svg("path", { d: `${line}L${x(points.length - 1)} ${y(low)}L${x(0)} ${y(low)}Z`, class: "area" }),
      svg("path", { d: line, class: "curve" }),
      ...blunders,
      cursor,
    )
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    const plays = Math.round(((at - LEFT) / (WIDTH - LEFT - 8)) * (points.length - 1));
    go(Math.min(points.length - 1, Math.max(0, plays)));
  });
  const point = (/** @type {number} */ plays) => {
    cursor.setAttribute("x1", String(x(plays)));
    cursor.setAttribute("x2", String(x(plays)));
  };
  return { picture, point };
}

/**
 * Room around the values, within what is possible.
 *
 * @param {number[]} values
 * @param {[number, number]} bounds
 * @returns {[number, number]}
 */
function range(values, [least, most]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (most - least) / 12;
  const bottom = Math.max(least, Math.floor(low / step) * step);
  const top = Math.min(most, Math.ceil(high / step) * step);
  return top > bottom ? [bottom, top] : [Math.max(least, bottom - step), Math.min(most, top + step)];
}
