/**
 * Measures every kind of request over HTTP: requests per second, latency, processor time and memory of the server, on
 * one thread and on all, beside a bare server with the same bytes and PostgreSQL behind Fastify with the same data.
 * The load comes from `wrk`, on another core while one thread is measured. Servers take turns in every round.
 *
 *   npm run bench -- [--data DIR | --addresses 20000] [--kinds lookup,id] [--servers baken,all,bare,postgres]
 *     [--rounds 5] [--seconds 3] [--connections 32] [--in-process off] [--out FILE] [--against FILE]
 *
 * docs/performance.md explains the columns. Linux, with `wrk`; `postgres` needs Debian's postgresql and PostGIS. With
 * `--against` it exits 1 when a cost rises beyond its spread.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { KIND_NAMES, type KindName, PRESENT_KIND_NAMES } from "./run/kinds.ts";
import { compareResults, type Result, SERVER_NAMES, type ServerName } from "./run/result.ts";
import { type Plan, runBench } from "./run/run-bench.ts";
import { printChanges, printResult } from "./run/table.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    addresses: { type: "string", default: "20000" },
    kinds: { type: "string", default: [...PRESENT_KIND_NAMES, "export"].join(",") },
    servers: { type: "string", default: "baken,all,bare" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    "in-process": { type: "string", default: "on" },
    out: { type: "string" },
    against: { type: "string" },
  },
});

/** Splits a list of names; throws when one is unknown. */
function namesIn<Name extends string>(list: string, known: readonly Name[]): Name[] {
  const names = list.split(",");
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is none of ${known.join(", ")}`);
  }
  return names as Name[];
}

const kinds = namesIn<KindName | "export">(values.kinds, [...KIND_NAMES, "export"]);
const plan: Plan = {
  data: values.data,
  addresses: Number(values.addresses),
  kinds: kinds.filter((name) => name !== "export"),
  measuresExport: kinds.includes("export"),
  servers: namesIn<ServerName>(values.servers, SERVER_NAMES),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  measuresInProcess: values["in-process"] === "on",
};
const before = values.against === undefined ? undefined : JSON.parse(readFileSync(values.against, "utf8"));
const result = await runBench(plan);
printResult(result);
if (values.out !== undefined) {
  writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`);
}
if (before !== undefined) {
  const changes = compareResults(before as Result, result);
  printChanges(changes);
  process.exitCode = changes.some(({ isRegression }) => isRegression) ? 1 : 0;
}
