/**
 * Measures the bytes that a voorkomen takes in the history file, on copies of a real extract: outlines of a fictitious
 * country are simpler than real ones.
 *
 *   node_modules/.bin/bun bench/history-size.ts <extract.zip> [--copies 80]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { Past } from "../src/registry/history/past.ts";
import { voorkomenTable } from "../src/registry/schema/history-schema.ts";
import { TYPE_CODES } from "../src/registry/schema/object-types.ts";
import { repeatExtract } from "../test/support/extracts/repeat-extract.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: "string", default: "80" } },
});
const temporary = mkdtempSync(join(tmpdir(), "baken-bench-"));
try {
  const [extract, dataDir] = [join(temporary, "copies.zip"), join(temporary, "data")];
  await repeatExtract(positionals[0]!, extract, Number(values.copies));
  const importing = [
    join(import.meta.dir, "..", "baken"),
    "import",
    extract,
    "--history",
    "full",
    "--data",
    dataDir,
  ];
  const { exitCode, stderr } = Bun.spawnSync(importing, { stderr: "pipe" });
  if (exitCode !== 0) {
    throw new Error(stderr.toString());
  }
  const registry = openRegistry(dataDir);
  const { history } = new Past(registry.current()!);
  const counts = TYPE_CODES.map((code) =>
    Number(history.statement(`SELECT count(*) FROM ${voorkomenTable(code, "history")}`).values()[0]![0]),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const name = readdirSync(dataDir).find((file) => file.startsWith("history-") && !file.endsWith(".lock"))!;
  const bytes = statSync(join(dataDir, name)).size;
  registry.close();
  process.stdout.write(
    `${values.copies} copies: ${total} voorkomens, ${(bytes / 1e6).toFixed(1)} MB of history, ` +
      `${(bytes / total).toFixed(1)} bytes a voorkomen\n`,
  );
} finally {
  rmSync(temporary, { recursive: true });
}
