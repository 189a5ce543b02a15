/** Map of the points of a report, as one SVG drawing without anything from a network. */
import type { PointGrid, Square } from "../../../batch/run/point-grid.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { type Html, html } from "../../../web/html.ts";
import { drawAreas } from "./map-areas.ts";
import { frameOf, type MapFrame } from "./map-frame.ts";

/** Bounds in units of the radius of a dot. */
const MIN_RADIUS = 1.25;
const MAX_RADIUS = 6;

/** Draws the squares that hold points over the borders of areas; undefined without points. */
export function drawMap(s: Snapshot, points: PointGrid, label: string): Html | undefined {
  const squares = points.squares();
  const frame = frameOf(squares);
  if (frame === undefined) {
    return undefined;
  }
  const { outlines, names } = drawAreas(s, frame);
  return html`<svg class="map" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${label}">
${outlines}
${drawPoints(squares, { frame, largest: largestRadius(points.sideM, frame) })}
${names}
${drawScale(frame)}
</svg>`;
}

/** Returns a radius with which the dots of full squares side by side just overlap. */
function largestRadius(sideM: number, { metresPerUnit }: MapFrame): number {
  return Math.min(MAX_RADIUS, Math.max(2 * MIN_RADIUS, (0.75 * sideM) / metresPerUnit));
}

/** Draws dots as the round ends of lines without length: one path for each radius, some ten bytes a dot. */
function drawPoints(
  squares: readonly Square[],
  { frame, largest }: { frame: MapFrame; largest: number },
): Html[] {
  const fullest = squares.reduce((most, { count }) => Math.max(most, count), 1);
  const byDiameter = new Map<number, string>();
  for (const square of squares) {
    const radius = Math.max(MIN_RADIUS, largest * Math.sqrt(square.count / fullest));
    const diameter = Math.round(4 * radius) / 2;
    const { x, y } = frame.project(square);
    byDiameter.set(diameter, `${byDiameter.get(diameter) ?? ""}M${x} ${y}h0`);
  }
  return [...byDiameter]
    .sort(([a], [b]) => b - a)
    .map(([diameter, d]) => html`<path class="points" stroke-width="${diameter}" d="${d}"/>\n`);
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
