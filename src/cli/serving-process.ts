/**
 * Watches a serving process for its metrics, the operator's pages and the other nodes, and ends it: load balancers are
 * notified, running requests finish, the port left to the next process.
 */
import { watchExpiringKeys } from "../accounts/expiring-keys.ts";
import { openNodes, type RunningAccounts } from "../accounts/open-accounts.ts";
import type { App } from "../app.ts";
import type { ServiceManager } from "../base/service-manager.ts";
import type { Settings } from "../base/settings.ts";
import type { SourceFollower } from "../distribution/follow-source.ts";
import type { ExportThread } from "../exports/export-thread.ts";
import type { Readiness } from "../http/serving/readiness.ts";
import { GRACE_MS } from "../http/serving/server.ts";
import type { RunningThreads } from "../http/serving/threads.ts";
import { type NodeReports, startNodeReports } from "../operator/nodes/report-node.ts";
import { printNote } from "./output.ts";

/** Receivers of the server's state: load balancers, and systemd when it started the server. */
export interface Watchers {
  readonly readiness: Readiness;
  readonly manager: ServiceManager | undefined;
}

/** Times of a stop whose listeners systemd keeps, in milliseconds: clients that connect meanwhile wait. */
const HANDOVER = {
  /** Time before the stop in which downloads under way may end and requests are still served. */
  serveOn: GRACE_MS,
  /** Between looks for requests under way. */
  poll: 50,
  /** Least time for requests on their way when it stops accepting; longer than most take to arrive. */
  linger: 500,
  /** Most time for the requests that it has accepted; clients wait for it. */
  grace: 5_000,
  /** Most time for closing threads and files. */
  close: 30_000,
};

/** Tells load balancers to send no more requests, and serves on until they have noticed. */
export async function drain(
  server: RunningThreads,
  seconds: number,
  { readiness, manager }: Watchers,
): Promise<void> {
  manager?.stopping(seconds * 1000 + HANDOVER.serveOn + HANDOVER.grace + HANDOVER.close);
  readiness.hold("draining");
  server.drain();
  if (seconds > 0) {
    printNote(`Draining: /readyz answers 503; requests are still answered for ${seconds} s.`);
    await Bun.sleep(seconds * 1000);
  }
}

/** Stops the server after its last request. The next process serves the clients that connect from now on. */
export async function stopServer(server: RunningThreads, manager: ServiceManager | undefined): Promise<void> {
  printNote("Stopping: waiting for running requests to finish.");
  if (manager === undefined) {
    return await server.stop();
  }
  server.drain();
  // A thread that hangs does not answer: the race bounds the wait for it.
  await Promise.race([untilIdle(server, performance.now() + HANDOVER.serveOn), Bun.sleep(HANDOVER.serveOn)]);
  manager.keepListeners();
  await server.stop(HANDOVER.grace, HANDOVER.linger);
}

async function untilIdle(server: RunningThreads, deadlineMs: number): Promise<void> {
  while (performance.now() < deadlineMs && (await server.countPending()) > 0) {
    await Bun.sleep(HANDOVER.poll);
  }
}

interface Service {
  readonly settings: Pick<Settings, "counters" | "exportStore">;
  readonly accounts: RunningAccounts;
  readonly readiness: Readiness;
  readonly exportThread: ExportThread;
  readonly follower: SourceFollower | undefined;
  /** Address of the interface. */
  readonly url: string;
}

/** Begins to watch; `stop` of the result ends it. */
export function watchService(app: App, service: Service): Pick<NodeReports, "list" | "stop"> {
  const { settings, accounts, readiness, exportThread, follower, url } = service;
  const expiring = watchExpiringKeys(app.keys);
  const nodes = startNodeReports(
    {
      url,
      uses: { counters: settings.counters !== undefined, storage: settings.exportStore !== undefined },
      processState: app.processState,
      trafficCounts: app.trafficCounts,
      unreadyReasons: () => readiness.reasons,
    },
    openNodes(accounts),
  );
  app.watch(() => ({
    jobs: exportThread.jobs,
    source: follower?.state,
    expiringKeys: expiring.count,
    cluster: nodes.cluster,
  }));
  return {
    list: nodes.list,
    async stop() {
      expiring.stop();
      await nodes.stop();
    },
  };
}
