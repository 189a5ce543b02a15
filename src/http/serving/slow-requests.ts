/** Requests that took long: a record in the log of each, and the slowest of them for the operator's page. */
import { logWarning } from "../../base/log.ts";
import type { Exchange } from "../context.ts";

/**
 * Parts of the time of a request: waiting for a thread that works on others (an upper bound); route, key and limits;
 * parameters and body, which the client may send slowly; reads and search; text and compression of the response.
 */
type RequestPart = "queue" | "admission" | "input" | "handler" | "render";

/** Slow request. Has the path as declared, never the path, query or body as sent: they may hold an address. */
export interface SlowRequest {
  /** ISO 8601, UTC, when the response was ready. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  /** Path as declared; null without a route. */
  readonly route: string | null;
  readonly status: number;
  readonly keyId: number | null;
  readonly durationMs: number;
  readonly partsMs: Readonly<Record<RequestPart, number>>;
}

/** Returns an observer of responses that logs each one that took `slowMs` or longer, and passes it to `report`. */
export function watchSlowRequests(
  slowMs: number,
  report: (request: SlowRequest) => void,
): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.times.queuedMs + exchange.durationMs < slowMs) {
      return;
    }
    const slow = describe(exchange);
    const { requestId, method, route, status, keyId, durationMs } = slow;
    const parts = Object.entries(slow.partsMs).map(([part, ms]) => [`${part}_ms`, ms]);
    logWarning("slow request", {
      request_id: requestId,
      trace_id: exchange.context.traceId,
      ...{ method, route, status },
      key_id: keyId,
      duration_ms: durationMs,
      ...Object.fromEntries(parts),
    });
    report(slow);
  };
}

function describe({ context, route, admission, status, durationMs, times }: Exchange): SlowRequest {
  const { startedMs, queuedMs } = times;
  const endedMs = startedMs + durationMs;
  const { admittedMs = endedMs, readMs = endedMs, handledMs = endedMs } = times;
  return {
    at: new Date().toISOString(),
    requestId: context.requestId,
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
