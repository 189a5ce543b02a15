/**
 * Runs every bench on a small fictitious country, to check that they still work. Their numbers mean nothing, so several
 * run at a time. Fails when a bench of this folder is not run; those whose programs are missing are left out, except in
 * CI.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WEESP } from "../test/support/extracts/reference-files.ts";

const home = join(import.meta.dir, "..");
/** Benches that run at a time: most of them load a server for a fixed time. */
const AT_ONCE = 3;
const folder = mkdtempSync(join(tmpdir(), "baken-smoke-"));
const demo = join(folder, "demo.zip");
const data = join(folder, "data");
const companions = [
  "--gemeenten",
  join(folder, "demo-gemeenten.csv"),
  "--boundaries",
  join(folder, "demo-pc4.geojson"),
];

const PREPARATIONS = [
  [process.execPath, join(home, "tools/country/main.ts"), "--addresses", "3000", "--out", demo],
  [join(home, "baken"), "import", demo, ...companions, "--data", data],
];

/** The shortest whole run of the bench of all kinds: one round without a warm-up. */
const ONE_ROUND = [
  ...["run", "--data", data, "--rounds", "1", "--seconds", "1"],
  ...["--warm-up", "off", "--connections", "4"],
] as const;

/** Name of a bench and its arguments; the longest first. */
const BENCHES: readonly (readonly [name: string, ...args: string[]])[] = [
  [...ONE_ROUND, "--servers", "baken,postgres"],
  [
    ...ONE_ROUND,
    ...["--national", "--tenth", data, "--kinds", "lookup,box"],
    ...["--servers", "baken,bare", "--open-loop", "1"],
  ],
  ["import", demo, ...companions, "--runs", "1"],
  ["import", WEESP, "--history", "full", "--copies", "2", "--runs", "1"],
  ["update", "--sizes", "1000,3000", "--groups", "200", "--runs", "1"],
  [...ONE_ROUND, "--kinds", "lookup,mcp,valid-on,former"],
  [
    "past-costs",
    ...["--data", data, "--without", data],
    ...["--kinds", "lookup", "--requests", "50", "--rounds", "1"],
  ],
  ["export", "--data", data],
  ["search", "--data", data, "--queries", "10", "--addresses", "20", "--hostile", "50"],
  ["geocode", "--data", data, "--rows", "500", "--per-kind", "5"],
  [
    "footprint",
    ...["--data", data, "--threads", "1,2", "--shares", "100,10"],
    ...["--starts", "1", "--lookups", "1000", "--seconds", "1", "--connections", "4"],
  ],
  ["soak", "--data", data, "--minutes", "3", "--minute-seconds", "2", "--rate", "100"],
  ["cluster", "--data", data, "--rounds", "1", "--seconds", "1"],
  ["static", "--data", data, "--draws", "20", "--typed", "3"],
  ["tiles", "--data", data, "--tiles", "3", "--pmtiles", "10"],
  ["pages", "--data", data, "--rounds", "1", "--slowdown", "1"],
  ["files-page", "--data", data, "--rows", "200"],
];

/** Programs of Debian that benches need. */
const NEEDS = [
  {
    name: "postgresql",
    isThere: existsSync("/usr/lib/postgresql"),
    benches: ["tiles", "run", "cluster"],
  },
  {
    name: "wrk",
    isThere: Bun.which("wrk") !== null,
    benches: ["run", "footprint", "cluster"],
  },
  { name: "chromium", isThere: Bun.which("chromium") !== null, benches: ["pages", "files-page"] },
  { name: "redis-server", isThere: Bun.which("redis-server") !== null, benches: ["cluster"] },
];

let failures = 0;

function fail(name: string, reason: string): void {
  failures++;
  process.stdout.write(`FAILED ${name}\n${reason}\n`);
}

/** Environment of the benches: a server on a core shared with other benches refuses no request that waits for long. */
const PATIENT = { ...process.env, BAKEN_MAX_WAIT: "0" };

/** Runs a command and prints a line with its outcome, and its output when it failed. */
async function run(name: string, command: readonly string[]): Promise<void> {
  const joined = ["sh", "-c", 'exec "$@" 2>&1', "sh", ...command];
  const child = Bun.spawn(joined, { cwd: home, env: PATIENT, stdin: "ignore", stdout: "pipe" });
  const said = await new Response(child.stdout).text();
  if ((await child.exited) === 0) {
    process.stdout.write(`ok     ${name}\n`);
  } else {
    fail(name, said);
  }
}

function isRunnable(name: string): boolean {
  const lacking = NEEDS.find(({ benches, isThere }) => benches.includes(name) && !isThere);
  if (lacking !== undefined && process.env.CI !== "true") {
    process.stdout.write(`skipped ${name}: needs Debian's ${lacking.name}\n`);
    return false;
  }
  return true;
}

for (const command of PREPARATIONS) {
  await run(`${command[1]}`, command);
}
const waiting = BENCHES.filter(([name]) => isRunnable(name));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, ...args] = next;
      await run(`bench/${name}.ts`, [process.execPath, join(import.meta.dir, `${name}.ts`), ...args]);
    }
  }),
);
const listed = new Set(["smoke", ...BENCHES.map(([name]) => name)]);
for (const file of readdirSync(import.meta.dir).filter((name) => name.endsWith(".ts"))) {
  if (!listed.has(file.replace(/\.ts$/, ""))) {
    fail(`bench/${file}`, "bench/smoke.ts does not run it.");
  }
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
