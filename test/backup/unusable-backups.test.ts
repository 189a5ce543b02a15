/** Tests that `baken restore` refuses what is no sound backup, and changes nothing. */
import { expect, test } from "bun:test";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOf } from "../support/processes/baken-process.ts";
import { backUp, newDataFolder, runOn } from "../support/processes/run-backup.ts";
import { issueKey } from "../support/servers/serve-process.ts";

/** Changes that make a backup unusable, with the message of the restore. */
const UNUSABLE: Record<string, [change: (backup: string) => void, message: string]> = {
  "no manifest: a folder of another program": [
    (backup) => rmSync(join(backup, "backup.json")),
    "expected a folder that baken backup made",
  ],
  "a manifest cut off": [
    (backup) => truncateSync(join(backup, "backup.json"), 40),
    "backup.json cannot be used",
  ],
  "a manifest of a newer baken": [
    (backup) => {
      const path = join(backup, "backup.json");
      writeFileSync(path, readFileSync(path, "utf8").replace('"format": 1', '"format": 2'));
    },
    "a newer baken, ",
  ],
  "a changed byte": [
    (backup) => {
      const path = join(backup, "accounts.db");
      const bytes = readFileSync(path);
      bytes[5_000]! ^= 1;
      writeFileSync(path, bytes);
    },
    "its SHA-256 differs from backup.json",
  ],
  "no accounts.db": [(backup) => rmSync(join(backup, "accounts.db")), "Use another backup."],
  "a log beside it": [
    (backup) => writeFileSync(join(backup, "accounts.db-wal"), ""),
    "it was copied by hand while a server wrote it",
  ],
};
for (const [name, [change, message]] of Object.entries(UNUSABLE)) {
  test(`an unusable backup is refused, and nothing is changed: ${name}`, async () => {
    const dataDir = newDataFolder();
    issueKey(dataDir, {});
    const backup = await backUp(dataDir);
    change(backup);
    const before = fingerprintOf(dataDir);
    expect(await runOn(dataDir, "restore", backup)).toMatchObject({
      code: 1,
      out: expect.stringContaining(message),
    });
    expect(fingerprintOf(dataDir)).toEqual(before);
  });
}
