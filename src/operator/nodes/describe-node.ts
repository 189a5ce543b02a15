/** What a node tells about itself. */
import { availableParallelism, hostname, loadavg } from "node:os";
import { SOFTWARE_VERSION } from "../../base/version.ts";
import type { TrafficCounts } from "../../http/serving/metrics.ts";
import type { ProcessState } from "../../http/serving/process-state.ts";
import type { NodeFacts } from "../answers.ts";

export interface NodeSources {
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
export const NODE_NAME = `${hostname()}/${process.pid}`;

/** Returns a function that describes this node; the load is that since its last call. */
export function createNodeDescriber(sources: NodeSources): () => NodeFacts {
  const startedAt = new Date().toISOString();
  const measureLoad = createLoadMeter(sources);
  return () => {
    const state = sources.processState();
    const { snapshot, source, jobs, cluster } = state;
    return {
      url: sources.url,
      startedAt,
      software: SOFTWARE_VERSION,
      registry: snapshot?.version ?? null,
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
