/**
 * Backups and restores killed with `kill -9` at random moments, while a process writes accounts.db and is killed too. A
 * backup is either absent or complete, with every key stored before it began. A folder has the complete previous or the
 * complete restored accounts.db. `TEST_ROUNDS=50` runs more rounds than the suite does.
 */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AccountsContent,
  readAccounts,
  startAccountWriter,
} from "../support/processes/account-writer.ts";
import { BAKEN, collectOutcome, kill, runBaken, start } from "../support/processes/baken-process.ts";
import { testRandom } from "../support/seed.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 6);
const random = testRandom();
const root = mkdtempSync(join(tmpdir(), "baken-backup-crash-"));
afterAll(() => rmSync(root, { recursive: true }));

const accountsOf = (folder: string) => readAccounts(join(folder, "accounts.db"));

/** Starts a command, kills it after a share of `ms`; returns true when it was still running. */
async function killAt(ms: number, args: readonly string[]): Promise<boolean> {
  const child = start([BAKEN, ...args]);
  await Bun.sleep(ms * random());
  return await kill(child);
}

/** Runs a command to its end; returns its duration in milliseconds. */
async function succeed(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  expect(await collectOutcome(start([BAKEN, ...args]))).toMatchObject({ exitCode: 0 });
  return performance.now() - startedMs;
}

/** Checks that no key stored before is missing, and that each transaction counts once for months and for days. */
function expectWhole({ names, months, days }: AccountsContent, stored: readonly number[]): void {
  expect(stored.filter((id) => names[id] === undefined)).toEqual([]);
  expect(days).toEqual(months);
}

test(
  `${ROUNDS} rounds of backups and restores killed under write load`,
  async () => {
    const dataDir = makeDataFolder();
    for (let i = 0; i < 2_000; i++) {
      issueKey(dataDir, { name: `key ${i} ${"x".repeat(90)}` });
    }
    const tally = { backupsKilled: 0, backupsDone: 0, restoresKilled: 0, restoresDone: 0 };
    const ms = await succeed(["backup", join(root, "measured"), "--data", dataDir]);
    for (let round = 0; round < ROUNDS; round++) {
      const target = join(root, `backup-${round}`);
      const elsewhere = makeDataFolder();
      const writer = await startAccountWriter(dataDir);
      const storedFirst = writer.ids();
      const wasKilled = await killAt(ms, ["backup", target, "--data", dataDir]);
      tally[wasKilled ? "backupsKilled" : "backupsDone"]++;
      if (existsSync(target)) {
        expectWhole(accountsOf(target), storedFirst);
        rmSync(target, { recursive: true });
      }
      const storedBefore = writer.ids();
      const backingUp = succeed(["backup", target, "--data", dataDir]);
      await Bun.sleep(ms * random());
      await writer.kill();
      await backingUp;
      expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
      expectWhole(accountsOf(target), storedBefore);

      issueKey(elsewhere, { name: "former" });
      const wasRestoreKilled = await killAt(ms, ["restore", target, "--data", elsewhere]);
      tally[wasRestoreKilled ? "restoresKilled" : "restoresDone"]++;
      const after = accountsOf(elsewhere);
      if (after.names[1] !== "former") {
        expectWhole(after, storedBefore);
      }
      await succeed(["restore", target, "--data", elsewhere]);
      expect(accountsOf(elsewhere)).toEqual(accountsOf(target));
      expect((await runBaken(["keys", "list", "--data", elsewhere])).exitCode).toBe(0);
      rmSync(elsewhere, { recursive: true });
      rmSync(target, { recursive: true });
    }
    process.stderr.write(`killed under write load: ${JSON.stringify(tally)}\n`);
    expect(tally.backupsKilled + tally.restoresKilled).toBeGreaterThan(ROUNDS / 2);
    // The folder that was written and killed throughout is whole too.
    expectWhole(accountsOf(dataDir), []);
    rmSync(dataDir, { recursive: true });
  },
  30 * 60_000,
);
