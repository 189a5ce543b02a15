/** Reports this node to the others, and tells of them. */
import type { NodeStore, ReportAnswer } from "../../accounts/node-store.ts";
import { BackoffLogger } from "../../base/backoff-logger.ts";
import { messageOf } from "../../base/errors.ts";
import type { NodeAnswer } from "../answers.ts";
import { createNodeDescriber, NODE_NAME, type NodeSources } from "./describe-node.ts";
import { listNodes } from "./list-nodes.ts";

const REPORT_MS = 2_000;

export interface NodeReports {
  /** Answer to the last report; undefined before, and without a store. */
  readonly cluster: ReportAnswer | undefined;
  /** Returns all nodes; without a store, and while that does not answer, this one alone. */
  list(): Promise<readonly NodeAnswer[]>;
  stop(): Promise<void>;
}

/** Reports this node every two seconds until it is stopped; without a store only describes it. */
export function startNodeReports(sources: NodeSources, store: NodeStore | undefined): NodeReports {
  const describe = createNodeDescriber(sources);
  let own = describe();
  let cluster: ReportAnswer | undefined;
  let isStopped = false;
  const failureLog = new BackoffLogger("this node cannot report to the others");
  const report = async () => {
    own = describe();
    try {
      cluster = await store?.report(NODE_NAME, JSON.stringify(own));
      failureLog.reportSuccess();
    } catch (error) {
      if (!isStopped) {
        failureLog.reportFailure(messageOf(error));
      }
    }
  };
  let lastReport = report();
  const timer = setInterval(() => {
    lastReport = lastReport.then(report);
  }, REPORT_MS);
  timer.unref();
  return {
    get cluster() {
      return cluster;
    },
    async list() {
      const alone = [{ name: NODE_NAME, ...own, silentSeconds: null }];
      return store === undefined ? alone : await listNodes(store).catch(() => alone);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await lastReport;
      await store?.remove(NODE_NAME).catch(() => {});
    },
  };
}
