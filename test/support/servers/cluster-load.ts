/** Clients of a cluster: send requests without a pause, and hold every answer against what is allowed. */
import type { TestRequest } from "./hot-swap-states.ts";
import { withoutRequestId } from "./hot-swap-states.ts";

export interface LoadOptions {
  /** Origin of the proxy. */
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly TestRequest[];
  /** Allowed answers to each request, one from each registry that may serve. */
  readonly allowed: readonly (readonly string[])[];
  readonly clients: number;
}

export interface Load {
  readonly answered: () => number;
  /** Answers that are not allowed, and requests that failed. */
  readonly faults: string[];
  /** Milliseconds of the slowest request since the last call. */
  takeSlowest(): number;
  stop(): Promise<void>;
}

/** Milliseconds after which a request counts as hanging. */
const HANG_MS = 20_000;

export function startLoad({ origin, token, requests, allowed, clients }: LoadOptions): Load {
  const faults: string[] = [];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let isStopping = false;
  let answered = 0;
  let slowestMs = 0;

  async function ask(index: number): Promise<void> {
    const { path, body } = requests[index]!;
    const startedMs = performance.now();
    try {
      const response = await fetch(origin + path, {
        ...(body === undefined ? {} : { method: "POST", body }),
        headers,
        signal: AbortSignal.timeout(HANG_MS),
      });
      const answer = withoutRequestId({ status: response.status, body: await response.text() });
      if (!allowed.some((answers) => answers[index] === answer)) {
        faults.push(`${path}: ${answer.slice(0, 300)}`);
      }
    } catch (error) {
      faults.push(`${path}: ${error}`);
    }
    answered++;
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  }

  async function run(client: number): Promise<void> {
    for (let i = client * 7; !isStopping; i++) {
      await ask(i % requests.length);
    }
  }

  const ended = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    answered: () => answered,
    faults,
    takeSlowest() {
      const slowest = slowestMs;
      slowestMs = 0;
      return slowest;
    },
    async stop() {
      isStopping = true;
      await ended;
    },
  };
}

export interface PacedLoadOptions {
  /** Base URL of the API. */
  readonly url: string;
  readonly token: string;
  /** Paths whose answers are the same all along. */
  readonly paths: readonly string[];
  readonly perSecond: number;
}

export interface PacedLoad {
  /** Resolves with the counts once the last answer is there. */
  stop(): Promise<{ readonly sent: number; readonly seconds: number; readonly faults: readonly string[] }>;
}

/** Milliseconds between the bursts of a load. */
const BURST_MS = 20;

/** Sends this many requests a second, however slow the answers are; each must equal the first of its path. */
export async function startPacedLoad({ url, token, paths, perSecond }: PacedLoadOptions): Promise<PacedLoad> {
  const faults: string[] = [];
  const running = new Set<Promise<void>>();
  const expected = new Map<string, string>();
  const answerOf = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(HANG_MS) });
    return `${response.status} ${await response.text()}`;
  };
  for (const path of paths) {
    const answer = await answerOf(path);
    if (!answer.startsWith("200 ")) {
      throw new Error(`${path}: ${answer}`);
    }
    expected.set(path, answer);
  }
  const ask = async (path: string) => {
    const answer = await answerOf(path).catch((error) => `${error}`);
    if (answer !== expected.get(path)) {
      faults.push(`${path}: ${answer.slice(0, 300)}`);
    }
  };
  const startedMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) / 1000) * perSecond;
    for (; sent < due; sent++) {
      const request: Promise<void> = ask(paths[sent % paths.length]!).finally(() => running.delete(request));
      running.add(request);
    }
  }, BURST_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return { sent, seconds: Math.round((performance.now() - startedMs) / 1000), faults };
    },
  };
}
