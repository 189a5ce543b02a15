/** Asks promtool which alert rules of deploy/prometheus fire for what a real server answered at /metrics. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RULES = join(import.meta.dir, "../../../deploy/prometheus/alerts.yml");
/** Minute at which the server of `before` becomes that of `after`. */
const CHANGE = 30;
/** Minutes after the change at which the alert may fire: longer than each rule waits, and the last for ages of hours. */
const LOOKS = [12, 65, 130];
const MINUTES = CHANGE + 140;

/** Answer of `/metrics`, and when it came. */
export interface Scrape {
  readonly text: string;
  readonly atMs: number;
}

export async function scrape(metricsUrl: string): Promise<Scrape> {
  return { text: await (await fetch(metricsUrl)).text(), atMs: Date.now() };
}

/**
 * Returns true when the alert fires for a server whose metrics were `before` for half an hour and then stay as they are
 * `after`. Throws an Error when it fires before the change.
 */
export function fires(alert: string, before: Scrape, after: Scrape, looks = LOOKS): boolean {
  if (isFiring(alert, before, after, CHANGE - 1)) {
    throw new Error(`${alert} fires before its cause`);
  }
  return looks.some((minutes) => isFiring(alert, before, after, CHANGE + minutes));
}

function isFiring(alert: string, before: Scrape, after: Scrape, minute: number): boolean {
  const folder = mkdtempSync(join(tmpdir(), "baken-promtool-"));
  const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`;
  const test = {
    rule_files: [RULES],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: seriesOf(before, after),
        promql_expr_test: [{ expr, eval_time: `${minute}m`, exp_samples: [{ labels: "{}", value: 1 }] }],
      },
    ],
  };
  const path = join(folder, "test.yml");
  writeFileSync(path, JSON.stringify(test));
  const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", "test", "rules", path]);
  rmSync(folder, { recursive: true });
  const printed = `${stdout}${stderr}`;
  if (exitCode !== 0 && !printed.includes("got: nil")) {
    throw new Error(`promtool: ${printed}`);
  }
  return exitCode === 0;
}

function seriesOf(before: Scrape, after: Scrape): { series: string; values: string }[] {
  const [first, second] = [read(before, 0), read(after, CHANGE * 60)];
  return [...new Set([...first.keys(), ...second.keys()])].map((series) => ({
    series,
    values: `${repeated(first.get(series), CHANGE)} ${repeated(second.get(series), MINUTES - CHANGE)}`,
  }));
}

function repeated(value: number | undefined, minutes: number): string {
  return value === undefined ? `_x${minutes}` : `${value}x${minutes - 1}`;
}

/** Reads the values; the clock of promtool begins in 1970, so times are told from then on. */
function read({ text, atMs }: Scrape, atS: number): Map<string, number> {
  const values = new Map<string, number>();
  for (const [, name = "", labels = "", value = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const shift = name.endsWith("_timestamp_seconds") ? atS - atMs / 1000 : 0;
    const all = ['job="baken"', 'instance="a"', ...(labels === "" ? [] : [labels])].join(", ");
    values.set(`${name}{${all}}`, Number(value) + shift);
  }
  return values;
}
