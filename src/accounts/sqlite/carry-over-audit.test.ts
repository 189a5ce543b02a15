import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore } from "../../../test/support/stores/open-key-store.ts";
import { openShared } from "../../base/sqlite.ts";
import { accountsPath } from "./accounts-db.ts";
import { carryOverAudit } from "./carry-over-audit.ts";
import { openSqliteStores } from "./sqlite-stores.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the audit is carried over from a file that is only read: one that another connection writes will do", () => {
  const [former, restored] = ["former", "restored"].map((name) => {
    const dataDir = join(folder, name);
    const keys = openKeyStore(dataDir);
    keys.create({ name, kind: "server" });
    keys.close();
    return dataDir;
  }) as [string, string];
  using writer = openShared(accountsPath(former));
  writer.run("BEGIN IMMEDIATE");
  carryOverAudit(restored, accountsPath(former));
  const { audit, close } = openSqliteStores(restored);
  const names = audit.list({ limit: 9 }).map(({ after }) => after!.name);
  close();
  expect(names).toEqual(["former", "restored"]);
});
