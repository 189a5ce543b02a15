/** Samples the counts of all threads, for the traffic of the last minutes. */
import { LATENCY_BOUNDS, type RouteCounts, type TrafficCounts } from "../../../http/serving/metrics.ts";

/** Counts of a period. */
export interface TrafficPeriod {
  readonly seconds: number;
  /** Most requests first. */
  readonly routes: readonly RouteTraffic[];
  readonly total: RouteTraffic;
  /** Refused requests by limit. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface RouteTraffic {
  readonly route: string;
  readonly requests: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Latencies in seconds, estimated within their bucket as Prometheus does; null without requests. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/** Milliseconds between samples, and how many are kept: a quarter of an hour. */
const SAMPLE_MS = 5_000;
const SAMPLES = 180;
/** Samples that the rates and latencies of "now" span. */
const RECENT_SAMPLES = 12;

type Counts = Pick<RouteCounts, "route" | "statuses" | "buckets">;

interface Sample {
  readonly atMs: number;
  readonly counts: TrafficCounts;
}

export class TrafficHistory {
  readonly #read: () => TrafficCounts;
  readonly #clock: () => number;
  readonly #start: Sample;
  #samples: Sample[];
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(read: () => TrafficCounts, clock: () => number) {
    this.#read = read;
    this.#clock = clock;
    this.#start = this.#take();
    this.#samples = [this.#start];
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  /** Takes a sample; a timer does so every `SAMPLE_MS`. */
  sample(): void {
    this.#samples = [...this.#samples, this.#take()].slice(-SAMPLES);
  }

  /** Returns what was counted in the last minute, in the time of the rates, and since the server started. */
  report(): Record<"minute" | "quarter" | "sinceStart", TrafficPeriod> {
    const now = this.#take();
    const recent = this.#samples.at(-RECENT_SAMPLES) ?? this.#samples[0]!;
    return {
      minute: periodOf(recent, now),
      quarter: periodOf(this.#samples[0]!, now),
      sinceStart: periodOf(this.#start, now),
    };
  }

  /** Returns the requests per second between samples, oldest first, by the time of the later sample. */
  rates(): { at: string; perSecond: number }[] {
    return this.#samples.slice(1).map((sample, i) => {
      const before = this.#samples[i]!;
      const seconds = Math.max(1, sample.atMs - before.atMs) / 1000;
      const requests = requestsOf(sample.counts) - requestsOf(before.counts);
      return { at: new Date(sample.atMs).toISOString(), perSecond: requests / seconds };
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #take(): Sample {
    return { atMs: this.#clock(), counts: this.#read() };
  }
}

function requestsOf({ routes }: TrafficCounts): number {
  return routes.reduce((sum, { buckets }) => sum + sumOf(buckets), 0);
}

function periodOf(from: Sample, to: Sample): TrafficPeriod {
  const before = new Map(from.counts.routes.map((route) => [route.route, route]));
  const changes = to.counts.routes
    .map((route) => differenceOf(route, before.get(route.route)))
    .filter(({ buckets }) => sumOf(buckets) > 0);
  const refusals = Object.entries(to.counts.refusals).map(([name, count]) => [
    name,
    count - from.counts.refusals[name as keyof TrafficCounts["refusals"]],
  ]);
  return {
    seconds: (to.atMs - from.atMs) / 1000,
    routes: changes.map(trafficOf).sort((a, b) => b.requests - a.requests),
    total: trafficOf(totalOf(changes)),
    refusals: Object.fromEntries(refusals),
  };
}

function differenceOf(route: RouteCounts, before: RouteCounts | undefined): Counts {
  const statuses = Object.entries(route.statuses)
    .map(([status, count]) => [status, count - (before?.statuses[Number(status)] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return {
    route: route.route,
    statuses: Object.fromEntries(statuses),
    buckets: route.buckets.map((count, i) => count - (before?.buckets[i] ?? 0)),
  };
}

function totalOf(routes: readonly Counts[]): Counts {
  const statuses: Record<number, number> = {};
  const buckets = new Array<number>(LATENCY_BOUNDS.length + 1).fill(0);
  for (const route of routes) {
    for (const [status, count] of Object.entries(route.statuses)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    }
    for (const [i, count] of route.buckets.entries()) {
      buckets[i]! += count;
    }
  }
  return { route: "", statuses, buckets };
}

function trafficOf({ route, statuses, buckets }: Counts): RouteTraffic {
  const requests = sumOf(buckets);
  return { route, requests, statuses, p50: quantileOf(buckets, 0.5), p99: quantileOf(buckets, 0.99) };
}

/**
 * Estimates a quantile by interpolating within its bucket, as `histogram_quantile` of Prometheus does; the highest
 * bound for values above all bounds.
 */
export function quantileOf(buckets: readonly number[], quantile: number): number | null {
  const rank = quantile * sumOf(buckets);
  let below = 0;
  for (const [i, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = LATENCY_BOUNDS[i - 1] ?? 0;
      const to = LATENCY_BOUNDS[i] ?? from;
      return from + (to - from) * ((rank - below) / count);
    }
    below += count;
  }
  return null;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
