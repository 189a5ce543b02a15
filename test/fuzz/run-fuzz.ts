/** Sends generated requests to a serving process over many concurrent connections, and judges every answer. */
import { readFileSync } from "node:fs";
import { findFault } from "./check-answer.ts";
import { generateRequest } from "./generate-request.ts";
import { type Answer, Connection, type NoAnswer } from "./http-client.ts";
import { type FuzzRequest, toBytes } from "./request.ts";
import type { FuzzInput } from "./surface.ts";

export interface FuzzOptions {
  readonly surface: FuzzInput;
  readonly seed: number;
  readonly requests: number;
  readonly ports: { readonly interface: number; readonly admin: number };
  /** Process id of the serving process. */
  readonly pid: number;
  /** Milliseconds above which an answer is slow, which is a fault of the run; a busy machine needs more. */
  readonly maxMs?: number | undefined;
}

/** How long a request took. */
interface TimedRequest {
  readonly position: number;
  readonly durationMs: number;
  readonly request: FuzzRequest;
}

export interface FuzzReport {
  /** Faults, each with the position of its request: `generateRequest(surface, seed, position)` reproduces it. */
  readonly faults: string[];
  /** Number of answers by status; `closed` and `silent` count requests without an answer. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Resident memory in MB, sampled at even distances from the first request to the last. */
  readonly memoryMb: number[];
  /** The slowest requests, the slowest first, each in a line. */
  readonly slowest: readonly string[];
  readonly seconds: number;
}

const CONNECTIONS = 24;
const MEMORY_SAMPLES = 90;
const MAX_FAULTS = 20;
const LISTED_SLOWEST = 10;
/** Timeout of an answer: one that takes longer is a hang. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Timeout of a request with broken HTTP, for which the server may rightly wait for more. */
const BROKEN_TIMEOUT_MS = 150;

export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { surface, seed, requests, ports, pid, maxMs = Number.POSITIVE_INFINITY } = options;
  const faults: string[] = [];
  const statuses = new Map<string, number>();
  const memoryMb: number[] = [];
  const sampleEvery = Math.max(1, Math.floor(requests / MEMORY_SAMPLES));
  const startedMs = performance.now();
  let slowest: TimedRequest[] = [];
  let slowAnswers = 0;
  let nextPosition = 0;

  async function work(): Promise<void> {
    const connections = { interface: new Connection(ports.interface), admin: new Connection(ports.admin) };
    while (nextPosition < requests && faults.length < MAX_FAULTS) {
      const position = nextPosition++;
      if (position % sampleEvery === 0) {
        memoryMb.push(residentMb(pid));
      }
      const request = generateRequest(surface, seed, position);
      const sentMs = performance.now();
      const answer = await ask(connections[request.port ?? "interface"], request);
      const timed = { position, durationMs: performance.now() - sentMs, request };
      slowest = slowestOf([...slowest, timed]);
      const status = typeof answer === "object" ? String(answer.status) : answer;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowAnswers += timed.durationMs > maxMs ? 1 : 0;
      const fault = judge(request, answer);
      if (fault !== undefined) {
        faults.push(`${position}: ${fault}\n  ${describe(request)}`);
      }
    }
    connections.interface.close();
    connections.admin.close();
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startedMs) / 1000;
  if (slowAnswers > 0) {
    faults.push(`${slowAnswers} requests took more than ${maxMs} ms`);
  }
  return { faults, statuses, memoryMb, slowest: slowest.map(describeTime), seconds };
}

function slowestOf(timed: readonly TimedRequest[]): TimedRequest[] {
  return timed.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, LISTED_SLOWEST);
}

function describeTime({ position, durationMs, request }: TimedRequest): string {
  return `${position}: ${durationMs.toFixed(0)} ms ${describe(request).slice(0, 200)}`;
}

async function ask(connection: Connection, request: FuzzRequest): Promise<Answer | NoAnswer> {
  const timeoutMs = request.isBroken ? BROKEN_TIMEOUT_MS : ANSWER_TIMEOUT_MS;
  const isHead = request.method === "HEAD";
  const answer = await connection.ask({ bytes: toBytes(request), isHead, timeoutMs });
  // The next bytes would be read as the rest of the broken request.
  if (request.isBroken) {
    connection.close();
  }
  return answer;
}

function judge(request: FuzzRequest, answer: Answer | NoAnswer): string | undefined {
  try {
    return findFault(request, answer);
  } catch (error) {
    return `an answer that cannot be read: ${error}`;
  }
}

function describe({ method, target, headers, body }: FuzzRequest): string {
  const shown = body === undefined ? "" : Buffer.from(body).toString("latin1");
  return JSON.stringify({ method, target, headers, body: shown }).slice(0, 1_500);
}

/** Returns the resident memory of a process in MB; Linux reports it in kB. */
function residentMb(pid: number): number {
  const [, kilobytes = "0"] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/) ?? [];
  return Number(kilobytes) / 1024;
}

/** Returns the median of the second third of the samples and of the last; the last is higher while memory grows. */
export function medianMemory(memoryMb: readonly number[]): { second: number; last: number } {
  const third = Math.floor(memoryMb.length / 3);
  return { second: median(memoryMb.slice(third, 2 * third)), last: median(memoryMb.slice(2 * third)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
