/** Starts the process of write-accounts.ts, and reads what accounts.db holds. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { until } from "./until.ts";

export interface AccountWriter {
  /** Ids of the keys that it has stored. */
  ids(): number[];
  kill(): Promise<void>;
}

/** Resolves once the writer has written for the first time. */
export async function startAccountWriter(
  dataDir: string,
  mode: "" | "begun" | "torn" | "logged" = "",
): Promise<AccountWriter> {
  const script = join(import.meta.dir, "write-accounts.ts");
  const child = Bun.spawn([process.execPath, script, dataDir, mode], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  let printed = "";
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of child.stdout) {
      printed += decoder.decode(piece, { stream: true });
    }
  })();
  await until(() => printed.includes("\n"));
  return {
    // The last line may be cut off.
    ids: () => printed.split("\n").slice(0, -1).map(Number),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
      await ended;
    },
  };
}

export interface AccountsContent {
  /** Names by id. */
  readonly names: Readonly<Record<number, string>>;
  /** Requests of all months, and of all days, by id of the key. */
  readonly months: Readonly<Record<number, number>>;
  readonly days: Readonly<Record<number, number>>;
}

/** Reads an accounts.db that no process writes; throws when it is damaged. */
export function readAccounts(path: string): AccountsContent {
  using db = new Database(path);
  const check = db.query("PRAGMA integrity_check").values();
  if (check[0]?.[0] !== "ok") {
    throw new Error(`${path}: ${check.join("; ")}`);
  }
  const toRecord = (sql: string) => Object.fromEntries(db.query(sql).values() as [number, never][]);
  return {
    names: toRecord("SELECT id, name FROM api_key"),
    months: toRecord("SELECT key_id, sum(requests) FROM key_usage GROUP BY 1"),
    days: toRecord("SELECT key_id, sum(requests) FROM key_usage_day GROUP BY 1"),
  };
}
