/** Tests updates on a full disk, of a folder that cannot be written, and while an import runs. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openImportFolder } from "../../src/import/publish.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";

const { folder, dataDir: served } = await importSmallCountry();
const delivery = writeDeliveryTo(join(folder, "delivery.zip"), ONE_DAY);
const dataDir = join(folder, "data");
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(served, dataDir, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const mount = join(folder, "mount");
function updateOnDisk(sizeBytes: number, prepare?: string) {
  return runOnDisk({ sizeBytes, mount, dataDir, prepare }, ["update", delivery]);
}

function currentFile(): string {
  return join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
}

describe.skipIf(!canMountDisks("updates on a full and on a read-only disk"))("on a disk of its own", () => {
  const registryBytes = () => statSync(currentFile()).size;

  // Disk with room for the registry, its lock and pointer, and this share of a second registry.
  test.each([0.02, 0.5, 0.98])("that has room for %d of a copy, it says so before it begins", (share) => {
    const { stdout, message } = updateOnDisk(Math.ceil(registryBytes() * (1 + share) + 4 * 4096));
    expect(message).toStartWith("baken: no space left in");
    expect(message).toMatch(/needs \d+\.\d MB; \d+\.\d MB are free/);
    expect(stdout).toBe("exit 1\nsame\n");
  });

  // The disk has room for the copy, but changing it takes more than was estimated.
  test.each([16, 64, 128])(
    "that is full %d KB after the copy, it says so and changes nothing",
    (kilobytes) => {
      const fill = `head -c $(($(df -B1 --output=avail "${mount}" | tail -1) - ${kilobytes * 1024 + registryBytes()})) /dev/zero > "${mount}/filler"`;
      const { stdout, message } = updateOnDisk(16 * 1024 * 1024, fill);
      expect(message).toStartWith("baken: ");
      expect(message).toMatch(/full|no space left/i);
      expect(stdout).toContain("exit 1\n");
      expect(stdout).toContain("filler");
      expect(stdout.split("\n").filter((line) => line !== "")).toHaveLength(2);
    },
  );

  test("that has room, it updates", () => {
    const { stdout } = updateOnDisk(64 * 1024 * 1024);
    expect(stdout).toContain("of 2024-03-09 is now the current registry.\nexit 0\n");
  });

  test("that is read-only, it says that the data folder cannot be written", () => {
    const remount = `mount -o remount,ro "${mount}"`;
    const { stdout, message } = updateOnDisk(64 * 1024 * 1024, remount);
    expect(message).toContain(`the data folder ${mount} cannot be written`);
    expect(stdout).toBe("exit 1\nsame\n");
  });
});

test("a registry file that is write-protected is updated all the same", async () => {
  chmodSync(currentFile(), 0o444);
  expect(await runBaken(["update", delivery, "--data", dataDir])).toMatchObject({ exitCode: 0 });
  expect(statSync(currentFile()).mode & 0o777).toBe(0o644);
});

test("an update is refused while an import runs, and works when that is done", async () => {
  const folderOfOther = openImportFolder(dataDir);
  const refused = await runBaken(["update", delivery, "--data", dataDir]);
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(`another import or update is running in ${dataDir}`);
  folderOfOther.close();
  expect(await runBaken(["update", delivery, "--data", dataDir])).toMatchObject({ exitCode: 0 });
});
