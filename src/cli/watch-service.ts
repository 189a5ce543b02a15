/** Watches what a serving process alone does not see, for its metrics, the operator's pages and the other nodes. */
import { watchExpiringKeys } from "../accounts/expiring-keys.ts";
import { openNodes, type RunningAccounts } from "../accounts/open-accounts.ts";
import type { App } from "../app.ts";
import type { Settings } from "../base/settings.ts";
import type { SourceFollower } from "../distribution/follow-source.ts";
import type { ExportThread } from "../exports/export-thread.ts";
import type { Readiness } from "../http/serving/readiness.ts";
import { type NodeReports, startNodeReports } from "../operator/nodes/report-node.ts";

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
