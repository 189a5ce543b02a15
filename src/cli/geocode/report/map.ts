/** Map of the points of a report, as one SVG drawing without anything from a network. */
import type { Square } from "../../../batch/run/point-grid.ts";
import type { Snapshot } from "../../../registry/snapshot.ts";
import { type Html, html } from "../../../web/html.ts";
import { drawAreas, drawNames } from "./map-areas.ts";
import { frameOf, type MapFrame } from "./map-frame.ts";

/** Radius in units of a single point and of the fullest square. */
const MIN_RADIUS = 2;
const MAX_RADIUS = 7;

/** Draws the squares that hold points over the borders of areas; undefined without points. */
export function drawMap(s: Snapshot, squares: readonly Square[], label: string): Html | undefined {
  const frame = frameOf(squares);
  return (
    frame &&
    html`<svg class="map" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${label}">
${drawAreas(s, frame)}
${drawPoints(squares, frame)}
${drawNames(s, frame)}
${drawScale(frame)}
</svg>`
  );
}

/** Draws circles as the round ends of lines without length: one path for each radius, some ten bytes a circle. */
function drawPoints(squares: readonly Square[], { project }: MapFrame): Html[] {
  const fullest = squares.reduce((most, { count }) => Math.max(most, count), 2);
  const byRadius = new Map<number, string>();
  for (const square of squares) {
    const share = Math.log(square.count) / Math.log(fullest);
    const radius = Math.round(2 * (MIN_RADIUS + share * (MAX_RADIUS - MIN_RADIUS))) / 2;
    const { x, y } = project(square);
    byRadius.set(radius, `${byRadius.get(radius) ?? ""}M${x} ${y}h0`);
  }
  return [...byRadius]
    .sort(([a], [b]) => b - a)
    .map(([radius, d]) => html`<path class="points" stroke-width="${2 * radius}" d="${d}"/>\n`);
}

/** Draws a bar of a round length, about a fifth of the width. */
function drawScale({ width, height, metresPerUnit }: MapFrame): Html {
  const longest = (width / 5) * metresPerUnit;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = [5, 2, 1].map((factor) => factor * power).find((length) => length <= longest)!;
  const right = width - 20;
  const left = right - metres / metresPerUnit;
  const text = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
  return html`<path class="scale" d="M${left.toFixed(1)} ${height - 22}v6H${right}v-6"/>
<text class="scale-text" x="${((left + right) / 2).toFixed(1)}" y="${height - 26}">${text}</text>`;
}
