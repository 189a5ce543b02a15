/**
 * Measures what the past of a registry costs questions about today: each kind of request, asked of a registry with its
 * history and of one of the same country without, in turns within one process and without a socket.
 *
 *   node_modules/.bin/bun bench/past-costs.ts --data DIR --without DIR [--kinds search,lookup] [--rounds 9]
 *
 * Prints the processor time of a request with and without, and its ratio: median and quartiles of the rounds.
 */
import { parseArgs } from "node:util";
import { type App, createApp } from "../src/app.ts";
import { INTERFACE_NAMES } from "../src/base/setting-values.ts";
import { type KindName, makeKinds, PRESENT_KIND_NAMES } from "./run/kinds.ts";
import { PROXY } from "./run/servers.ts";
import { type BenchFolder, makeBenchFolder } from "./shared/bench-app.ts";
import type { BenchRequest } from "./shared/wrk.ts";

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

interface Side {
  readonly folder: BenchFolder;
  readonly app: App;
}

function openSide(source: string): Side {
  const folder = makeBenchFolder(source);
  const { dataDir } = folder;
  const app = createApp({ dataDir, host: "127.0.0.1", trustedProxies: [PROXY], interfaces: INTERFACE_NAMES });
  return { folder, app };
}

/** Returns the microseconds of processor time that a side takes for requests. */
async function ask({ folder, app }: Side, requests: readonly BenchRequest[]): Promise<number> {
  const made = requests.map(({ path, body, headers }) => {
    const authorization = `Bearer ${folder.token}`;
    const post = body === undefined ? {} : { method: "POST", body };
    return new Request(`http://localhost${path}`, { headers: { ...headers, authorization }, ...post });
  });
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

function quantile(measured: readonly number[], share: number): number {
  return measured.toSorted((a, b) => a - b)[Math.round((measured.length - 1) * share)]!;
}

const sides = [openSide(values.data!), openSide(values.without!)];
const kinds = makeKinds(sides[0]!.app.registry.current()!, values.kinds.split(",") as KindName[]);
process.stdout.write(`${"".padEnd(22)}   with µs  without      ratio\n`);
for (const { name, requests } of kinds) {
  const asked = requests.slice(0, Number(values.requests));
  const rounds: number[][] = [];
  // The first round warms up.
  for (let round = 0; round <= Number(values.rounds); round++) {
    rounds.push(await measureRound(asked, round));
  }
  const counted = rounds.slice(1);
  const costs = sides.map((_, side) =>
    quantile(
      counted.map((used) => used[side]!),
      0.5,
    )
      .toFixed(1)
      .padStart(9),
  );
  const ratios = counted.map(([past, none]) => past! / none!);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  process.stdout.write(`${name.padEnd(22)} ${costs.join("")}      ${middle} (${low} to ${high})\n`);
}
for (const { app, folder } of sides) {
  app.close();
  folder.remove();
}
