/** Requests that took long: records in the log, and the slowest of them for the operator's page. */
import { logWarning } from "../../base/log.ts";
import type { Exchange } from "../context.ts";

/**
 * Parts of the time of a request: waiting for a thread that works on others (an upper bound); route, key and limits;
 * parameters and body, which the client may send slowly; reads and search; text and compression of the response.
 */
type RequestPart = "queue" | "admission" | "input" | "handler" | "render";

/** Slow request. Has the path as declared, never the path, query or body as sent: they may contain an address. */
export interface SlowRequest {
  /** ISO 8601, UTC, when the response was ready. */
  readonly at: string;
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly method: string;
  /** Path as declared; null without a route. */
  readonly route: string | null;
  readonly status: number;
  readonly keyId: number | null;
  readonly durationMs: number;
  readonly partsMs: Readonly<Record<RequestPart, number>>;
}

/** Returns an observer that passes responses that took `slowMs` or longer to `report`. */
export function watchSlowRequests(
  slowMs: number,
  report: (request: SlowRequest) => void,
): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.times.queuedMs + exchange.durationMs >= slowMs) {
      report(describe(exchange));
    }
  };
}

/** Slow requests that are logged one by one in each {@link WINDOW_MS}; one record sums up the others. */
export const LOGGED_PER_WINDOW = 10;
const WINDOW_MS = 60_000;
/** Number of routes and keys that the sum names, the most frequent first. */
const NAMED = 3;

/** Writes slow requests to the log. In an overload writes few lines and the number of the other requests. */
export class SlowRequestLog {
  #logged = 0;
  #others: SlowRequest[] = [];
  #timer: Timer | undefined;

  write(slow: SlowRequest): void {
    this.#timer ??= setTimeout(() => this.close(), WINDOW_MS);
    if (this.#logged < LOGGED_PER_WINDOW) {
      this.#logged++;
      logOne(slow);
    } else {
      this.#others.push(slow);
    }
  }

  /** Logs the sum of the window and begins another with the next request. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#others.length > 0) {
      logSum(this.#others);
    }
    this.#others = [];
    this.#logged = 0;
  }
}

function logOne({
  requestId,
  traceId,
  method,
  route,
  status,
  keyId,
  durationMs,
  partsMs,
}: SlowRequest): void {
  const parts = Object.entries(partsMs).map(([part, ms]) => [`${part}_ms`, ms]);
  logWarning("slow request", {
    request_id: requestId,
    trace_id: traceId,
    ...{ method, route, status },
    key_id: keyId,
    duration_ms: durationMs,
    ...Object.fromEntries(parts),
  });
}

function logSum(requests: readonly SlowRequest[]): void {
  const sumOf = (part: RequestPart) => round(requests.reduce((sum, { partsMs }) => sum + partsMs[part], 0));
  const longest = (Object.keys(requests[0]!.partsMs) as RequestPart[]).sort((a, b) => sumOf(b) - sumOf(a))[0];
  logWarning("further slow requests", {
    requests: requests.length,
    max_ms: requests.reduce((max, { durationMs }) => Math.max(max, durationMs), 0),
    longest_part: longest,
    routes: countBy(requests, ({ route }) => route ?? "none"),
    key_ids: countBy(requests, ({ keyId }) => String(keyId ?? "none")),
  });
}

/** Returns the most frequent values with their numbers: `/addresses/search 120, /geocode 3`. */
function countBy(requests: readonly SlowRequest[], nameOf: (request: SlowRequest) => string): string {
  const counts = Map.groupBy(requests, nameOf);
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, NAMED)
    .map(([value, group]) => `${value} ${group.length}`)
    .join(", ");
}

function describe({ context, route, admission, status, durationMs, times }: Exchange): SlowRequest {
  const { startedMs, queuedMs } = times;
  const endedMs = startedMs + durationMs;
  const { admittedMs = endedMs, readMs = endedMs, handledMs = endedMs } = times;
  return {
    at: new Date().toISOString(),
    requestId: context.requestId,
    traceId: context.traceId,
    method: context.request.method,
    route: route ?? null,
    status,
    keyId: admission.key?.id ?? null,
    durationMs: round(queuedMs + durationMs),
    partsMs: {
      queue: round(queuedMs),
      admission: round(admittedMs - startedMs),
      input: round(readMs - admittedMs),
      handler: round(handledMs - readMs),
      render: round(endedMs - handledMs),
    },
  };
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;

const KEPT = 50;
const KEPT_MS = 24 * 3_600_000;

/** The slowest requests of the last day; at most {@link KEPT}. */
export class SlowestRequests {
  #requests: readonly SlowRequest[] = [];

  add(request: SlowRequest): void {
    this.#requests = [...this.list(Date.parse(request.at)), request]
      .sort((a, b) => b.durationMs - a.durationMs)
      .slice(0, KEPT);
  }

  /** Returns them, the slowest first. */
  list(nowMs: number): readonly SlowRequest[] {
    return this.#requests.filter(({ at }) => Date.parse(at) > nowMs - KEPT_MS);
  }
}
