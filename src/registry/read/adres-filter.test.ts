import { afterAll, describe, expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { type AdresFilter, checkFilter } from "./adres-filter.ts";

const s = openSnapshot(writeRegistryFixture());
/** Registry with forty extra woonplaatsen, 2001 to 2040. */
const large = openSnapshot(
  writeRegistryFixture(undefined, (db) => {
    const add = db.query(
      `INSERT INTO woonplaats (fid, naam, name_key, status, voorkomen_identificatie, gemeente_code,
         adres_count, pand_count, openbare_ruimte_count) VALUES (?1, 'W' || ?1, 'w' || ?1, 'x', 1, 457, 0, 0, 0)`,
    );
    for (let id = 2001; id <= 2040; id++) {
      add.run(id);
    }
  }),
);
afterAll(() => {
  s.close();
  large.close();
});

describe("a filter whose areas exist", () => {
  test.each<[AdresFilter, AdresFilter]>([
    [{}, {}],
    [{ provincieNaam: "nh" }, { provincieNaam: "Noord-Holland" }],
    [{ provincieNaam: "fryslan" }, { provincieNaam: "Friesland" }],
    // One of the twelve provincies, although the registry holds no data of it.
    [{ provincieNaam: "ZE" }, { provincieNaam: "Zeeland" }],
    [
      { gemeenteCode: "0457", woonplaatsId: "3594", postcodegebied: "9999", type: "ligplaats" },
      { gemeenteCode: "0457", woonplaatsId: "3594", postcodegebied: "9999", type: "ligplaats" },
    ],
  ])("%j is %j", (asked, filter) => {
    expect(checkFilter(s, asked)).toEqual({ filter, unknown: new Map() });
  });
});

describe("an area that does not exist", () => {
  const unknownOf = (snapshot: typeof s, filter: AdresFilter) =>
    Object.fromEntries(checkFilter(snapshot, filter).unknown);

  test("is reported with the areas that exist, all conditions at once", () => {
    expect(unknownOf(s, { provincieNaam: "Narnia", gemeenteCode: "0458", woonplaatsId: "9999" })).toEqual({
      provincieNaam:
        "Use one of: Drenthe (DR), Flevoland (FL), Friesland (FR), Gelderland (GE), Groningen (GR), Limburg (LI), " +
        "Noord-Brabant (NB), Noord-Holland (NH), Overijssel (OV), Utrecht (UT), Zeeland (ZE), Zuid-Holland (ZH).",
      gemeenteCode: "Use one of: 0080 Leeuwarden, 0363 Amsterdam, 0457 Weesp.",
      woonplaatsId: "Use one of: 1004 Weespérdyk, 1005 Weespérdyk, 3594 Amsterdam, 3631 Weesp.",
    });
  });

  test("among many areas is reported with the ten nearest codes", () => {
    const around = Array.from({ length: 10 }, (_, i) => `${2031 + i} W${2031 + i}`).join(", ");
    expect(unknownOf(large, { woonplaatsId: "2044" })).toEqual({
      woonplaatsId: `The nearest of 44 codes are: ${around}.`,
    });
  });
});
