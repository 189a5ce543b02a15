/** Reports this node to the others, and lists them. */
import { availableParallelism, hostname, loadavg } from "node:os";
import type { NodeStore, ReportAnswer } from "../../accounts/node-store.ts";
import { messageOf } from "../../base/errors.ts";
import { BackoffLogger } from "../../base/log.ts";
import { SOFTWARE_VERSION } from "../../base/version.ts";
import type { TrafficCounts } from "../../http/serving/metrics.ts";
import type { ProcessState } from "../../http/serving/process-state.ts";
import type { NodeAnswer, NodeFacts } from "./node-facts.ts";

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
    try {
      own = describe();
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

/** Returns the last report of each node. Rejects with `unavailable` where their store does not answer. */
export async function listNodes(store: NodeStore): Promise<NodeAnswer[]> {
  const nodes = await store.list();
  return nodes.map(({ name, facts, silentSeconds }) => ({
    name,
    ...(JSON.parse(facts) as NodeFacts),
    silentSeconds,
  }));
}

interface NodeSources {
  /** Address of the interface. */
  readonly url: string;
  /** Stores that this node uses. */
  readonly uses: Readonly<Record<"counters" | "storage", boolean>>;
  processState(): ProcessState;
  trafficCounts(): TrafficCounts;
  /** Returns why load balancers should send nothing; empty when they should. */
  unreadyReasons(): readonly string[];
}

/** Name of this process among the nodes. */
const NODE_NAME = `${hostname()}/${process.pid}`;

/** Returns a function that describes this node; the load is that since its last call. */
function createNodeDescriber(sources: NodeSources): () => NodeFacts {
  const startedAt = new Date().toISOString();
  const measureLoad = createLoadMeter(sources);
  return () => {
    const state = sources.processState();
    const { snapshot, source, jobs, cluster } = state;
    return {
      url: sources.url,
      startedAt,
      software: SOFTWARE_VERSION,
      registry: snapshot?.meta.dataVersion ?? null,
      source: source && {
        lastSuccessAt:
          source.lastSuccessMs === undefined ? null : new Date(source.lastSuccessMs).toISOString(),
        fault: source.fault?.reason ?? null,
      },
      stores: {
        accounts: state.isAccountsWritable,
        ...(sources.uses.counters && { counters: state.areCountersReachable }),
        ...(sources.uses.storage && { storage: jobs?.storageFault === undefined }),
      },
      unready: sources.unreadyReasons(),
      clockOffsetMs: cluster?.clockOffsetMs ?? null,
      load: { ...measureLoad(), memoryBytes: state.memoryBytes },
    };
  };
}

function createLoadMeter({ trafficCounts }: Pick<NodeSources, "trafficCounts">) {
  const count = () =>
    trafficCounts()
      .routes.flatMap(({ statuses }) => Object.values(statuses))
      .reduce((sum, responses) => sum + responses, 0);
  let last = { atMs: performance.now(), requests: count(), cpu: process.cpuUsage() };
  return () => {
    const { user, system } = process.cpuUsage(last.cpu);
    const now = { atMs: performance.now(), requests: count(), cpu: process.cpuUsage() };
    const seconds = Math.max(0.001, (now.atMs - last.atMs) / 1000);
    const requestsPerSecond = (now.requests - last.requests) / seconds;
    const coresUsed = (user + system) / 1e6 / seconds;
    last = now;
    return { requestsPerSecond, coresUsed, machineLoad: loadavg()[0]!, cores: availableParallelism() };
  };
}
