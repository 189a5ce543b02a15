import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Runs a script that opens one file more than the limit `open` allows; returns what the script prints. */
function runWithFewFiles(open: string): string {
  const folder = mkdtempSync(join(tmpdir(), "baken-files-"));
  const script = `
    import { openSync } from "node:fs";
    import { explainFault } from "${root}/src/base/disk-fault.ts";
    import { Database } from "${root}/src/base/sqlite.ts";
    const path = "${folder}/accounts.db";
    new Database(path).run("CREATE TABLE t (a)");
    try { for (;;) { openSync("/dev/null"); } } catch {}
    try { ${open} } catch (error) { console.log(explainFault(error, path)); }`;
  const { stdout } = Bun.spawnSync([
    "sh",
    "-c",
    'ulimit -n 100; exec "$@"',
    "sh",
    process.execPath,
    "-e",
    script,
  ]);
  rmSync(folder, { recursive: true });
  return `${stdout}`;
}

test.each([
  ["a file", 'openSync("/etc/hostname")'],
  ["a database that SQLite cannot open", 'new Database(path).query("SELECT * FROM t").all()'],
])("too many open files are named as such, not as permissions: %s", (_name, open) => {
  const printed = runWithFewFiles(open);
  expect(printed).toContain(
    "reached its limit of open files and connections: raise the limit (ulimit -n 65536",
  );
  expect(printed).not.toContain("writable");
});
