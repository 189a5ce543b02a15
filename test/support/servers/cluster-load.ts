/** Clients of a cluster: send requests without a pause, and hold every answer against what is allowed. */
import type { TestRequest } from "./hot-swap-states.ts";
import { withoutRequestId } from "./hot-swap-states.ts";

export interface LoadOptions {
  /** Origin of the proxy. */
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly TestRequest[];
  /** Answers to each request, of each registry that may serve; one of them must be given. */
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
