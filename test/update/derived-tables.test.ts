/** Verifies that the oracle of derived tables (derived-tables.slow.test.ts) forgets no table and no step. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { OBJECT_TYPES } from "../../src/registry/schema/object-types.ts";
import { createTables } from "../../src/registry/schema/schema.ts";
import { DERIVED_TABLES } from "../support/oracles/derived-tables.ts";

const ROOT = join(import.meta.dir, "../..");
const ORACLE = "test/support/oracles/derived-tables.ts";

/** Tables that the oracle reads or leaves alone; equality-with-import.slow.test.ts and country-fuzz compare them. */
const OTHER_TABLES = [
  ...["registry", "import_log", "record_change"],
  ...Object.values(OBJECT_TYPES).map(({ table }) => table),
  ...["voorkomen", "ended_object", "unresolved_reference", "boundary", "gemeentenaam"],
  ...["wijk", "buurt", "veiligheidsregio"],
  ...["adres", "pand_adres", "search_index"],
  // Of the past: from the files alone, or empty until updates fill them.
  ...["gemeente_woonplaats", "recent_object"],
  ...["old_key", "old_link", "former_name", "former_filter", "change_month", "in_onderzoek", "timeline"].map(
    (table) => `recent_${table}`,
  ),
  ...Object.values(OBJECT_TYPES).map(({ table }) => `recent_${table}_voorkomen`),
];

/** Steps that fill `adres`, `pand_adres`, the links to panden, `search_index` and `record_change`. */
const OTHER_STEPS = [
  ...["choosePanden", "deriveAdressen", "deriveBuurten", "deriveLinks", "derivePandLinks", "deriveSearch"],
  ...["updateAdressen", "updatePanden", "updateSearch", "storeRelations", "storeRelations"],
  ...["recordImportChanges", "recordUpdateChanges"],
];

test("every table of a registry is filled by the oracle or listed as another", () => {
  using db = openScratch(":memory:");
  createTables(db);
  const tables = db.query("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat() as string[];
  expect(tables.toSorted()).toEqual([...DERIVED_TABLES, ...OTHER_TABLES].toSorted());
});

/** Returns the functions that a file imports from the steps of import/derive. */
function listSteps(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const imports = text.matchAll(
    /import \{([^}]*)\} from "[^"]*\/derive\/(?!touched|history|spatial\/layer-boxes)[^"]*\.ts"/g,
  );
  return [...imports].flatMap(([, names]) => names!.match(/\w+/g)!);
}

test("every step of an import and of an update is run by the oracle or listed as another", () => {
  const steps = ["run-import.ts", "beside/side-file.ts", "update/run-update.ts"]
    .map((file) => `src/import/${file}`)
    .flatMap(listSteps);
  expect(steps.toSorted()).toEqual([...listSteps(ORACLE), ...OTHER_STEPS].toSorted());
});
