/** Tests imports on a full disk, into folders that cannot be written, and several at once. */
import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NAMES_CSV } from "../support/countries/small-country.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import {
  collectOutcome,
  fingerprintOf,
  runBakenImport,
  startImport,
} from "../support/processes/baken-process.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { listLines, openCurrent } from "../support/registries/read-registry.ts";

const { folder, extract: good, names, dataDir: served } = await importSmallCountry();
const arguments_ = [good, "--gemeenten", names, "--data"];
afterAll(() => rmSync(folder, { recursive: true }));

const MIB = 1024 * 1024;
const mount = join(folder, "mount");
function importOnDisk(sizeBytes: number, prepare?: string) {
  return runOnDisk({ sizeBytes, mount, dataDir: served, prepare }, ["import", good, "--gemeenten", names]);
}

describe.skipIf(!canMountDisks("imports on a full and on a read-only disk"))("on a disk of its own", () => {
  // Disk with room for the registry, its lock and pointer, and this share of a second registry.
  test.each([0.02, 0.2, 0.4, 0.6, 0.8, 0.95])(
    "that is full after %d of a registry, it says so and changes nothing",
    (share) => {
      const { size } = statSync(join(served, "registry-2024-03-08.gpkg"));
      const { stdout, message } = importOnDisk(Math.ceil(size * (1 + share) + 4 * 4096));
      expect(message).toStartWith("baken: ");
      expect(message).toMatch(/full|no space left/i);
      expect(stdout).toBe("exit 1\nsame\n");
    },
  );

  test("that is full while a zip is unpacked, it says so and does not blame the zip", () => {
    const packed = join(folder, "packed.zip");
    const whole = makeZip([
      { name: "lvbag-extract-nl.zip", content: readFileSync(good), isStored: true },
      { name: "more.bin", content: randomBytes(4 * MIB) },
    ]);
    writeFileSync(packed, makeZip([{ name: "delivery.zip", content: whole }]));
    const fill = `head -c $(($(df -B1 --output=avail "${mount}" | tail -1) - ${2 * MIB})) /dev/zero > "${mount}/filler"`;
    const disk = { sizeBytes: 64 * MIB, mount, dataDir: served, prepare: fill };
    const { message, stdout } = runOnDisk(disk, ["import", packed]);
    expect(message).toStartWith(`baken: the data folder ${mount} cannot be written: ENOSPC`);
    expect(message).not.toContain("packed.zip");
    expect(stdout).toContain("exit 1\n");
  });

  test("that has room, it imports", () => {
    const { stdout } = importOnDisk(64 * 1024 * 1024);
    expect(stdout).toContain(
      "registry-2024-03-08.2.gpkg of 2024-03-08 is now the current registry.\nexit 0\n",
    );
  });

  test("that is read-only, it says that the data folder cannot be written", () => {
    const { stdout, message } = importOnDisk(64 * 1024 * 1024, `mount -o remount,ro "${mount}"`);
    expect(message).toContain(`the data folder ${mount} cannot be written`);
    expect(stdout).toBe("exit 1\nsame\n");
  });
});

test.each([
  ["below a regular file", () => join(names, "data")],
  ["where nobody may write", () => "/proc/baken"],
  ["that is a regular file", () => names],
])("a data folder %s is refused by its name", async (_where, path) => {
  const dataDir = path();
  const { exitCode, stderr, stdout } = await runBakenImport([...arguments_, dataDir]);
  expect(stderr).toMatch(/^baken: the data folder \S+ cannot be (read|written): /);
  expect(stderr).toContain(dataDir);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
});

test.each([
  ["an extract", (absent: string) => [absent]],
  ["a file of names", (absent: string) => [good, "--gemeenten", absent]],
  ["a file of borders", (absent: string) => [good, "--gemeenten", names, "--boundaries", `own=${absent}`]],
])("%s that does not exist is refused, and no data folder is made", async (_what, files) => {
  const absent = join(folder, "nowhere.zip");
  const dataDir = join(folder, "new/data");
  const { exitCode, stderr, stdout } = await runBakenImport([...files(absent), "--data", dataDir]);
  expect(stderr).toBe(`baken: ${absent}: no such file or folder\n`);
  expect({ exitCode, stdout, isMade: existsSync(join(folder, "new")) }).toEqual({
    exitCode: 1,
    stdout: "",
    isMade: false,
  });
});

test("a second import is refused while another runs, and works when that is done", async () => {
  const before = fingerprintOf(served);
  // The first import has locked the folder and waits for its names, which come through a pipe.
  const pipe = join(folder, "pipe");
  expect(Bun.spawnSync(["mkfifo", pipe]).success).toBe(true);
  const first = startImport([good, "--gemeenten", pipe, "--data", served]);
  const writer = await open(pipe, "w");
  expect(existsSync(join(served, ".import"))).toBe(true);

  const second = await runBakenImport([...arguments_, served]);
  expect(second).toMatchObject({ exitCode: 1, stdout: "" });
  expect(second.stderr).toBe(
    `baken: another import or update is running in ${served}; wait until it is done\n`,
  );
  expect(existsSync(join(served, ".import"))).toBe(true);

  const { ".import": _work, ...rest } = fingerprintOf(served);
  expect(rest).toMatchObject(before);

  await writer.writeFile(NAMES_CSV);
  await writer.close();
  expect(await collectOutcome(first)).toMatchObject({ exitCode: 0 });
  expect(await runBakenImport([...arguments_, served])).toMatchObject({ exitCode: 0 });
});

test("of imports started together some are refused, at least one is done, and the folder is whole", async () => {
  const together = await Promise.all([1, 2, 3, 4].map(() => runBakenImport([...arguments_, served])));
  expect(together.some(({ exitCode }) => exitCode === 0)).toBe(true);
  for (const { exitCode, stderr } of together) {
    if (exitCode !== 0) {
      expect(exitCode).toBe(1);
      expect(stderr).toStartWith("baken: another import or update is running");
    }
  }
  const db = openCurrent(served);
  expect(listLines(db, "adres", "identificatie")).toHaveLength(21);
  db.close();
  const registries = Object.keys(fingerprintOf(served)).filter((name) => name.startsWith("registry-"));
  expect(registries.length).toBeLessThanOrEqual(2);
  expect(registries).toContain(readFileSync(join(served, "current"), "utf8").trim());
});
