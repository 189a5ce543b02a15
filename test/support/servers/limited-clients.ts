/** Clients of keys with limits: count what passes, while faults befall the cluster. */
import type { ClusterNode } from "./node-cluster.ts";
import type { ClusterKey } from "./node-operator.ts";

const PAUSE_MS = 10;
const HANG_MS = 20_000;

export interface LimitedClients {
  /** Requests that passed so far. */
  readonly passed: () => number;
  /** Answers other than 200 and 429, and requests that failed. */
  readonly faults: string[];
  stop(): Promise<void>;
}

/** Asks with a key from several clients; each pauses a little between its requests. */
export function startLimitedClients(
  url: string,
  { token, name }: ClusterKey,
  clients: number,
): LimitedClients {
  const faults: string[] = [];
  let isStopping = false;
  let passed = 0;
  const run = async () => {
    while (!isStopping) {
      const status = await statusOf(url, token).catch((error: unknown) => String(error));
      passed += Number(status === 200);
      if (status !== 200 && status !== 429) {
        faults.push(`${name}: ${status}`);
      }
      await Bun.sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, run));
  return {
    passed: () => passed,
    faults,
    async stop() {
      isStopping = true;
      await ended;
    },
  };
}

async function statusOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/cities?per_page=1`, { headers, signal: AbortSignal.timeout(HANG_MS) });
  await response.arrayBuffer();
  return response.status;
}

/** Sends a request with a key to every node directly; returns the statuses. */
export async function statusesOn(nodes: readonly ClusterNode[], token: string): Promise<number[]> {
  return await Promise.all(nodes.map(({ url }) => statusOf(url, token)));
}
