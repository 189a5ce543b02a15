/** Asks promtool which alert rules of deploy/prometheus fire for what a real server answered at /metrics. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../src/operator/doctor/finding.ts";
import { until } from "./until.ts";

const RULES = join(import.meta.dir, "../../../deploy/prometheus/alerts.yml");
/** Minute at which the metrics change from `before` to `after`. */
const CHANGE = 30;
/** Minutes after the change at which the alert may fire: longer than each rule waits; the last is for ages of hours. */
const LOOKS = [12, 65, 130];
/** Names of the servers. */
const NAMES = ["a", "b", "c"];
const TIME = /^\w+_timestamp_seconds/;
/** Metrics that only grow. */
const GOES_ON = /^\w+_(total|bucket|sum|count|timestamp_seconds)(\{|$)/;

/** Answer of `/metrics`, and when it came. */
export interface Scrape {
  /** Empty without an answer. */
  readonly text: string;
  readonly atMs: number;
}

/** Asks a server for its metrics, as Prometheus does. */
export async function scrape(metricsUrl: string): Promise<Scrape> {
  const response = await fetch(metricsUrl).catch(() => undefined);
  return { text: response?.ok ? await response.text() : "", atMs: Date.now() };
}

/** Waits until a line of the metrics matches, and returns all. */
export async function scrapeWith(metricsUrl: string, line: RegExp, limitMs = 20_000): Promise<Scrape> {
  await until(async () => line.test((await scrape(metricsUrl)).text), limitMs);
  return await scrape(metricsUrl);
}

/** Returns the problems that `baken doctor --json` printed, as `level check: text`. */
export function readFindings(stdout: string): string[] {
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return findings
    .filter(({ level }) => level !== "ok")
    .map(({ level, check, text }) => `${level} ${check}: ${text}`);
}

export interface FiringOptions {
  /** Minutes after the change at which the alert may fire. */
  readonly looks?: readonly number[];
  /**
   * True when counters go on after the change at their rate between the two scrapes, and times that moved go on moving.
   * Otherwise all values stay.
   */
  readonly goesOn?: boolean;
}

/**
 * Returns true when the alert fires for a server whose metrics are `before` for half an hour and `after` from then on;
 * for several servers, with a scrape of each. Throws an Error when it fires before the change.
 */
export function fires(
  alert: string,
  before: Scrape | readonly Scrape[],
  after: Scrape | readonly Scrape[],
  { looks = LOOKS, goesOn = false }: FiringOptions = {},
): boolean {
  const minutes = CHANGE + Math.max(...looks) + 10;
  const [first, second] = [[before].flat(), [after].flat()];
  const series = first.flatMap((each, i) => seriesOf(NAMES[i]!, each, second[i]!, { minutes, goesOn }));
  if (isFiring(alert, series, CHANGE - 1)) {
    throw new Error(`${alert} fires before its cause`);
  }
  return looks.some((look) => isFiring(alert, series, CHANGE + look));
}

interface Series {
  readonly series: string;
  readonly values: string;
}

function isFiring(alert: string, series: readonly Series[], minute: number): boolean {
  const folder = mkdtempSync(join(tmpdir(), "baken-promtool-"));
  const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`;
  const test = {
    rule_files: [RULES],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: series,
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

/** Returns the series of one server, and the series that Prometheus adds by itself: whether the server answered. */
function seriesOf(
  instance: string,
  before: Scrape,
  after: Scrape,
  { minutes, goesOn }: { readonly minutes: number; readonly goesOn: boolean },
): Series[] {
  const [first, second] = [read(before, 0), read(after, CHANGE * 60)];
  const passedMinutes = (after.atMs - before.atMs) / 60_000;
  const values = [...new Set([...first.keys(), ...second.keys()])].map((name) => {
    const [from, to] = [first.get(name), second.get(name)];
    // Between the scrapes, the clock of promtool advances to the change.
    const unmoved = (from ?? 0) + (TIME.test(name) ? (CHANGE - passedMinutes) * 60 : 0);
    const growth = goesOn && GOES_ON.test(name) ? ((to ?? 0) - unmoved) / passedMinutes : 0;
    return {
      series: labelled(name, instance),
      values: `${repeated(from, CHANGE)} ${repeated(to, minutes - CHANGE, growth)}`,
    };
  });
  const up = `${repeated(Number(before.text !== ""), CHANGE)} ${repeated(Number(after.text !== ""), minutes - CHANGE)}`;
  return [...values, { series: labelled("up", instance), values: up }];
}

/** Repeats a value, or nothing, once a minute; it grows by `growth` a minute. */
function repeated(value: number | undefined, minutes: number, growth = 0): string {
  const step = growth === 0 ? "" : `${growth < 0 ? "-" : "+"}${plain(Math.abs(growth))}`;
  return value === undefined ? `_x${minutes}` : `${plain(value)}${step}x${minutes - 1}`;
}

/** Writes a number without an exponent, which promtool does not read. */
function plain(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(6);
}

function labelled(name: string, instance: string): string {
  const [, metric, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(name)!;
  const all = [`job="baken"`, `instance="${instance}"`, ...(labels === undefined ? [] : [labels])];
  return `${metric}{${all.join(", ")}}`;
}

/** Reads the values; the clock of promtool begins in 1970, so times count from then on. */
function read({ text, atMs }: Scrape, atS: number): Map<string, number> {
  const values = new Map<string, number>();
  for (const [, metric = "", labels = "", value = ""] of text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)) {
    values.set(metric + labels, Number(value) + (TIME.test(metric) ? atS - atMs / 1000 : 0));
  }
  return values;
}
