/**
 * Measures every kind of request over HTTP: requests per second, latency, processor time and memory of the server, on
 * one thread and on all, compared with a bare server with the same bytes and PostgreSQL behind Fastify with the same
 * data. The load comes from `wrk`, on another core while one thread is measured. Servers take turns in every round.
 *
 * `npm run bench -- --help` names its flags, docs/performance.md explains the columns. Linux, with `wrk`; `postgres`
 * needs Debian's postgresql and PostGIS.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { KIND_NAMES, type KindName, PRESENT_KIND_NAMES } from "./run/kinds.ts";
import { NATIONAL_ADDRESSES, printNational } from "./run/national.ts";
import { compareResults, type Result, SERVER_NAMES, type ServerName } from "./run/result.ts";
import { type Plan, runBench } from "./run/run-bench.ts";
import { printChanges, printResult } from "./run/table.ts";
import { untilStopped } from "./shared/endings.ts";

const HELP = `npm run bench -- [flags]

Stopped with Ctrl-C or SIGTERM, it prints the rounds that it has measured, and ends its servers and PostgreSQL.

  --national          Measures a country of ${NATIONAL_ADDRESSES.toLocaleString("en")} addresses, or of --data or --addresses, beside one with a tenth of
                      them, with PostgreSQL and at half load, and prints the targets of docs/performance.md.
  --tenth DIR         Data folder of the smaller one; without it a fictitious country.
  --data DIR          Data folder; without it a fictitious country of --addresses N, 20000 by default.
  --kinds a,b         ${KIND_NAMES.join(",").replace(/(.{1,80}),/g, "$1,\n                      ")}
                      Default: those of the present; questions of the past need a registry with history.
  --servers a,b       ${SERVER_NAMES.join(",")}. Default baken,all,bare; for a country baken,bare,postgres.
  --rounds N          Rounds after the one that warms up. Default 5.
  --warm-up off       Leaves out that one: to see that all works.
  --seconds S         Seconds of load on a server in a round. Default 3.
  --connections N     Connections of the client. Default 32.
  --minutes M         Stops after so many minutes.
  --open-loop S       Then sends requests at half of the rate that baken answered, for S seconds on each server.
                      Default 0; for a country 10.
  --out FILE          Also writes the result as JSON.
  --against FILE      Compares with such a result; exits 1 when a cost rises beyond its spread.
`;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    addresses: { type: "string" },
    national: { type: "boolean" },
    tenth: { type: "string" },
    kinds: { type: "string", default: PRESENT_KIND_NAMES.join(",") },
    servers: { type: "string" },
    rounds: { type: "string", default: "5" },
    "warm-up": { type: "string", default: "on" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    minutes: { type: "string" },
    "open-loop": { type: "string" },
    out: { type: "string" },
    against: { type: "string" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

/** Splits a list of names; throws when one is unknown. */
function namesIn<Name extends string>(list: string, known: readonly Name[]): Name[] {
  const names = list.split(",");
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is none of ${known.join(", ")}`);
  }
  return names as Name[];
}

const defaults = values.national
  ? { addresses: NATIONAL_ADDRESSES, servers: "baken,bare,postgres", openLoopSeconds: 10 }
  : { addresses: 20_000, servers: "baken,all,bare", openLoopSeconds: 0 };
const timeLimit = values.minutes === undefined ? [] : [AbortSignal.timeout(Number(values.minutes) * 60_000)];
const stop = AbortSignal.any([untilStopped(), ...timeLimit]);
const plan: Plan = {
  data: values.data,
  addresses: Number(values.addresses ?? defaults.addresses),
  kinds: namesIn<KindName>(values.kinds, KIND_NAMES),
  servers: namesIn<ServerName>(values.servers ?? defaults.servers, SERVER_NAMES),
  rounds: Number(values.rounds),
  warmsUp: values["warm-up"] === "on",
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  openLoopSeconds: Number(values["open-loop"] ?? defaults.openLoopSeconds),
  stop,
};
const before = values.against === undefined ? undefined : JSON.parse(readFileSync(values.against, "utf8"));
const tenth = values.national
  ? await runBench({ ...plan, data: values.tenth, addresses: plan.addresses / 10 })
  : undefined;
if (tenth !== undefined) {
  printResult(tenth);
  process.stdout.write("\n");
}
const result = await runBench(plan);
printResult(result);
if (tenth !== undefined) {
  printNational(tenth, result);
}
if (values.out !== undefined) {
  writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`);
}
if (before !== undefined) {
  const changes = compareResults(before as Result, result);
  printChanges(changes);
  process.exitCode = changes.some(({ isRegression }) => isRegression) ? 1 : 0;
}
