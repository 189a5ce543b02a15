/** Runs the bench: starts the servers, lets them take turns, collects the figures. */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeDemoFolder } from "../../test/support/countries/import-data-folders.ts";
import { type BenchFolder, makeBenchFolder } from "../shared/bench-app.ts";
import { endWithProcess } from "../shared/endings.ts";
import { cpuSecondsOf, memoryOf } from "../shared/process-costs.ts";
import { type Load, sendLoad, writeRequests } from "../shared/wrk.ts";
import { type Kind, type KindName, makeKinds } from "./kinds.ts";
import { measureOpenLoop, type OpenLoop } from "./open-loop.ts";
import { assertSameAnswers, openRival, RIVAL_KINDS } from "./postgres-rival.ts";
import { figureOf, type KindResult, type Measured, type Result, type ServerName } from "./result.ts";
import { type BareServer, type BenchServer, CLIENT_CORE, startBaken, startBare } from "./servers.ts";

export interface Plan {
  /** Data folder; undefined makes a fictitious country of `addresses`. */
  readonly data: string | undefined;
  readonly addresses: number;
  readonly kinds: readonly KindName[];
  readonly servers: readonly ServerName[];
  readonly rounds: number;
  /** True when a round before these warms the servers up. */
  readonly warmsUp: boolean;
  readonly seconds: number;
  readonly connections: number;
  /** Seconds of requests at a fixed rate, for each kind on each server; 0 for none. */
  readonly openLoopSeconds: number;
  /** Stops the bench, which then returns the rounds that it has measured. */
  readonly stop: AbortSignal;
}

/** Requests of the list between the starts of two rounds. */
const ROUND_STEP = 2_503;

/** Seconds between checks of a server that may still be working, and the maximum share of a core of an idle server. */
const IDLE_CHECK_S = 0.25;
const IDLE_SHARE = 0.2;

type Servers = Partial<Record<ServerName, BenchServer>>;

/** Runs the bench. When it is stopped, resolves with the rounds measured so far; rejects when there are none. */
export async function runBench(plan: Plan): Promise<Result> {
  const made = plan.data === undefined ? await makeDemoFolder(plan.addresses) : undefined;
  const removeMade = made === undefined ? undefined : endWithProcess(() => rmSync(made, { recursive: true }));
  const folder = makeBenchFolder(plan.data ?? made!);
  const requestsDir = mkdtempSync(join(tmpdir(), "baken-bench-"));
  const removeRequests = endWithProcess(() => rmSync(requestsDir, { recursive: true }));
  const registry = openRegistry(folder.dataDir);
  const snapshot = registry.current()!;
  const servers: Servers = {};
  try {
    const kinds = makeKinds(snapshot, plan.kinds);
    for (const { name, requests } of kinds) {
      writeRequests(join(requestsDir, name), requests, folder.token);
    }
    for (const name of plan.servers) {
      servers[name] = await startServer(name, folder);
    }
    if (servers.baken !== undefined && servers.postgres !== undefined) {
      await assertSameAnswers(servers.baken, servers.postgres, { kinds, token: folder.token });
    }
    const run: Run = { plan, folder, requestsDir, servers };
    const { rounds, results } = await measureKinds(run, kinds);
    return {
      addresses: snapshot.meta.counts.adressen,
      cores: availableParallelism(),
      rounds,
      seconds: plan.seconds,
      kinds: results,
      // A signal from the keyboard has ended the servers too.
      memory: plan.stop.aborted
        ? {}
        : Object.fromEntries(
            Object.entries(servers).map(([name, server]) => [name, memoryOf(server.pids())]),
          ),
    };
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    registry.close();
    folder.remove();
    removeRequests();
    removeMade?.();
  }
}

interface Run {
  readonly plan: Plan;
  readonly folder: BenchFolder;
  readonly requestsDir: string;
  readonly servers: Servers;
}

async function startServer(name: ServerName, folder: BenchFolder): Promise<BenchServer> {
  switch (name) {
    case "baken":
      return await startBaken(folder.dataDir, 1);
    case "all":
      return await startBaken(folder.dataDir, availableParallelism());
    case "bare":
      return await startBare();
    case "postgres":
      return await openRival(folder.dataDir);
  }
}

async function measureKinds(
  run: Run,
  kinds: readonly Kind[],
): Promise<{ rounds: number; results: Record<string, KindResult> }> {
  const samples = new Map(kinds.map(({ name }) => [name, new Samples()]));
  const rounds = await measureRounds(run, kinds, samples);
  const results: [KindName, KindResult][] = [];
  for (const kind of kinds) {
    const { name } = kind;
    const servers = samples.get(name)!.toFigures();
    const perSecond = servers.baken?.perSecond.median;
    const { stop, openLoopSeconds } = run.plan;
    const measuresOpenLoop = perSecond !== undefined && openLoopSeconds > 0 && !stop.aborted;
    const openLoop = measuresOpenLoop ? await measureAtHalfRate(run, kind, perSecond) : undefined;
    results.push([name, { servers, ...(openLoop && { openLoop }) }]);
  }
  return { rounds, results: Object.fromEntries(results) };
}

/** Measures until the last round or the stop; returns the number of whole rounds, and rejects when there is none. */
async function measureRounds(
  run: Run,
  kinds: readonly Kind[],
  samples: ReadonlyMap<KindName, Samples>,
): Promise<number> {
  for (let round = run.plan.warmsUp ? -1 : 0; round < run.plan.rounds; round++) {
    for (const kind of kinds) {
      const measured = await measureRound(run, kind, round);
      if (measured === undefined) {
        if (round < 1) {
          throw new Error("stopped before a round was measured");
        }
        return round;
      }
      if (round >= 0) {
        samples.get(kind.name)!.add(measured);
      }
      process.stderr.write(`round ${round + 1} of ${run.plan.rounds}: ${kind.name}\n`);
    }
  }
  return run.plan.rounds;
}

/** Measurements of all rounds of one kind. */
class Samples {
  readonly servers: Partial<Record<ServerName, Record<keyof Measured, number[]>>> = {};

  add(round: RoundMeasured): void {
    for (const [server, measured] of Object.entries(round) as [ServerName, Measurement][]) {
      this.servers[server] ??= { perSecond: [], p50Ms: [], p99Ms: [], cpuUs: [] };
      for (const [key, numbers] of Object.entries(this.servers[server]) as [keyof Measured, number[]][]) {
        numbers.push(measured[key]);
      }
    }
  }

  toFigures(): KindResult["servers"] {
    return Object.fromEntries(
      Object.entries(this.servers).map(([name, measured]) => [
        name,
        Object.fromEntries(Object.entries(measured).map(([key, numbers]) => [key, figureOf(numbers)])),
      ]),
    );
  }
}

type Measurement = Readonly<Record<keyof Measured, number>>;
/** Measurements of one kind in one round, by server. */
type RoundMeasured = Readonly<Partial<Record<ServerName, Measurement>>>;

/** Measures the servers in turns, in round -1 to warm them up; resolves to undefined when it is stopped. */
async function measureRound(run: Run, kind: Kind, round: number): Promise<RoundMeasured | undefined> {
  try {
    const measured = await measureTurns(run, kind, round);
    return run.plan.stop.aborted ? undefined : measured;
  } catch (error) {
    if (run.plan.stop.aborted) {
      return undefined;
    }
    throw error;
  }
}

async function measureTurns(run: Run, kind: Kind, round: number): Promise<RoundMeasured> {
  const { baken, bare } = run.servers;
  if (bare !== undefined && baken !== undefined) {
    await (bare as BareServer).imitate(baken, kind.requests, run.folder.token);
  }
  const turns: Partial<Record<ServerName, Measurement>> = {};
  const seconds = Math.max(1, Math.round(run.plan.seconds));
  for (const [name, server] of Object.entries(run.servers) as [ServerName, BenchServer][]) {
    if (name === "postgres" && !RIVAL_KINDS.has(kind.name)) {
      continue;
    }
    const file = join(run.requestsDir, kind.name);
    const skip = (round + 1) * ROUND_STEP;
    const { connections } = run.plan;
    turns[name] = await measureServer(name, server, { file, seconds, skip, connections });
  }
  return turns;
}

async function measureServer(
  name: ServerName,
  server: BenchServer,
  load: Pick<Load, "file" | "seconds" | "skip" | "connections">,
): Promise<Measurement> {
  const isPinned = name !== "all";
  const before = cpuSecondsOf(server.pids());
  const { requests, seconds, p50Ms, p99Ms } = await sendLoad({
    ...load,
    port: server.port,
    threads: isPinned ? 1 : Math.min(load.connections, availableParallelism()),
    core: isPinned ? CLIENT_CORE : undefined,
  });
  const cpuUs = ((cpuSecondsOf(server.pids()) - before) * 1e6) / requests;
  await untilIdle(server);
  return { perSecond: requests / seconds, p50Ms, p99Ms, cpuUs };
}

/** Measures latency at half of what baken answers; not with all threads, which run on the core of the client too. */
async function measureAtHalfRate(
  run: Run,
  { name, requests }: Kind,
  perSecond: number,
): Promise<NonNullable<KindResult["openLoop"]>> {
  const { baken, bare, postgres } = run.servers;
  await (bare as BareServer | undefined)?.imitate(baken!, requests, run.folder.token);
  const compared = { baken, bare, ...(RIVAL_KINDS.has(name) && { postgres }) };
  const rate = {
    file: join(run.requestsDir, name),
    perSecond: Math.max(1, Math.floor(perSecond / 2)),
    seconds: run.plan.openLoopSeconds,
  };
  const measured: Partial<Record<ServerName, OpenLoop>> = {};
  for (const [server, at] of Object.entries(compared) as [ServerName, BenchServer | undefined][]) {
    if (at !== undefined) {
      measured[server] = measureOpenLoop(at, rate);
      await untilIdle(at);
    }
  }
  process.stderr.write(`at a fixed rate: ${name}\n`);
  return measured;
}

/**
 * Waits until a server has dropped the last requests of its client: PostgreSQL works on a query for seconds after its
 * client has gone, on the core that the next server uses.
 */
async function untilIdle(server: BenchServer): Promise<void> {
  let before = Number.NEGATIVE_INFINITY;
  for (let used = cpuSecondsOf(server.pids()); used - before > IDLE_SHARE * IDLE_CHECK_S; ) {
    before = used;
    await Bun.sleep(IDLE_CHECK_S * 1000);
    used = cpuSecondsOf(server.pids());
  }
}
