/**
 * Response metrics. Each thread counts in its own block of shared memory; the blocks are summed when rendered. A
 * thread is the only writer of its block, so counting needs no lock; a replacement thread continues in the block of
 * the dead one.
 */
import { LIMIT_NAMES } from "../admission.ts";
import type { Exchange } from "../context.ts";

/** Upper bounds of the latency buckets in seconds. */
const LATENCY_BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const MIN_STATUS = 200;
const STATUSES = 400;

const NO_ROUTE = "none";

/** Layout of the cells in a thread's block, for the routes of the interface. */
export class MetricsLayout {
  readonly routes: readonly string[];
  readonly #numbers = new Map<string, number>();

  constructor(paths: readonly string[]) {
    this.routes = [...new Set([NO_ROUTE, ...paths])];
    for (const [number, route] of this.routes.entries()) {
      this.#numbers.set(route, number);
    }
  }

  allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(this.refusals(LIMIT_NAMES.length) * Float64Array.BYTES_PER_ELEMENT);
  }

  routeNumber(route: string | undefined): number {
    return this.#numbers.get(route ?? NO_ROUTE) ?? 0;
  }

  requests(route: number, status: number): number {
    return route * STATUSES + status - MIN_STATUS;
  }

  /** Returns the first cell of a route's latencies: the buckets, one more than bounds, then the sum of seconds. */
  latencies(route: number): number {
    return this.routes.length * STATUSES + route * (LATENCY_BOUNDS.length + 2);
  }

  refusals(limit: number): number {
    return this.latencies(this.routes.length) + limit;
  }
}

export function createRecorder(
  layout: MetricsLayout,
  memory: SharedArrayBuffer,
): (exchange: Exchange) => void {
  const cells = new Float64Array(memory);
  return ({ route, status, durationMs, admission: { refusedByLimit } }) => {
    const number = layout.routeNumber(route);
    const seconds = durationMs / 1000;
    const bucket = LATENCY_BOUNDS.findIndex((bound) => seconds <= bound);
    const latencies = layout.latencies(number);
    cells[layout.requests(number, status)]! += 1;
    cells[latencies + (bucket < 0 ? LATENCY_BOUNDS.length : bucket)]! += 1;
    cells[latencies + LATENCY_BOUNDS.length + 1]! += seconds;
    if (refusedByLimit !== undefined) {
      cells[layout.refusals(LIMIT_NAMES.indexOf(refusedByLimit))]! += 1;
    }
  };
}

/** Renders the sums over all threads in Prometheus' text format. */
export function renderCounts(layout: MetricsLayout, memories: readonly SharedArrayBuffer[]): string {
  const blocks = memories.map((memory) => new Float64Array(memory));
  const total = (cell: number) => blocks.reduce((sum, cells) => sum + cells[cell]!, 0);
  return [
    ...renderHeader("baken_http_requests_total", "counter", "Responses, by route and status."),
    ...layout.routes.flatMap((route, number) =>
      renderRequests(route, (status) => total(layout.requests(number, status))),
    ),
    ...renderHeader(
      "baken_http_request_duration_seconds",
      "histogram",
      "Time from request to response, by route.",
    ),
    ...layout.routes.flatMap((route, number) =>
      renderLatencies(route, (cell) => total(layout.latencies(number) + cell)),
    ),
    ...renderHeader("baken_limit_refusals_total", "counter", "Requests refused by a limit."),
    ...LIMIT_NAMES.map(
      (name, i) => `baken_limit_refusals_total{limit="${name}"} ${total(layout.refusals(i))}`,
    ),
    "",
  ].join("\n");
}

/** Renders a gauge, which can go up and down. */
export function renderGauge(name: string, help: string, value: number): string {
  return [...renderHeader(name, "gauge", help), `${name} ${value}`, ""].join("\n");
}

/** Renders a gauge that is always 1 and tells a version by its label. */
export function renderVersion(name: string, help: string, version: string): string {
  return [...renderHeader(name, "gauge", help), `${name}{version="${version}"} 1`, ""].join("\n");
}

/** Renders a counter, which only grows while the process lives. */
export function renderCounter(name: string, help: string, value: number): string {
  return [...renderHeader(name, "counter", help), `${name} ${value}`, ""].join("\n");
}

function renderHeader(name: string, type: "counter" | "gauge" | "histogram", help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function renderRequests(route: string, countOf: (status: number) => number): string[] {
  return Array.from({ length: STATUSES }, (_, i) => MIN_STATUS + i)
    .map((status) => ({ status, count: countOf(status) }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `baken_http_requests_total{route="${route}",status="${status}"} ${count}`);
}

/** Renders the cumulative buckets of a Prometheus histogram; omits routes without requests. */
function renderLatencies(route: string, cell: (i: number) => number): string[] {
  const name = "baken_http_request_duration_seconds";
  let count = 0;
  const buckets = [...LATENCY_BOUNDS, "+Inf"].map((bound, i) => {
    count += cell(i);
    return `${name}_bucket{route="${route}",le="${bound}"} ${count}`;
  });
  const sum = `${name}_sum{route="${route}"} ${cell(LATENCY_BOUNDS.length + 1)}`;
  return count === 0 ? [] : [...buckets, sum, `${name}_count{route="${route}"} ${count}`];
}
