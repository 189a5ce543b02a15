import { type Html, html } from "../html.ts";

export interface ReportBar {
  readonly label: string;
  readonly count: number;
  /** Class of its colour; a sum of others has none, and no bar. */
  readonly tone?: string;
  /** Further text under the label. */
  readonly note?: string;
}

const HEIGHT = 14;

/** Draws bars in a table with their counts and shares of `total`, which screen readers read as such. */
export function drawBars(
  bars: readonly ReportBar[],
  { total, heading, locale }: { total: number; heading: string; locale: string },
): Html {
  const most = bars.reduce((max, { count, tone }) => (tone === undefined ? max : Math.max(max, count)), 1);
  return html`<table class="bars">
<caption>${heading}</caption>
<tbody>
${bars.map(
  ({ label, count, tone, note }) => html`<tr>
<th scope="row">${label}${note && html`<small>${note}</small>`}</th>
<td class="bar">${tone && drawBar(tone, barWidth(count, most))}</td>
<td class="number">${count.toLocaleString(locale)}</td>
<td class="number share">${formatPercent(count, total, locale)}</td>
</tr>
`,
)}</tbody>
</table>`;
}

function drawBar(tone: string, width: number): Html {
  return html`<svg width="100%" height="${HEIGHT}" aria-hidden="true"><rect class="${tone}" width="${width}%" height="${HEIGHT}" rx="3"/></svg>`;
}

function barWidth(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(0.5, Math.round((1000 * count) / most) / 10);
}

/** Returns a share in per cent with one decimal; it says 100 or 0 % only for all or none. */
export function formatPercent(count: number, total: number, locale: string): string {
  const exact = total === 0 ? 0 : (100 * count) / total;
  const rounded = Math.round(10 * exact) / 10;
  const shown = count > 0 && count < total ? Math.min(99.9, Math.max(0.1, rounded)) : rounded;
  return `${shown.toLocaleString(locale, { minimumFractionDigits: 1 })} %`;
}
