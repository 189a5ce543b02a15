/** Reports this node to the others, and tells of them. */
import { BackoffLogger } from "../../base/backoff-logger.ts";
import { messageOf } from "../../base/errors.ts";
import type { Postgres } from "../../base/postgres.ts";
import type { NodeAnswer } from "../answers.ts";
import { createNodeDescriber, NODE_NAME, type NodeSources } from "./describe-node.ts";
import { listNodes, prepareNodes, type ReportAnswer, removeNode, reportNode } from "./postgres-nodes.ts";

const REPORT_MS = 2_000;

export interface NodeReports {
  /** Answer to the last report; undefined before, and without a database. */
  readonly cluster: ReportAnswer | undefined;
  /** Returns all nodes; without a database, and while that is away, this one alone. */
  list(): Promise<readonly NodeAnswer[]>;
  stop(): Promise<void>;
}

/** Reports this node every two seconds until it is stopped; without a database only describes it. */
export function startNodeReports(sources: NodeSources, database: Postgres | undefined): NodeReports {
  const describe = createNodeDescriber(sources);
  let own = describe();
  let cluster: ReportAnswer | undefined;
  let isPrepared = false;
  let isStopped = false;
  const failureLog = new BackoffLogger("this node cannot report to the others");
  const report = async () => {
    own = describe();
    if (database === undefined) {
      return;
    }
    try {
      if (!isPrepared) {
        await prepareNodes(database);
        isPrepared = true;
      }
      cluster = await reportNode(database, NODE_NAME, own);
      failureLog.reportSuccess();
    } catch (error) {
      // A node that stops loses its database first.
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
      return database === undefined || database.isAway ? alone : await listNodes(database).catch(() => alone);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await lastReport;
      if (database !== undefined) {
        await removeNode(database, NODE_NAME).catch(() => {});
      }
    },
  };
}
