/** Tests that an import of Weesp on earlier days has the addresses that the oracle derives from the XML. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { importWeesp } from "../support/countries/import-data-folders.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import {
  askOracle,
  hasOracle,
  type OracleAddress,
  writeRewound,
} from "../support/oracles/history/ask-oracle.ts";

setDefaultTimeout(900_000);

const folder = mkdtempSync(join(tmpdir(), "baken-rewound-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAYS = ["2011-07-01", "2015-12-31", "2016-01-01", "2018-01-01", "2021-05-01", "2021-10-15"];

/** Columns of the view for analysts that the oracle has too. */
const COLUMNS = [
  ...["nummeraanduiding_id", "type", "huisnummer", "huisletter", "huisnummertoevoeging", "postcode"],
  ...["straatnaam", "verkorte_straatnaam", "woonplaats_naam", "woonplaats_id", "gemeente_code"],
  ...["gemeente_naam", "provincie_naam", "gebruiksdoel", "oppervlakte", "status", "pand_id"],
  ...["adresseerbaar_object_id", "bouwjaar", "full_address", "openbare_ruimte_id", "rd_x", "rd_y"],
];

test.skipIf(!hasOracle())("imports of six days hold every field of every address", async () => {
  const expected = await askOracle<OracleAddress & { day: string }>(
    { extract: WEESP, names: GEMEENTEN },
    "addresses",
    ...DAYS,
  );
  for (const day of DAYS) {
    const extract = await writeRewound(WEESP, day, join(folder, `${day}.zip`));
    const dataDir = join(folder, day);
    const { registry } = await importWeesp(extract, dataDir);
    const rows = readAddresses(join(dataDir, registry));
    const wanted = expected.filter((address) => address.day === day);
    expect([day, rows.length]).toEqual([day, wanted.length]);
    const different = wanted.map(columnsOf).filter((address, i) => !Bun.deepEquals(address, rows[i]));
    expect([day, different.length, different[0]]).toEqual([day, 0, undefined]);
  }
});

function readAddresses(registry: string): Record<string, unknown>[] {
  using db = openReadOnly(registry);
  const sql = `SELECT ${COLUMNS.join(", ")} FROM address ORDER BY nummeraanduiding_id`;
  return db.query<Record<string, unknown>, []>(sql).all().map(columnsOf);
}

/** Returns the compared columns: the position of points only, and lists in the form of the view. */
function columnsOf(address: Record<string, unknown>): Record<string, unknown> {
  const isPoint = address.type === "verblijfsobject";
  return Object.fromEntries(
    COLUMNS.filter((name) => isPoint || !/^rd_/.test(name)).map((name) => {
      const value = address[name];
      return [name, (Array.isArray(value) ? value.join("|") : value) || null];
    }),
  );
}
