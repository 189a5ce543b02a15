/**
 * Writes keys and usage to the accounts.db of a data folder without end, for tests of backups under load. Prints the id
 * of each key once it is stored. `begun` leaves a transaction that has written nothing to the file yet, `torn` one that
 * has written half; both print their mode then.
 */

import { UsageRows } from "../../../src/accounts/sqlite/usage-log.ts";
import { usageMonthOf } from "../../../src/accounts/usage-months.ts";
import { Database, openShared } from "../../../src/base/sqlite.ts";
import { openKeyStore } from "../stores/open-key-store.ts";

const [dataDir = "", mode = ""] = process.argv.slice(2);
const path = `${dataDir}/accounts.db`;

if (mode === "begun" || mode === "torn") {
  leaveUnfinished(openShared(path), mode);
} else if (mode === "logged") {
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA wal_autocheckpoint = 0");
  db.run("UPDATE api_key SET name = name || ', logged'");
  process.stdout.write("logged\n");
  setInterval(() => db.query("SELECT 1").get(), 1_000);
} else {
  writeForEver();
}

/** Begins to rewrite the whole file: a cache of one page forces changed pages to disk before the commit. */
function leaveUnfinished(db: Database, state: "begun" | "torn"): void {
  if (state === "torn") {
    db.run("PRAGMA cache_size = 1");
  }
  db.run("BEGIN IMMEDIATE");
  db.run("UPDATE api_key SET name = name || ' torn'");
  db.run("UPDATE key_usage SET requests = requests + 1000000");
  db.run("UPDATE key_usage_day SET requests = requests + 1000000");
  process.stdout.write(`${state}\n`);
  setInterval(() => db.query("SELECT 1").get(), 1_000);
}

/** Counts one request for every key in each transaction, as a server's flush does; every tenth time adds a key. */
function writeForEver(): never {
  const keys = openKeyStore(dataDir);
  const db = openShared(path);
  const rows = new UsageRows(db);
  const ids: number[] = keys.list().map(({ id }) => id);
  for (let round = 0; ; round++) {
    if (round % 10 === 0) {
      const { id } = keys.create({ name: `key of round ${round}`, kind: "server" }).key;
      ids.push(id);
      process.stdout.write(`${id}\n`);
    }
    const lastUsedMs = Date.now();
    db.transaction(() => {
      for (const keyId of ids) {
        rows.add(
          {
            keyId,
            month: usageMonthOf(lastUsedMs),
            requests: 0,
            taken: 0,
            returned: 0,
            lastUsedMs,
            hasEnded: false,
          },
          1,
        );
      }
    }).immediate();
  }
}
