/** Tests since which versions changes are kept: imports, other data, going back to a registry, and bounds. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Database, openScratch } from "../../src/base/sqlite.ts";
import { findAffected } from "../../src/import/derive/links/find-affected.ts";
import { KEPT_CHANGES, recordUpdateChanges } from "../../src/import/derive/record-changes.ts";
import { collectTouchedRows } from "../../src/import/derive/touched.ts";
import { appendToLog, nextLogId } from "../../src/import/import-log.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import { openWithWorkDatabase } from "../../src/import/work-database.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { type ExtractSpec, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { adresId, OBJECT, PAND, writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";
import { currentOf } from "../support/update-oracle/demo-chain.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-kept-versions-"));
const [imported, dataDir] = [join(folder, "imported"), join(folder, "data")];
const names = join(folder, "names.csv");
const delivery = writeDeliveryTo(join(folder, "delivery.zip"), ONE_DAY);
afterAll(() => rmSync(folder, { recursive: true }));

/** Imports an extract into a data folder; returns the version. */
async function importInto(data: string, spec: ExtractSpec, isDemo = false): Promise<string> {
  const extract = writeExtractTo(join(folder, "extract.zip"), spec);
  const sources = { paths: [extract], gemeenten: [names], boundaries: [] };
  await runImport({ ...sources, dataDir: data, isDemo, isConfirmed: true, history: "none" }, silentProgress);
  return tellChanges(data).version;
}

let first: string;
beforeAll(async () => {
  writeFileSync(names, NAMES_CSV);
  first = await importInto(imported, NATIONAL);
});
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(imported, dataDir, { recursive: true });
});

/** The country without the object of number 2. */
const WITHOUT_2: ExtractSpec = {
  ...NATIONAL,
  objects: NATIONAL.objects.filter(({ identificatie }) => identificatie !== "0901010000000002"),
};
const NUMBER_2 = "0901200000000002";

const gone = expect.objectContaining({ code: "changes_gone" });

describe("an import", () => {
  test("of the same date has a version of its own, and its changes", async () => {
    const second = await importInto(dataDir, WITHOUT_2);
    const third = await importInto(dataDir, NATIONAL);
    expect(new Set([first, second, third].map((version) => version.slice(0, 10)))).toEqual(
      new Set(["2024-03-08"]),
    );
    expect(new Set([first, second, third]).size).toBe(3);
    expect(tellChanges(dataDir, second).changes).toEqual({ [NUMBER_2]: "added" });
    expect(tellChanges(dataDir, first).changes).toEqual({ [NUMBER_2]: "changed" });
    // The date means its first registry, so that no copy of that date misses a change.
    expect(tellChanges(dataDir, "2024-03-08").changes).toEqual({ [NUMBER_2]: "changed" });
  });

  test("follows an update, and an update follows it", async () => {
    await importInto(dataDir, WITHOUT_2);
    await runUpdate({ dataDir, files: [delivery] }, silentProgress);
    const { version } = tellChanges(dataDir);
    expect(tellChanges(dataDir, first).changes).toMatchObject({ [NUMBER_2]: "removed" });
    // An older extract undoes the update; the log of changes continues.
    await importInto(dataDir, NATIONAL);
    expect(tellChanges(dataDir, version).changes).toEqual({
      [NUMBER_2]: "added",
      "0901200000000001": "changed",
      "0901200000000025": "changed",
      "0901200000000027": "removed",
    });
    expect(tellChanges(dataDir, first).changes).toEqual({
      [NUMBER_2]: "changed",
      "0901200000000001": "changed",
      "0901200000000025": "changed",
    });
  });

  test.each<[string, ExtractSpec, boolean]>([
    ["of another area", municipal("0901"), false],
    ["of a fictitious country", NATIONAL, true],
  ])("%s begins anew", async (_, spec, isDemo) => {
    const other = await importInto(dataDir, spec, isDemo);
    expect(() => tellChanges(dataDir, first)).toThrow(gone);
    expect(() => tellChanges(dataDir, first)).toThrow(`The changes since ${first} are no longer kept`);
    expect(() => tellChanges(dataDir, "2024-03-08")).toThrow(gone);
    expect(tellChanges(dataDir, other).changes).toEqual({});
    const again = await importInto(dataDir, NATIONAL);
    expect(() => tellChanges(dataDir, other)).toThrow(gone);
    expect(tellChanges(dataDir, again).changes).toEqual({});
  });

  test.each([
    {
      schema: 7,
      changes: [
        "ALTER TABLE import_log DROP COLUMN data_version",
        "ALTER TABLE import_log DROP COLUMN record_changes",
      ],
      told: "The served data does not come from a version",
    },
    {
      schema: 13,
      changes: ["ALTER TABLE import_log RENAME COLUMN record_changes TO address_changes"],
      told: "The changes since",
    },
  ])("after a registry of schema $schema begins anew", async ({ schema, changes, told }) => {
    {
      using db = openScratch(currentOf(dataDir));
      db.run("UPDATE registry SET value = ? WHERE key = 'schema_version'", [String(schema)]);
      db.run("DROP TABLE record_change");
      for (const sql of changes) {
        db.run(sql);
      }
    }
    const version = await importInto(dataDir, NATIONAL);
    expect(() => tellChanges(dataDir, first)).toThrow(`${told} ${first}`);
    expect(tellChanges(dataDir, version).changes).toEqual({});
  });
});

test("a registry that was gone back to knows no version after it: its server may be behind", async () => {
  const name = basename(currentOf(dataDir));
  await runUpdate({ dataDir, files: [delivery] }, silentProgress);
  const { version } = tellChanges(dataDir);
  writeFileSync(join(dataDir, "current"), `${name}\n`);
  expect(() => tellChanges(dataDir, version)).toThrow(
    expect.objectContaining({ code: "changes_not_ready", message: expect.stringContaining(version) }),
  );
  await runUpdate({ dataDir, files: [delivery] }, silentProgress);
  expect(() => tellChanges(dataDir, version)).toThrow(`The oldest version with changes is ${first}`);
  expect(Object.keys(tellChanges(dataDir, first).changes)).not.toEqual([]);
});

test("a date before all registries has no changes", () => {
  expect(() => tellChanges(dataDir, "2024-03-07")).toThrow(gone);
});

/** Change of a row other than the address: its table, identificatie and new values. */
type OtherChange = readonly [table: "verblijfsobject" | "pand", id: string, values: string];

describe("bounds", () => {
  let files = 0;
  /**
   * Makes a registry whose log has these numbers of changes, oldest first, then records an update of one address and of
   * `others`. Returns the numbers in the log and the number of rows of changes after it.
   */
  function afterUpdate(
    kept: readonly (number | null)[],
    { adressen = 17, others = [] }: { adressen?: number; others?: readonly OtherChange[] } = {},
  ): { log: (number | null)[]; rows: number } {
    files += 1;
    const workDir = mkdtempSync(join(folder, "work-"));
    using db = openWithWorkDatabase(writeRegistryFixture(join(folder, `bounds-${files}.gpkg`)), workDir);
    db.run("DELETE FROM import_log");
    for (const count of kept) {
      append(db, count);
      if (count !== null) {
        db.run("INSERT INTO record_change VALUES ((SELECT max(id) FROM import_log), 'NUM', 1, 1)");
      }
    }
    collectTouchedRows(db);
    for (const [table, id, values] of [["adres", adresId(1), "huisnummer = 77"] as const, ...others]) {
      db.run(`UPDATE ${table} SET ${values} WHERE fid = ${Number(id)}`);
    }
    findAffected(db);
    append(db, recordUpdateChanges(db, nextLogId(db), adressen));
    const log = db.query<{ n: number | null }, []>("SELECT record_changes AS n FROM import_log ORDER BY id");
    const rows = db.query<{ n: number }, []>("SELECT count(*) AS n FROM record_change").get()!.n;
    return { log: log.all().map(({ n }) => n), rows };
  }

  function append(db: Database, recordChanges: number | null): void {
    const line = {
      kind: "update",
      referenceDate: "2021-10-15",
      completedAt: "2021-10-15T00:00:00Z",
    } as const;
    const report = { tallies: {}, problems: [], deliveries: [], gaps: [] };
    appendToLog(db, {
      ...line,
      recordsProcessed: 1,
      dataVersion: `v${nextLogId(db)}`,
      recordChanges,
      report,
    });
  }

  const { versions, minRows, rowsPerAddress } = KEPT_CHANGES;

  test("changes of as many versions as the bound", () => {
    const ones = (count: number) => Array.from({ length: count }, () => 1);
    expect(afterUpdate([null, ...ones(versions - 2)])).toEqual({
      log: [null, ...ones(versions - 1)],
      rows: versions - 1,
    });
    expect(afterUpdate([null, ...ones(versions - 1)])).toEqual({
      log: [null, ...ones(versions)],
      rows: versions,
    });
    expect(afterUpdate([null, ...ones(versions)])).toEqual({
      log: [null, null, ...ones(versions)],
      rows: versions,
    });
  });

  test("as many rows as the bound; the newest stay", () => {
    expect(afterUpdate([null, 5, minRows - 7]).log).toEqual([null, 5, minRows - 7, 1]);
    expect(afterUpdate([null, 5, minRows - 6]).log).toEqual([null, 5, minRows - 6, 1]);
    expect(afterUpdate([null, 5, minRows - 5]).log).toEqual([null, null, minRows - 5, 1]);
    expect(afterUpdate([null, 5, minRows]).log).toEqual([null, null, null, 1]);
  });

  test("rows of all kinds count", () => {
    const others = [
      ["verblijfsobject", OBJECT, "oppervlakte = 77"],
      ["pand", PAND, "bouwjaar = 1977"],
    ] as const;
    expect(afterUpdate([null, 5, minRows - 8], { others }).log).toEqual([null, 5, minRows - 8, 3]);
    expect(afterUpdate([null, 5, minRows - 7], { others }).log).toEqual([null, null, minRows - 7, 3]);
  });

  test("half as many rows as addresses in a large country", () => {
    const adressen = 10 * minRows;
    const most = adressen * rowsPerAddress - 1;
    expect(afterUpdate([null, most], { adressen }).log).toEqual([null, most, 1]);
    expect(afterUpdate([null, most + 1], { adressen }).log).toEqual([null, null, 1]);
  });
});
