/** A node that only counts: a process's counters in Redis and its usage in PostgreSQL, with real threads. */

import { CountersHealth, type CountersPlace } from "../../../src/accounts/counters.ts";
import { openServedStores, startUsageFlusher } from "../../../src/accounts/open-accounts.ts";
import { allocateCounters, openCounters } from "../../../src/accounts/open-counters.ts";
import { AccountsHealth } from "../../../src/accounts/usage-flusher.ts";
import type { ThreadReport, ThreadWork } from "../processes/take-from-redis.ts";
import { startNode } from "../stores/postgres-place.ts";

export async function startCountingNode(databaseUrl: string, place: CountersPlace) {
  const accounts = await startNode(databaseUrl);
  const memory = allocateCounters();
  const stores = openServedStores(accounts.place);
  const opened = openCounters(place, { memory, threadNumber: 0, usage: stores.usage });
  const { counters, slots, learnTotals } = opened;
  const flusher = startUsageFlusher(accounts.place, {
    slots,
    stores,
    health: new AccountsHealth(memory.health),
    learnTotals,
  });
  await Promise.all([flusher.loaded, opened.ready]);
  return {
    counters,
    health: new CountersHealth(memory.countersHealth),
    flush: () => flusher.flush(),
    /** Takes in further threads of the node, each with the same work. */
    async takeInThreads(
      threads: number,
      work: Pick<ThreadWork, "takes" | "atOnce">,
    ): Promise<ThreadReport[]> {
      const common = { ...work, place, memory, accounts: accounts.place };
      return await Promise.all(
        Array.from({ length: threads }, (_, i) => runThread({ ...common, threadNumber: i + 1 })),
      );
    },
    async close() {
      await flusher.close();
      opened.close?.();
      stores.close();
      await accounts.close();
    },
  };
}

export type CountingNode = Awaited<ReturnType<typeof startCountingNode>>;

function runThread(work: ThreadWork): Promise<ThreadReport> {
  const worker = new Worker(new URL("../processes/take-from-redis.ts", import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReport>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(work);
  return promise.finally(() => worker.terminate());
}
