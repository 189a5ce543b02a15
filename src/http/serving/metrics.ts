/**
 * Response metrics. Each thread counts in its own block of shared memory; the blocks are summed when rendered. A
 * thread is the only writer of its block, so counting needs no lock; a replacement thread continues in the block of
 * the dead one.
 */
import { LIMIT_NAMES, type LimitName } from "../admission.ts";
import type { Exchange } from "../context.ts";

/** Upper bounds of the latency buckets in seconds. */
export const LATENCY_BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
];
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
    return new SharedArrayBuffer((this.untrustedForwards() + 1) * Float64Array.BYTES_PER_ELEMENT);
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

  untrustedForwards(): number {
    return this.refusals(LIMIT_NAMES.length);
  }
}

export function createRecorder(
  layout: MetricsLayout,
  memory: SharedArrayBuffer,
): (exchange: Exchange) => void {
  const cells = new Float64Array(memory);
  return ({ context, route, status, durationMs, admission: { refusedByLimit } }) => {
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
    if (context.request.headers.has("x-forwarded-for") && !context.isProxied) {
      cells[layout.untrustedForwards()]! += 1;
    }
  };
}

/** Sums over all threads since the process started. */
export interface TrafficCounts {
  /** Only routes with requests. */
  readonly routes: readonly RouteCounts[];
  readonly refusals: Readonly<Record<LimitName, number>>;
  /** Requests with X-Forwarded-For from an address that is no trusted proxy. */
  readonly untrustedForwards: number;
}

export interface RouteCounts {
  /** Path as declared; `none` for requests without a route. */
  readonly route: string;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses in each bucket of LATENCY_BOUNDS, and slower ones. */
  readonly buckets: readonly number[];
  /** Sum of all latencies. */
  readonly seconds: number;
}

export function readCounts(layout: MetricsLayout, memories: readonly SharedArrayBuffer[]): TrafficCounts {
  const blocks = memories.map((memory) => new Float64Array(memory));
  const total = (cell: number) => blocks.reduce((sum, cells) => sum + cells[cell]!, 0);
  const readRoute = (route: string, number: number): RouteCounts => {
    const statuses = Array.from({ length: STATUSES }, (_, i) => MIN_STATUS + i)
      .map((status) => [status, total(layout.requests(number, status))] as const)
      .filter(([, count]) => count > 0);
    const first = layout.latencies(number);
    return {
      route,
      statuses: Object.fromEntries(statuses),
      buckets: Array.from({ length: LATENCY_BOUNDS.length + 1 }, (_, i) => total(first + i)),
      seconds: total(first + LATENCY_BOUNDS.length + 1),
    };
  };
  return {
    routes: layout.routes.map(readRoute).filter(({ statuses }) => Object.keys(statuses).length > 0),
    refusals: Object.fromEntries(
      LIMIT_NAMES.map((name, i) => [name, total(layout.refusals(i))]),
    ) as TrafficCounts["refusals"],
    untrustedForwards: total(layout.untrustedForwards()),
  };
}

/** Renders counts in Prometheus' text format. */
export function renderCounts({ routes, refusals, untrustedForwards }: TrafficCounts): string {
  return [
    ...renderHeader("baken_http_requests_total", "counter", "Responses, by route and status."),
    ...routes.flatMap(renderRequests),
    ...renderHeader(
      "baken_http_request_duration_seconds",
      "histogram",
      "Time from request to response, by route.",
    ),
    ...routes.flatMap(renderLatencies),
    ...renderHeader("baken_limit_refusals_total", "counter", "Requests refused by a limit."),
    ...Object.entries(refusals).map(
      ([name, count]) => `baken_limit_refusals_total{limit="${name}"} ${count}`,
    ),
    renderCounter(
      "baken_untrusted_forwards_total",
      "Requests with X-Forwarded-For from an address that --trusted-proxies does not name.",
      untrustedForwards,
    ),
  ].join("\n");
}

/** Renders a gauge, which can go up and down; nothing without a value. */
export function renderGauge(name: string, help: string, value: number | undefined): string {
  return value === undefined ? "" : [...renderHeader(name, "gauge", help), `${name} ${value}`, ""].join("\n");
}

interface LabelledValue {
  /** Values are words, without quotes. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Renders a gauge with a value for each set of labels. */
export function renderGauges(name: string, help: string, values: readonly LabelledValue[]): string {
  return renderLabelled(name, { type: "gauge", help }, values);
}

/** Renders a counter with a value for each set of labels. */
export function renderCounters(name: string, help: string, values: readonly LabelledValue[]): string {
  return renderLabelled(name, { type: "counter", help }, values);
}

function renderLabelled(
  name: string,
  { type, help }: { readonly type: "gauge" | "counter"; readonly help: string },
  values: readonly LabelledValue[],
): string {
  const lines = values.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}{${pairs.join(",")}} ${value}`;
  });
  return [...renderHeader(name, type, help), ...lines, ""].join("\n");
}

/** Renders a gauge that is always 1 and has a version as its label. */
export function renderInfo(name: string, help: string, version: string): string {
  return renderGauges(name, help, [{ labels: { version }, value: 1 }]);
}

/** Renders a counter, which only grows while the process lives. */
export function renderCounter(name: string, help: string, value: number): string {
  return [...renderHeader(name, "counter", help), `${name} ${value}`, ""].join("\n");
}

function renderHeader(name: string, type: "counter" | "gauge" | "histogram", help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function renderRequests({ route, statuses }: RouteCounts): string[] {
  return Object.entries(statuses).map(
    ([status, count]) => `baken_http_requests_total{route="${route}",status="${status}"} ${count}`,
  );
}

/** Renders the cumulative buckets of a Prometheus histogram. */
function renderLatencies({ route, buckets, seconds }: RouteCounts): string[] {
  const name = "baken_http_request_duration_seconds";
  let count = 0;
  const lines = [...LATENCY_BOUNDS, "+Inf"].map((bound, i) => {
    count += buckets[i]!;
    return `${name}_bucket{route="${route}",le="${bound}"} ${count}`;
  });
  return [...lines, `${name}_sum{route="${route}"} ${seconds}`, `${name}_count{route="${route}"} ${count}`];
}
