import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolderWith } from "../../test/support/registries/folder-contents.ts";
import { Database } from "../base/sqlite.ts";
import { UPDATE_TABLES } from "../registry/update-schema.ts";
import { copyLog } from "./import-log.ts";

const NAME = "registry-2021-10-15.gpkg";

function copiedFrom(dataDir: string): unknown[] {
  using db = new Database(":memory:", { strict: true });
  db.run(UPDATE_TABLES);
  copyLog(db, dataDir);
  return db.query("SELECT * FROM import_log ORDER BY id").all();
}

test("a log in the layout of schema 5 is copied like one of this schema", () => {
  const dataDir = makeFolderWith([NAME], NAME);
  const before = copiedFrom(dataDir);
  expect(before).toMatchObject([{ kind: "import", report: "{}" }]);
  {
    using db = new Database(join(dataDir, NAME));
    db.run("UPDATE registry SET value = '5' WHERE key = 'schema_version'");
    db.run("ALTER TABLE import_log RENAME COLUMN kind TO soort");
    db.run("ALTER TABLE import_log RENAME COLUMN report TO verslag");
    db.run("ALTER TABLE import_log RENAME TO importlog");
  }
  expect(copiedFrom(dataDir)).toEqual(before);
});
