/** The result of a run: figures of every kind on every server, each a median with its spread over the rounds. */
import type { Memory } from "../shared/process-costs.ts";
import type { OpenLoop } from "./open-loop.ts";

export interface Figure {
  readonly median: number;
  /** Half the distance between the quartiles, as a share of the median. */
  readonly spread: number;
}

/** Figures of one kind of request on one server. */
export interface Measured {
  readonly perSecond: Figure;
  readonly p50Ms: Figure;
  readonly p99Ms: Figure;
  /** Processor time of the server, user and system, in microseconds a request. */
  readonly cpuUs: Figure;
}

export const SERVER_NAMES = ["baken", "all", "bare", "postgres"] as const;
/** baken on one thread and on all; the bare server; PostgreSQL behind Fastify. */
export type ServerName = (typeof SERVER_NAMES)[number];

export interface KindResult {
  readonly servers: Readonly<Partial<Record<ServerName, Measured>>>;
  /** Latency at half of the requests a second that baken answers on one thread. */
  readonly openLoop?: Readonly<Partial<Record<ServerName, OpenLoop>>>;
}

export interface Result {
  readonly addresses: number;
  readonly cores: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly kinds: Readonly<Record<string, KindResult>>;
  readonly memory: Readonly<Partial<Record<ServerName, Memory>>>;
}

export function figureOf(numbers: readonly number[]): Figure {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const position = share * (sorted.length - 1);
    const low = sorted[Math.floor(position)]!;
    return low + (sorted[Math.ceil(position)]! - low) * (position % 1);
  };
  const median = at(0.5);
  return { median, spread: median === 0 ? 0 : (at(0.75) - at(0.25)) / 2 / median };
}

/** Change of a figure against an earlier run. */
export interface Change {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** True when it is worse by more than the spread of both runs. */
  readonly isRegression: boolean;
}

/** Least change that counts, for a spread over few rounds is small by chance. */
const LEAST_CHANGE = 0.05;

/**
 * Compares processor time per request of every kind that both runs measured. Other load on the machine changes this
 * figure least.
 */
export function compareResults(before: Result, after: Result): Change[] {
  return Object.entries(after.kinds).flatMap(([kind, now]) => {
    const then = costsOf(before.kinds[kind]);
    return Object.entries(costsOf(now)).flatMap(([name, figure]) => {
      const earlier = then[name];
      return figure === undefined || earlier === undefined
        ? []
        : [changeOf(`${kind}, ${name}`, earlier, figure)];
    });
  });
}

function costsOf(kind: KindResult | undefined): Record<string, Figure | undefined> {
  return {
    "one thread": kind?.servers.baken?.cpuUs,
    "all threads": kind?.servers.all?.cpuUs,
  };
}

function changeOf(name: string, before: Figure, after: Figure): Change {
  const allowed = Math.max(LEAST_CHANGE, before.spread + after.spread);
  return {
    name,
    before: before.median,
    after: after.median,
    isRegression: after.median > before.median * (1 + allowed),
  };
}
