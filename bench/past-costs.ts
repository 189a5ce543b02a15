/**
 * Measures what the past of a registry costs questions about today: each kind of request, sent to a registry with its
 * history and to one of the same country without, in turns within one process and without a socket.
 *
 *   node_modules/.bin/bun bench/past-costs.ts --data DIR --without DIR [--kinds search,lookup] [--rounds 9]
 *
 * Prints the processor time of a request with and without a history, and their ratio: medians of the rounds, and the
 * ratio's spread (`figureOf`).
 */
import { parseArgs } from "node:util";
import { INTERFACE_NAMES } from "../src/base/setting-values.ts";
import { type KindName, makeKinds, PRESENT_KIND_NAMES } from "./run/kinds.ts";
import { figureOf } from "./run/result.ts";
import { PROXY } from "./run/servers.ts";
import { type BenchApp, openBenchApp } from "./shared/bench-app.ts";
import { type BenchRequest, toRequest } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    without: { type: "string" },
    kinds: { type: "string", default: PRESENT_KIND_NAMES.join(",") },
    rounds: { type: "string", default: "9" },
    requests: { type: "string", default: "2000" },
  },
});
/** Requests of one turn: few enough that other load of the machine meets both sides alike. */
const BATCH = 50;

/** Returns the microseconds of processor time that a side takes for requests. */
async function ask({ app, headers }: BenchApp, requests: readonly BenchRequest[]): Promise<number> {
  const made = requests.map((request) => toRequest(request, headers));
  const before = process.cpuUsage();
  for (const request of made) {
    await app.fetch(request, () => PROXY);
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Returns the microseconds of a request on each side in one round. */
async function measureRound(requests: readonly BenchRequest[], round: number): Promise<number[]> {
  const used = sides.map(() => 0);
  for (let at = 0; at < requests.length; at += BATCH) {
    const first = (round + at / BATCH) % sides.length;
    for (const side of [first, 1 - first]) {
      used[side]! += await ask(sides[side]!, requests.slice(at, at + BATCH));
    }
  }
  return used.map((us) => us / requests.length);
}

const OPTIONS = { host: "127.0.0.1", trustedProxies: [PROXY], interfaces: INTERFACE_NAMES };
const sides = [values.data!, values.without!].map((dataDir) => openBenchApp(dataDir, OPTIONS));
const kinds = makeKinds(sides[0]!.app.registry.current()!, values.kinds.split(",") as KindName[]);
process.stdout.write(`${"".padEnd(22)}   with µs  without    ratio   spread\n`);
for (const { name, requests } of kinds) {
  const asked = requests.slice(0, Number(values.requests));
  const rounds: number[][] = [];
  // The first round warms up.
  for (let round = 0; round <= Number(values.rounds); round++) {
    rounds.push(await measureRound(asked, round));
  }
  const counted = rounds.slice(1);
  const costs = sides.map((_, side) => figureOf(counted.map((used) => used[side]!)).median.toFixed(1));
  const { median, spread } = figureOf(counted.map(([past, none]) => past! / none!));
  process.stdout.write(
    `${name.padEnd(22)} ${costs.map((cost) => cost.padStart(9)).join("")} ${median.toFixed(2).padStart(8)}   ±${Math.round(100 * spread)} %\n`,
  );
}
for (const side of sides) {
  side.close();
}
