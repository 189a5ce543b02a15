import { afterAll, expect, test } from "bun:test";
import {
  ACHTERGRACHT_WEESP,
  adresId,
  HOLSTHOF,
  KEURSTRAAT,
  OBJECT,
  PAND,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { matchNumberParts } from "../schema/number-parts.ts";
import {
  findAdres,
  listAdressenById,
  listAdressenOfOpenbareRuimte,
  listAdressenOfPostcode,
  lookupAdres,
} from "./adressen.ts";
import type { AdresRecord } from "./records.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

/** Returns the fixture's number of each address. */
const numbers = (rows: readonly AdresRecord[]) =>
  rows.map(({ nummeraanduiding_id }) => Number(nummeraanduiding_id.slice(-3)));
const ALL = { page: 1, perPage: 100 };

test("an address has every field of the specification", () => {
  expect(findAdres(s, adresId(2))).toEqual({
    nummeraanduiding_id: "0457200000000002",
    type: "verblijfsobject",
    huisnummer: 5,
    huisletter: "a",
    huisnummertoevoeging: null,
    postcode: "1382KT",
    straatnaam: "Keurstraat",
    verkorte_straatnaam: null,
    woonplaats_naam: "Weesp",
    woonplaats_id: "3631",
    gemeente_naam: "Weesp",
    gemeente_code: "0457",
    provincie_naam: "Noord-Holland",
    gebruiksdoel: ["woonfunctie", "kantoorfunctie"],
    oppervlakte: 120,
    status: "Naamgeving uitgegeven",
    pand_id: PAND,
    adresseerbaar_object_id: OBJECT,
    bouwjaar: 1462,
    latitude: 52.30781234,
    longitude: 5.04321234,
    rd_x: 131234.567,
    rd_y: 480123.4,
    full_address: "Keurstraat 5a, 1382KT Weesp",
  });
});

test("what an address does not have is null, and a berth lies where its area does", () => {
  const berth = findAdres(s, adresId(13), { geometry: true });
  expect(berth).toMatchObject({
    type: "ligplaats",
    gebruiksdoel: [],
    oppervlakte: null,
    pand_id: null,
    bouwjaar: null,
    rd_x: 131008.333,
    rd_y: 480008.333,
    geometry: { type: "Polygon" },
  });
  expect(findAdres(s, adresId(14))).toMatchObject({ postcode: null, full_address: "Pampuslaan 7, Weesp" });
});

test.each(["0457200000000099", "0457010000005191", "457200000000001", "", "0457200000000001 ", "x"])(
  "%j is no address",
  (id) => {
    expect(findAdres(s, id)).toBeUndefined();
  },
);

test("a batch is listed in the order of the request, without duplicates and unknown ids", () => {
  const ids = [adresId(3), adresId(1), "junk", adresId(3), adresId(99), adresId(2)];
  expect(numbers(listAdressenById(s, ids))).toEqual([3, 1, 2]);
});

test.each([
  ["5", 5, "", "", 1],
  ["5a", 5, "a", "", 2],
  ["5A in the other case", 5, "A", "", 2],
  ["5a as an addition", 5, "", "a", 2],
  ["12A-10 as registered", 12, "A", "10", 3],
  ["12A-2 in one letter", 12, "a2", "", 4],
  ["12 A-2 in one addition", 12, "", "A-2", 4],
  ["12 bov", 12, "", "bov", 5],
  ["12 BOV", 12, "", "BOV", 6],
  ["12 bOv, the first in natural order", 12, "", "bOv", 5],
  ["100: no nevenadres, no object that is not in use, the lowest id", 100, "", "", 9],
])("lookup finds %s", (_, huisnummer, huisletter, toevoeging, n) => {
  const found = lookupAdres(s, {
    postcode: "1382KT",
    huisnummer,
    huisletter,
    huisnummertoevoeging: toevoeging,
  });
  expect(found).toEqual({ adres: findAdres(s, adresId(n))! });
});

test.each([
  [{ postcode: "1382KT", huisnummer: 12 }, [5, 6, 4, 3]],
  [{ postcode: "1382KT", huisnummer: 5, huisletter: "b" }, [1, 2]],
  [{ postcode: "1382KT", huisnummer: 6 }, []],
  [{ postcode: "9999ZZ", huisnummer: 5 }, []],
])("%j has candidates", (key, candidates) => {
  const found = lookupAdres(s, key);
  if ("adres" in found) {
    throw new Error(`found ${found.adres.full_address}`);
  }
  expect(numbers(found.candidates)).toEqual(candidates);
  expect(found.total).toBe(candidates.length);
});

test("a postcode lists by street, woonplaats and number", () => {
  const page = listAdressenOfPostcode(s, "1382KT", ALL)!;
  expect(numbers(page.rows)).toEqual([16, 15, 1, 2, 5, 6, 4, 3, 7, 8, 9, 10, 12]);
  expect(page.total).toBe(13);
  expect(numbers(listAdressenOfPostcode(s, "1382KT", { page: 3, perPage: 5 })!.rows)).toEqual([9, 10, 12]);
  expect(listAdressenOfPostcode(s, "1382KT", { page: 4, perPage: 5 })).toEqual({ rows: [], total: 13 });
  expect(listAdressenOfPostcode(s, "1111AA", ALL)).toBeUndefined();
});

test("a street lists by number", () => {
  const page = listAdressenOfOpenbareRuimte(s, KEURSTRAAT, ALL)!;
  expect(numbers(page.rows)).toEqual([1, 2, 5, 6, 4, 3, 7, 8, 9, 10]);
  expect(page.total).toBe(10);
  const second = listAdressenOfOpenbareRuimte(s, KEURSTRAAT, { page: 2, perPage: 4 })!;
  expect(numbers(second.rows)).toEqual([4, 3, 7, 8]);
  expect(listAdressenOfOpenbareRuimte(s, KEURSTRAAT, { page: 10 ** 12, perPage: 100 })!.rows).toEqual([]);
  expect(listAdressenOfOpenbareRuimte(s, HOLSTHOF, ALL)).toEqual({ rows: [], total: 0 });
  expect(listAdressenOfOpenbareRuimte(s, "0457300000099999", ALL)).toBeUndefined();
  expect(listAdressenOfOpenbareRuimte(s, "3631", ALL)).toBeUndefined();
});

test("geometry comes only when asked for", () => {
  const request = { page: 1, perPage: 1 };
  const [plain] = listAdressenOfOpenbareRuimte(s, ACHTERGRACHT_WEESP, request)!.rows;
  const [located] = listAdressenOfOpenbareRuimte(s, ACHTERGRACHT_WEESP, { ...request, geometry: true })!.rows;
  expect(plain).not.toHaveProperty("geometry");
  expect(located?.geometry).toMatchObject({ type: "Point" });
});

test("a lookup finds its row by the index, also where a number has a hundred additions", () => {
  const asked: string[] = [];
  const recording: typeof s = {
    ...s,
    statement(sql) {
      asked.push(sql);
      return s.statement(sql);
    },
  };
  lookupAdres(recording, { postcode: "1382KT", huisnummer: 5, huisletter: "a" });
  expect(asked).toHaveLength(1);
  const plan = s.db.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${asked[0]}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH adres USING INDEX adres_postcode (postcode=? AND huisnummer=? AND huisletter=? AND huisnummertoevoeging=?)",
  ]);
});

type Parts = [letter: string | null, toevoeging: string | null];

/** Existing addresses in natural order, the parts asked, and the positions of the expected addresses. */
const CASES: [there: Parts[], asked: Parts, meant: number[]][] = [
  [
    [
      [null, null],
      ["a", null],
    ],
    [null, null],
    [0],
  ],
  [
    [
      [null, null],
      ["a", null],
    ],
    ["", ""],
    [0],
  ],
  [[["a", null]], [null, null], []],
  [
    [
      [null, null],
      ["a", null],
      ["A", null],
    ],
    ["A", null],
    [2],
  ],
  [
    [
      [null, null],
      ["a", null],
      ["A", null],
    ],
    ["a", null],
    [1],
  ],
  [
    [
      ["a", null],
      ["b", null],
    ],
    ["B", null],
    [1],
  ],
  [
    [
      [null, "bis"],
      [null, "BIS"],
    ],
    [null, "BIS"],
    [1],
  ],
  [
    [
      [null, "bis"],
      [null, "BIS"],
    ],
    [null, "Bis"],
    [0],
  ],
  [
    [
      ["a", null],
      ["b", null],
    ],
    [null, "a"],
    [0],
  ],
  [[[null, "a"]], ["A", null], [0]],
  [
    [
      ["A", "bov"],
      ["A", null],
    ],
    [null, "A-bov"],
    [0],
  ],
  [
    [
      ["A", "bov"],
      ["A", null],
    ],
    [null, "a bov"],
    [0],
  ],
  [
    [
      ["A", "1"],
      ["A", "2"],
    ],
    ["A2", null],
    [1],
  ],
  [
    [
      ["A", "1"],
      ["A", "2"],
    ],
    [null, "a2"],
    [1],
  ],
  [
    [
      ["a", "1"],
      ["A", "1"],
    ],
    ["A1", null],
    [1],
  ],
  // Ties between joined strings: a letter with an addition ranks before an addition alone, in any order of the list.
  ...["A1", " A 1", "A-1"].flatMap((asked): typeof CASES => [
    [
      [
        [null, "A1"],
        ["A", "1"],
      ],
      [asked, null],
      [1],
    ],
    [
      [
        ["A", "1"],
        [null, "A1"],
      ],
      [asked, null],
      [0],
    ],
  ]),
  // If both parts match, ignoring case, the address ranks before any match as one joined string.
  [
    [
      [null, "A1"],
      ["A", "1"],
    ],
    [null, "a1"],
    [0],
  ],
  // Equal case counts more than whether there is a letter.
  [
    [
      ["a", "1"],
      [null, "A1"],
    ],
    ["A1", null],
    [1],
  ],
  [
    [
      ["c", "1"],
      [null, "1"],
    ],
    [null, "c-1"],
    [0],
  ],
  [
    [
      ["C", "1"],
      ["c", "1"],
    ],
    ["c", "-1"],
    [1],
  ],
  [[["a", null]], ["a", "1"], []],
  [[["a", "1"]], ["a", null], []],
  [[[null, null]], ["-", null], [0]],
  [
    [
      ["a", null],
      ["a", null],
      ["b", null],
    ],
    ["a", null],
    [0, 1],
  ],
  [
    [
      ["a", null],
      ["a", null],
      ["b", null],
    ],
    [" -a", null],
    [0, 1],
  ],
  [[], ["a", null], []],
];

test.each(CASES)("of %j, %j means %j", (registered, [letter, toevoeging], expected) => {
  const addresses = registered.map(([huisletter, huisnummertoevoeging], position) => ({
    position,
    huisletter,
    huisnummertoevoeging,
  }));
  const found = matchNumberParts(addresses, { huisletter: letter, huisnummertoevoeging: toevoeging });
  expect(found.map(({ position }) => position)).toEqual(expected);
});
