/** Exports of the past of Weesp, row by row, against the oracle, which reads the XML alone. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type ExportWhat, KINDS } from "../../src/exports/kinds/index.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";

setDefaultTimeout(900_000);

const dataDir = await makeWeespPastFolder();
const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

type Row = Readonly<Record<string, unknown>>;

const ORACLE = { extract: WEESP, names: GEMEENTEN };

/** Reads the rows of a file, in order. */
function* readRows(what: ExportWhat): Generator<Row> {
  for (const rows of KINDS[what].read(snapshot, { filter: {}, region: undefined }, { order: "list" })) {
    yield* rows.map(({ record }) => record);
  }
}

/** Compares every field of the oracle's rows, in order; an open end of the oracle is null. */
function expectRows(what: ExportWhat, wanted: readonly Row[]): void {
  let at = 0;
  for (const row of readRows(what)) {
    const expected = { ...wanted[at++] };
    for (const name of ["valid_until", "eind_geldigheid"]) {
      if (expected[name] === "9999-99-99") {
        expected[name] = null;
      }
    }
    expect(row).toMatchObject(expected);
  }
  expect(at).toBe(wanted.length);
}

test.skipIf(!hasOracle())("address_history has each period of each address", async () => {
  const periods = await askOracle<{ valid_from: string; valid_until: string; address: Row }>(
    ORACLE,
    "periods",
  );
  expectRows(
    "address_history",
    periods.map(({ valid_from, valid_until, address }) => ({ ...address, valid_from, valid_until })),
  );
});

test.skipIf(!hasOracle()).each([
  ["building_history", "PND", 22_997],
  ["residence_history", "VBO", 25_968],
] as const)("%s has each voorkomen that was valid on a day", async (what, type, rows) => {
  const voorkomens = await askOracle<Row>(ORACLE, "voorkomens", type);
  // All voorkomens that count, 23,091 and 26,085, without the 94 and 117 corrections.
  expect(voorkomens.length).toBe(rows);
  expectRows(what, voorkomens);
});
