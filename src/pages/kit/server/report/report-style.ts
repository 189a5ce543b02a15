/** Styles of a report, in the file itself: a report is one file that needs nothing from a network. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfaf8, #131417);
  --surface: light-dark(#fff, #1b1d21);
  --text: light-dark(#1d1f23, #ececee);
  --muted: light-dark(#5d6068, #a5a9b3);
  --line: light-dark(#dedbd3, #34383f);
  --ok: light-dark(#2a7d4b, #5fc48b);
  --info: light-dark(#3f6fb5, #82abec);
  --warn: light-dark(#c98a16, #f0b64d);
  --danger: light-dark(#b9433b, #ee857c);
  --plain: light-dark(#b8410f, #ff9a62);
  --water: light-dark(#edf1f4, #16191d);
  --land: light-dark(#fffefb, #22252b);
  --inner: light-dark(#d8d3c8, #3b4048);
  --outer: light-dark(#a39d91, #636975);
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto;
  padding: 40px 24px 32px;
  max-width: 960px;
  background: var(--bg);
  color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h2 { margin: 0 0 12px; font-size: 1.125rem; line-height: 1.25; }
p { margin: 0; }
.about { margin-top: 4px; color: var(--muted); }
section {
  margin-top: 20px;
  padding: 20px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
}
.found { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; margin-bottom: 12px; }
.found strong { font-size: 2.75rem; line-height: 1.1; letter-spacing: -0.03em; }
.found span { color: var(--muted); }
.whole { display: block; margin-bottom: 16px; border-radius: 5px; }
rect.ok { fill: var(--ok); }
rect.info { fill: var(--info); }
rect.warn { fill: var(--warn); }
rect.danger { fill: var(--danger); }
rect.plain { fill: var(--plain); }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { padding-bottom: 10px; font-size: 1.125rem; font-weight: 650; line-height: 1.25; text-align: left; }
th { padding: 5px 16px 5px 0; font-weight: 400; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td { padding: 5px 0; vertical-align: top; }
.bars th { width: 42%; }
.bars th::first-letter { text-transform: uppercase; }
.bar { padding-top: 9px; line-height: 0; }
.number { padding-left: 14px; width: 1%; text-align: right; white-space: nowrap; }
.share { color: var(--muted); }
small { display: block; color: var(--muted); font-size: 0.8125rem; }
.map { display: block; width: 100%; border: 1px solid var(--line); border-radius: 8px; background: var(--water); }
.map + p { margin-top: 8px; color: var(--muted); font-size: 0.8125rem; }
.land { fill: var(--land); stroke: var(--inner); stroke-width: 1; stroke-linejoin: round; }
.border { fill: none; stroke: var(--outer); stroke-width: 1.5; stroke-linejoin: round; }
.points {
  fill: none;
  stroke: var(--plain);
  stroke-linecap: round;
  stroke-opacity: 0.8;
  vector-effect: non-scaling-stroke;
}
.map text {
  fill: var(--text);
  stroke: var(--land);
  stroke-width: 3.5px;
  stroke-linejoin: round;
  paint-order: stroke;
  font-size: 14px;
  text-anchor: middle;
}
.map .minor { fill: var(--muted); font-size: 13px; }
.map .scale { fill: none; stroke: var(--muted); stroke-width: 1.5; }
.map .scale-text { fill: var(--muted); font-size: 12px; }
.columns th { width: 50%; color: var(--muted); }
footer { margin-top: 24px; color: var(--muted); font-size: 0.8125rem; }
@media (max-width: 600px) {
  body { padding: 24px 16px; }
  section { padding: 16px; }
  .bars tbody, .bars tr { display: block; }
  .bars tr { display: grid; grid-template-columns: 1fr auto 4.25rem; padding: 5px 0; }
  .bars th { grid-area: 1 / 1; width: auto; padding: 0; }
  .bars .number { width: auto; padding: 0 0 0 10px; }
  .bars .bar { grid-area: 2 / 1 / auto / 4; padding: 3px 0 0; }
  .map text { font-size: 28px; stroke-width: 7px; }
  .map .minor { display: none; }
  .map .scale-text { font-size: 24px; }
}
@media print {
  :root { color-scheme: light; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { padding: 0; max-width: none; }
  section { break-inside: avoid; }
  .map { max-height: 140mm; }
}
`;
