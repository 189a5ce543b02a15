import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolderWith } from "../../test/support/registries/folder-contents.ts";
import { Database } from "../base/sqlite.ts";
import { HISTORY_TABLES } from "../registry/schema/schema.ts";
import { copyLog } from "./import-log.ts";

const NAME = "registry-2021-10-15.gpkg";

function copiedFrom(dataDir: string): unknown[] {
  using db = new Database(":memory:", { strict: true });
  db.run(HISTORY_TABLES);
  copyLog(db, join(dataDir, NAME));
  return db.query("SELECT * FROM import_log ORDER BY id").all();
}

/** Returns the log of the fixture, before and after its registry is changed to an earlier schema. */
function copyEarlier(...changes: string[]): { before: unknown[]; after: unknown[] } {
  const dataDir = makeFolderWith([NAME], NAME);
  const before = copiedFrom(dataDir);
  {
    using db = new Database(join(dataDir, NAME));
    for (const sql of changes) {
      db.run(sql);
    }
  }
  return { before, after: copiedFrom(dataDir) };
}

const WITHOUT_VERSIONS = [
  "ALTER TABLE import_log DROP COLUMN data_version",
  "ALTER TABLE import_log DROP COLUMN record_changes",
];
const SCHEMA_5 = [
  ...WITHOUT_VERSIONS,
  "ALTER TABLE import_log RENAME COLUMN kind TO soort",
  "ALTER TABLE import_log RENAME COLUMN report TO verslag",
  "ALTER TABLE import_log RENAME TO importlog",
];

test.each([
  [7, WITHOUT_VERSIONS],
  [5, SCHEMA_5],
])("a log in the layout of schema %d is copied, without versions", (_, changes) => {
  const { before, after } = copyEarlier(...changes);
  expect(before).toMatchObject([{ kind: "import", report: "{}", data_version: "2021-10-15-0123456789ab" }]);
  expect(after).toEqual([{ ...(before[0] as object), data_version: null, record_changes: null }]);
});

test("a log in the layout of schema 13 is copied with its versions, but no changes", () => {
  const { before, after } = copyEarlier(
    "ALTER TABLE import_log RENAME COLUMN record_changes TO address_changes",
    "UPDATE import_log SET address_changes = 5",
  );
  expect(after).toEqual(before);
  expect(after).toMatchObject([{ data_version: "2021-10-15-0123456789ab", record_changes: null }]);
});

test("a registry without a log gives none", () => {
  expect(copyEarlier("DROP TABLE import_log").after).toEqual([]);
});
