/**
 * Runs the benches except search.ts and search-vs-postgres.ts on a small fictitious country, to check that they still
 * work. Their numbers mean nothing.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "baken-smoke-"));
const demo = join(folder, "demo.zip");
const data = join(folder, "data");
const companions = [
  "--gemeenten",
  join(folder, "demo-gemeenten.csv"),
  "--boundaries",
  join(folder, "demo-pc4.geojson"),
];

const baken = join(home, "baken");
const bench = (name: string, ...args: string[]) => [
  process.execPath,
  join(import.meta.dir, `${name}.ts`),
  ...args,
];
const COMMANDS = [
  [baken, "demo", "--addresses", "3000", "--out", demo],
  [baken, "import", demo, ...companions, "--data", data],
  bench("import", demo, ...companions, "--runs", "1"),
  bench("import", "--shuffled", "3000", "--runs", "1"),
  bench("update", "--sizes", "1000,3000", "--groups", "200", "--runs", "1"),
  bench("endpoints", "--data", data, "--runs", "5"),
  bench("latency-under-load", "--data", data, "--seconds", "0.3"),
  bench("export", data, "--seconds", "1", "--turns", "1"),
  bench("limits", "--rounds", "1", "--seconds", "0.2"),
  bench("mcp", "--seconds", "0.5", "--connections", "4", "--addresses", "1000"),
];

let failures = 0;
for (const [program, ...args] of COMMANDS) {
  const { status, stderr, error } = spawnSync(program!, args, { encoding: "utf8", cwd: home });
  const name = args.find((arg) => arg.endsWith(".ts"))?.replace(home, ".") ?? `baken ${args[0]}`;
  process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name}\n`);
  if (status === 0) {
    continue;
  }
  failures++;
  process.stdout.write(`${error ?? stderr}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
