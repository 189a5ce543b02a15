/** Report of a geocoded file: one HTML file without scripts that needs nothing from a network. */
import { createHash } from "node:crypto";
import type { GeocodePlan } from "../../../../batch/plan.ts";
import type { PointGrid, Square } from "../../../../batch/run/point-grid.ts";
import { type FileSummary, listMatches } from "../../../../batch/run/summary.ts";
import { reasonName } from "../../../../batch/texts/reasons.ts";
import { ROLE_TEXTS } from "../../../../batch/texts/roles.ts";
import { STATUS_TEXTS } from "../../../../batch/texts/statuses.ts";
import type { Snapshot } from "../../../../registry/file/snapshot.ts";
import { Html, html } from "../html.ts";
import type { Language } from "../preferences.ts";
import { drawBars, formatPercent, type ReportBar } from "./bar-list.ts";
import { drawAreas, type MapFrame, mapFrameOf } from "./report-map.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { REPORT_TEXTS, type ReportTexts } from "./report-texts.ts";

/** Content of a report. */
interface ReportContent {
  readonly snapshot: Snapshot;
  /** Name of the file that was read. */
  readonly fileName: string;
  readonly plan: GeocodePlan;
  readonly summary: FileSummary;
  /** Number of groups of equal addresses; undefined when they were not asked for. */
  readonly groups: number | undefined;
}

/** Most gemeenten with a bar of their own. */
const MAX_GEMEENTEN = 15;

export function renderReport(content: ReportContent, language: Language): string {
  const texts = REPORT_TEXTS[language];
  const { fileName, summary, snapshot } = content;
  const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(REPORT_STYLE).digest("base64")}'`;
  const about = texts.about(summary.counts.rows, snapshot.meta.referenceDate);
  const groups = content.groups === undefined ? "" : texts.groups(content.groups);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${texts.title(fileName, content.plan.kind === "recheck")}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${new Html(REPORT_STYLE)}</style>
</head>
<body>
<main>
<h1>${fileName}</h1>
<p class="about">${about}${groups}.</p>
${drawMatches(content, language, texts)}
${drawPlaces(content, texts)}
${drawReasons(content, language, texts)}
${drawGemeenten(summary, texts)}
${drawColumns(content, language, texts)}
</main>
<footer>${texts.source}</footer>
</body>
</html>
`.toString();
}

function drawMatches({ plan, summary }: ReportContent, language: Language, texts: ReportTexts): Html {
  const { rows, byMatch } = summary.counts;
  const { locale } = texts;
  const isRecheck = plan.kind === "recheck";
  const bars = listMatches(plan, byMatch).map((match) => {
    const { tone, [language]: label } = STATUS_TEXTS[match];
    return { label, count: byMatch[match], tone };
  });
  const found = isRecheck ? byMatch.unchanged : rows - byMatch.none;
  return html`<section>
<p class="found"><strong>${formatPercent(found, rows, locale)}</strong> <span>${isRecheck ? texts.unchanged(found) : texts.found(found)}</span></p>
${drawWhole(bars, rows)}
${drawBars(bars, { total: rows, heading: isRecheck ? texts.byStatus : texts.byMatch, locale })}
</section>`;
}

/** Draws the parts of a whole as one bar. */
function drawWhole(parts: readonly { count: number; tone: string }[], total: number): Html {
  let before = 0;
  const rects = parts.map(({ count, tone }) => {
    const x = percentOf(before, total);
    before += count;
    return html`<rect class="${tone}" x="${x}%" width="${percentOf(count, total)}%" height="20"/>`;
  });
  return html`<svg class="whole" width="100%" height="20" aria-hidden="true">${rects}</svg>`;
}

function percentOf(part: number, total: number): string {
  return total === 0 ? "0" : ((100 * part) / total).toFixed(2);
}

function drawPlaces({ snapshot, summary }: ReportContent, texts: ReportTexts): Html | undefined {
  const map = drawMap(snapshot, summary.points, texts.map);
  return (
    map &&
    html`<section>
<h2>${texts.map}</h2>
${map}
<p>${texts.dots(summary.points.sideM)}</p>
</section>`
  );
}

function drawReasons(
  { plan, summary }: ReportContent,
  language: Language,
  texts: ReportTexts,
): Html | undefined {
  const { byReason, rows } = summary.counts;
  const bars = Object.entries(byReason).map(([reason, count]): ReportBar => {
    const examples = summary.examplesOf(reason);
    const more = count > examples.length ? ", …" : "";
    return {
      label: reasonName(reason, language),
      count,
      tone: "danger",
      note: texts.rows(count, examples.join(", ") + more),
    };
  });
  return bars.length === 0
    ? undefined
    : html`<section>
${drawBars(sortByCount(bars), { total: rows, heading: plan.kind === "recheck" ? texts.changes : texts.byReason, locale: texts.locale })}
</section>`;
}

function drawGemeenten({ byGemeente, counts: { rows } }: FileSummary, texts: ReportTexts): Html | undefined {
  if (byGemeente.size === 0) {
    return undefined;
  }
  const bars = sortByCount(
    Array.from(byGemeente, ([label, count]): ReportBar => ({ label, count, tone: "plain" })),
  );
  const others = bars.slice(MAX_GEMEENTEN);
  const shown = bars.slice(0, MAX_GEMEENTEN);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  if (others.length > 0) {
    shown.push({ label: texts.otherGemeenten(others.length), count: rest });
  }
  return html`<section>
${drawBars(shown, { total: rows, heading: texts.byGemeente, locale: texts.locale })}
</section>`;
}

function drawColumns({ plan }: ReportContent, language: Language, texts: ReportTexts): Html {
  return html`<section>
<table class="columns">
<caption>${texts.columns}</caption>
<tbody>
${plan.uses.map(({ name, role }) => html`<tr><th scope="row">${name}</th><td>${ROLE_TEXTS[role][language]}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

function sortByCount(bars: readonly ReportBar[]): ReportBar[] {
  return bars.toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "nl"));
}

/** Bounds in pixels of the radius of a dot: the smallest is seen on a phone and in print too. */
const MIN_RADIUS = 2.25;
const MAX_RADIUS = 7;

/** Draws the squares that hold points over the borders of areas; undefined without points. */
function drawMap(s: Snapshot, points: PointGrid, label: string): Html | undefined {
  const squares = points.squares();
  const frame = mapFrameOf(squares);
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
