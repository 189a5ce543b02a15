/** Faults that befall a cluster: a killed node, an engine that restarts or hangs, a connection that drops or delays. */
import type { Fault } from "./fault-proxy.ts";
import type { NodeCluster } from "./node-cluster.ts";
import type { EngineName, SharedEngines } from "./shared-engines.ts";

export interface ChaosFault {
  readonly name: string;
  /** Node that is killed: requests that it had begun to answer may fail. */
  readonly killed?: number;
  /** True when limits may be exceeded by as much as docs/cluster.md says. */
  readonly loosensLimits: boolean;
  /** Nodes that cannot reach PostgreSQL. */
  readonly withoutPostgres: readonly number[];
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

interface ChaosTarget {
  readonly cluster: NodeCluster;
  readonly engines: SharedEngines;
}

type DrawFault = (target: ChaosTarget, random: () => number) => ChaosFault;

const indexBelow = (count: number, random: () => number) => Math.floor(random() * count);
const everyNode = ({ cluster }: ChaosTarget) => cluster.nodes.map((_, index) => index);

const killNode: DrawFault = ({ cluster }, random) => {
  const killed = indexBelow(cluster.nodes.length, random);
  const node = cluster.nodes[killed]!;
  return {
    name: `kill -9 of ${node.name}`,
    killed,
    loosensLimits: false,
    withoutPostgres: [killed],
    begin: async () => void (await node.signal("SIGKILL")),
    end: () => node.start(),
  };
};

const restartRedis: DrawFault = ({ engines: { redis } }) => ({
  name: "Redis loses its memory",
  loosensLimits: true,
  withoutPostgres: [],
  begin: redis.kill,
  end: redis.start,
});

const freezeRedis: DrawFault = ({ engines: { redis } }) => ({
  name: "Redis hangs",
  loosensLimits: true,
  withoutPostgres: [],
  begin: redis.freeze,
  end: redis.thaw,
});

const restartPostgres: DrawFault = (target) => ({
  name: "PostgreSQL is killed and recovers",
  loosensLimits: false,
  withoutPostgres: everyNode(target),
  begin: target.engines.postgres.kill,
  end: target.engines.postgres.start,
});

const freezePostgres: DrawFault = (target) => ({
  name: "PostgreSQL hangs",
  loosensLimits: false,
  withoutPostgres: everyNode(target),
  begin: target.engines.postgres.freeze,
  end: target.engines.postgres.thaw,
});

const restartStorage: DrawFault = ({ engines: { storage } }) => ({
  name: "the storage is killed and restarted",
  loosensLimits: false,
  withoutPostgres: [],
  begin: storage.kill,
  end: storage.start,
});

const disturbLink: DrawFault = ({ engines }, random) => {
  const index = indexBelow(engines.links.length, random);
  const engine = (["postgres", "redis", "redis", "storage"] as const)[indexBelow(4, random)]!;
  const link = engines.links[index]![engine];
  const faults: Fault[] = [
    { kind: "delay", ms: 10 + random() * 60, jitterMs: 30 },
    { kind: "delay", ms: 300, jitterMs: 500 },
    { kind: "hole" },
    { kind: "refuse" },
    { kind: "cut", afterBytes: Math.floor(random() * 2_000) },
  ];
  const fault = faults[indexBelow(faults.length, random)]!;
  return {
    name: `node${index + 1} to ${engine}: ${JSON.stringify(fault)}`,
    loosensLimits: engine === ("redis" satisfies EngineName),
    withoutPostgres: engine === "postgres" ? [index] : [],
    begin: () => link.set(fault),
    end: () => link.set({ kind: "pass" }),
  };
};

/** Kinds of faults. Links are disturbed more often, because there are more ways to do so. */
const KINDS: readonly DrawFault[] = [
  killNode,
  killNode,
  restartRedis,
  freezeRedis,
  restartPostgres,
  freezePostgres,
  restartStorage,
  disturbLink,
  disturbLink,
  disturbLink,
  disturbLink,
  disturbLink,
];

/** Draws the fault of a round. */
export function drawFault(target: ChaosTarget, random: () => number): ChaosFault {
  return KINDS[indexBelow(KINDS.length, random)]!(target, random);
}
