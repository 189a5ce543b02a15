/** Compares the read-ahead that doctor reports with the read-ahead of the mounted disk. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";

const dataDir = await makeWeespFolder();
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Returns the kilobytes that the disk of a folder reads ahead; undefined where the system does not say. */
function readAheadOf(folder: string): number | undefined {
  const { stdout } = Bun.spawnSync(["findmnt", "-no", "MAJ:MIN", "-T", folder]);
  try {
    return Number(readFileSync(`/sys/dev/block/${stdout.toString().trim()}/queue/read_ahead_kb`, "utf8"));
  } catch {
    return undefined;
  }
}

test.skipIf(!hasProgram("findmnt", "util-linux"))(
  "doctor names the read-ahead of the disk, without a warning for a registry that fits into memory",
  async () => {
    const kilobytes = readAheadOf(dataDir);
    const { stdout } = await collectOutcome(start([BAKEN, "doctor", "--data", dataDir, "--json"]));
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
    const finding = findings.find(({ check }) => check === "read-ahead");
    if (kilobytes === undefined) {
      expect(finding).toBeUndefined();
      return;
    }
    expect(finding?.level).toBe("ok");
    expect(finding?.text).toContain(`${kilobytes} KB`);
  },
);
