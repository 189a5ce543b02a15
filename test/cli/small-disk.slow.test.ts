/** Tests that commands which write a file leave a tenth of a small disk free, and say so, in every format. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { listAddresses, toPostcodeCsv } from "../support/tables/weesp-addresses.ts";

const MEGABYTE = 1024 * 1024;
const FULL =
  /^baken: .*uit\.\w+ cannot be used: no space is left on the disk but what stays free \(100 MB, a tenth of a disk below 1 GB\)\. Free some space/;

let dataDir: string;
let folder: string;
let usedBytes: number;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
  folder = mkdtempSync(join(tmpdir(), "baken-small-disk-"));
  usedBytes = Number(Bun.spawnSync(["du", "-s", "-B1", dataDir]).stdout.toString().split("\t")[0]);
}, 120_000);
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

/** Runs a command on a disk with `space` bytes in addition to the data and the tenth that stays free. */
function runWith(space: number, args: (mount: string) => readonly string[]) {
  const sizeBytes = Math.ceil((usedBytes + space) / 0.9 / 4_096) * 4_096;
  const mount = join(folder, "disk");
  const { freeBytes, ...run } = runOnDisk({ sizeBytes, mount, dataDir }, args(mount));
  return { ...run, beyondReserve: freeBytes - sizeBytes / 10 };
}

describe.skipIf(!canMountDisks("small disks"))("a disk with a megabyte left", () => {
  test.each(["csv", "json", "geojson", "gpkg"])("export as %s ends, and leaves no file", (format) => {
    const { stdout, message } = runWith(MEGABYTE, (mount) => [
      "export",
      "--out",
      join(mount, `uit.${format}`),
    ]);
    expect(message).toMatch(FULL);
    expect(stdout).toContain("exit 1");
    expect(stdout).toEndWith("same\n");
  });

  test.each(["csv", "xlsx", "geojson", "gpkg", "parquet"])(
    "geocode to %s keeps its journal, which leaves the reserve",
    (format) => {
      const input = join(folder, "klanten.csv");
      writeFileSync(input, toPostcodeCsv(listAddresses(dataDir)));
      const { stdout, message, beyondReserve } = runWith(2 * MEGABYTE, (mount) => [
        "geocode",
        input,
        "--out",
        join(mount, `uit.${format}`),
      ]);
      expect(message).toMatch(FULL);
      expect(stdout).toContain("exit 1");
      expect(stdout).toContain(`uit.${format}.unfinished`);
      // It looks every megabyte.
      expect(beyondReserve).toBeGreaterThan(-1.5 * MEGABYTE);
    },
  );
});
