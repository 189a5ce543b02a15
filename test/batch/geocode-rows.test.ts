/** Geocodes rows typed by hand against Weesp: one for each rule of reading, matching, correcting and refusing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import type { RowOutcome } from "../../src/batch/outcome.ts";
import type { AddedColumnName } from "../../src/batch/result-columns.ts";
import type { Cell } from "../../src/tables/table.ts";
import { type Adres, readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { planByNames } from "../support/plan-by-names.ts";

const MINUTES = 60_000;

describe("rows of Weesp", () => {
  let weesp: Weesp;
  beforeAll(async () => {
    weesp = await readWeesp();
  }, 2 * MINUTES);
  afterAll(() => weesp.close());

  /** Geocodes one row, given by its columns; returns the added columns by name without `result_`. */
  function geocode(cells: Readonly<Record<string, Cell>>): {
    outcome: RowOutcome;
    get: (name: string) => unknown;
  } {
    const columns = Object.keys(cells);
    const row = Object.values(cells);
    const plan = planByNames(columns, "all");
    const outcome = createRowGeocoder(weesp.snapshot, plan)(row);
    const at = (name: string) => plan.added.findIndex(({ column }) => column === (name as AddedColumnName));
    return { outcome, get: (name) => outcome.values[at(`result_${name}`)] };
  }

  /** Returns match and full address, or match and reason. */
  function answer(cells: Readonly<Record<string, Cell>>): string {
    const { outcome } = geocode(cells);
    return `${outcome.match}: ${outcome.adres?.full_address ?? outcome.reason}`;
  }

  const keurstraat5 = "Keurstraat 5, 1382KT Weesp";
  const keurstraat5a = "Keurstraat 5a, 1382KT Weesp";

  test.each([
    ["1382KT", "5", keurstraat5],
    ["1382 kt", " 5 ", keurstraat5],
    ["1382-KT", "nr. 5", keurstraat5],
    ["NL-1382KT", "005", keurstraat5],
    ["1382KT", "5.0", keurstraat5],
    ["1382KT", "5a", keurstraat5a],
    ["1382KT", "5 A", keurstraat5a],
    ["1382KT", "5-a", keurstraat5a],
  ])("postcode %p and number %p", (pc, nr, expected) => {
    expect(answer({ pc, nr })).toBe(`exact: ${expected}`);
  });

  test("the status and stage of the object are those of the registry", () => {
    // Of 1381HJ, 5 of 27 addresses are of a verblijfsobject that is gevormd, counted in the XML.
    const ofPostcode = weesp.snapshot
      .statement<{ huisnummer: number; huisletter: string | null; huisnummertoevoeging: string | null }>(
        "SELECT huisnummer, huisletter, huisnummertoevoeging FROM adres WHERE postcode = '1381HJ'",
      )
      .all();
    const stages = ofPostcode.map(({ huisnummer, huisletter, huisnummertoevoeging }) => {
      const letter = huisletter ?? "";
      const { get } = geocode({
        pc: "1381HJ",
        nr: `${huisnummer}`,
        letter,
        toev: huisnummertoevoeging ?? "",
      });
      return `${get("object_status")}: ${get("stage")}`;
    });
    const count = (stage: string) => stages.filter((each) => each === stage).length;
    expect(count("Verblijfsobject gevormd: planned")).toBe(5);
    expect(stages.filter((each) => each.endsWith(": standing"))).toHaveLength(22);
    expect(geocode({ pc: "9999ZZ", nr: "1" }).get("stage")).toBeNull();
  });

  test("a cell of more than 2,000 characters is not matched, whatever it holds", () => {
    const padded = (text: string, length: number) => text + " ".repeat(length - text.length);
    for (const [pc, nr] of [
      [padded("1382KT", 2_000), "5"],
      ["1382KT", padded("5", 2_000)],
    ] as const) {
      expect(answer({ pc, nr })).toBe(`exact: ${keurstraat5}`);
      expect(answer({ pc: `${pc} `, nr: `${nr} ` })).toBe("none: too long");
    }
    expect(answer({ lat: padded("52.30731", 2_001), lon: "5.04216" })).toBe("none: too long");
  });

  test("letter and addition in columns of their own, repeated or empty by another word", () => {
    expect(answer({ pc: "1382KT", nr: "5", huisletter: "A", toevoeging: "" })).toBe(`exact: ${keurstraat5a}`);
    expect(answer({ pc: "1382KT", nr: "5", huisletter: "", toevoeging: "a" })).toBe(`exact: ${keurstraat5a}`);
    expect(answer({ pc: "1382KT", nr: "5a", huisletter: "a", toevoeging: "" })).toBe(
      `exact: ${keurstraat5a}`,
    );
    for (const toevoeging of ["-", "n.v.t.", "NULL", "0", "geen", "nan"]) {
      expect(answer({ pc: "1382KT", nr: "5", toevoeging }), toevoeging).toBe(`exact: ${keurstraat5}`);
    }
    expect(answer({ pc: "1382KT", nr: "5", toevoeging: "b" })).toBe("none: no such designation");
    expect(answer({ pc: "1382KT", nr: "5a", toevoeging: "b" })).toBe("none: no such designation");
  });

  test("street, number and place; text; text in several columns", () => {
    expect(answer({ straat: "Keurstraat", nr: "5a", plaats: "Weesp" })).toBe(`exact: ${keurstraat5a}`);
    expect(answer({ straat: "Keurstraat 5", plaats: "Weesp" })).toBe(`exact: ${keurstraat5}`);
    expect(answer({ straat: "Keurstraat 5", nr: "5", plaats: "Weesp" })).toBe(`exact: ${keurstraat5}`);
    expect(answer({ straat: "keurstr.", nr: "5", pc: "1382kt", plaats: "WEESP" })).toBe(
      `exact: ${keurstraat5}`,
    );
    expect(answer({ adres: "Keurstraat 5a, 1382 KT Weesp" })).toBe(`exact: ${keurstraat5a}`);
    expect(answer({ adres: "1382KT Weesp, Keurstraat 5 a" })).toBe(`exact: ${keurstraat5a}`);
    expect(answer({ adres: "Keurstraat 5", "adresregel 1": "1382KT Weesp" })).toBe(`exact: ${keurstraat5}`);
    expect(answer({ adres: "Keurstraat 5, Weesp", pc: "1382KT", plaats: "Weesp" })).toBe(
      `exact: ${keurstraat5}`,
    );
    expect(answer({ adres: "Keurstraat", nr: "5", pc: "1382 KT Weesp" })).toBe(`exact: ${keurstraat5}`);
  });

  test("corrections in words, whichever way they are found", () => {
    const correctionOf = (cells: Record<string, string>) => geocode(cells).get("corrected");
    const house = { nr: "5", plaats: "Weesp" };
    const pc = "1382KT";
    expect(correctionOf({ straat: "Keurstaat", pc, ...house })).toBe("street: Keurstaat → Keurstraat");
    expect(correctionOf({ straat: "Keurstaat", ...house })).toBe("street: Keurstaat → Keurstraat");
    expect(correctionOf({ adres: "Keurstaat 5, 1382KT Weesp" })).toBe("street: Keurstaat → Keurstraat");
    expect(correctionOf({ straat: "Keurstraat", pc, nr: "5", plaats: "Wesep" })).toBe("place: Wesep → Weesp");
    expect(correctionOf({ straat: "Keurstraat", pc: "1382KX", ...house })).toBe("postcode: 1382KX → 1382KT");
    expect(correctionOf({ straat: "Keurstaat", pc, nr: "5", plaats: "Wesep" })).toBe(
      "street: Keurstaat → Keurstraat; place: Wesep → Weesp",
    );
    expect(correctionOf({ adres: "t.a.v. Bakker, Keurstraat 5, 1382KT Weesp" })).toContain("not used: ");
    expect(correctionOf({ straat: "Keurstraat", pc, ...house })).toBeNull();
  });

  test("a contradiction is never exact, and suggests what either part says", () => {
    const { outcome, get } = geocode({ straat: "Nieuwstraat", nr: "5", pc: "1382KT", plaats: "Weesp" });
    expect([outcome.match, outcome.reason, outcome.adres]).toEqual(["none", "other postcode", null]);
    expect([get("suggestion_1"), get("suggestion_2")]).toEqual(["Nieuwstraat 5, 1381BB Weesp", keurstraat5]);
    expect(answer({ straat: "Keurstraat", nr: "5", pc: "1382KT", plaats: "Utrecht" })).not.toContain("exact");
    expect(answer({ adres: "Keurstraat 5", pc: "1381BB", plaats: "Weesp" })).not.toContain("exact");
    expect(answer({ adres: "Keurstraat 5, Weesp", nr: "7" })).not.toContain("exact");
  });

  test("a number that exists only with letters: the first of them in one place", () => {
    const isLettered = ({
      huisletter,
      huisnummertoevoeging,
    }: {
      huisletter: string | null;
      huisnummertoevoeging: string | null;
    }) => (huisletter ?? huisnummertoevoeging) !== null;
    const houses = [...Map.groupBy(weesp.adressen, (a) => `${a.postcode} ${a.huisnummer}`).values()].filter(
      (all) => all[0]!.postcode !== null && all.length > 1 && all.every(isLettered),
    );
    const matches = new Set<string>();
    for (const all of houses) {
      const { postcode, huisnummer } = all[0]!;
      const { outcome, get } = geocode({ pc: postcode!, nr: `${huisnummer}` });
      matches.add(outcome.match);
      expect(["one_of_several", "none"]).toContain(outcome.match);
      expect(get("corrected") ?? get("reason")).toContain(
        outcome.match === "none" ? "several at the number" : `the first of ${all.length}`,
      );
    }
    expect(matches).toContain("one_of_several");
  });

  test.each([
    [{ pc: "", nr: "" }, "empty"],
    [{ pc: " ", nr: "-" }, "empty"],
    [{ pc: "1382KT", nr: "5", land: "Duitsland" }, "other country"],
    [{ pc: "1382KT", nr: "5", land: "DE" }, "other country"],
    [{ adres: "Rue de la Loi 16, 1000 Bruxelles, België" }, "other country"],
    [{ adres: "Kerkstraat 5\n1000 Brussel\nBelgium" }, "other country"],
    [{ adres: "Unter den Linden 77 10117 Berlin Deutschland" }, "other country"],
    [{ adres: "5th Avenue 10, New York, Verenigde Staten" }, "other country"],
    [{ straat: "Marktplatz", nr: "3", plaats: "Essen, Duitsland" }, "other country"],
    [{ pc: "10117", nr: "5" }, "abroad"],
    [{ straat: "Lange Straat", nr: "12", pc: "D-10117", plaats: "Berlin" }, "abroad"],
    [{ adres: "Hauptstraße 5, 10117 Berlin" }, "abroad"],
    [{ adres: "Rue de la Loi 16 75001 Paris" }, "abroad"],
    [{ adres: "12345 Musterstadt" }, "abroad"],
    [{ adres: "Qwertystraat 12345 Weesp" }, "nothing"],
    [{ straat: "Qwerty", nr: "9", pc: "13822", plaats: "Weesp" }, "nothing"],
    [{ adres: "Keurstraat 12345" }, "no such number"],
    [{ pc: "1012LG", nr: "1" }, "place not loaded"],
    [{ straat: "Damrak", nr: "1", pc: "1012LG", plaats: "Amsterdam" }, "place not loaded"],
    [{ straat: "Kerkstraat", nr: "5", plaats: "Utrecht" }, "place not loaded"],
    [{ straat: "Keurstraat", nr: "5", pc: "3511LN", plaats: "Utrecht" }, "place not loaded"],
    [{ adres: "Damrak 1, 1012LG Amsterdam" }, "place not loaded"],
    [{ adres: "Damrak 1 Amsterdam" }, "place not loaded"],
    [{ straat: "Qwerty", nr: "5", plaats: "Weesp" }, "nothing"],
    [{ straat: "Postbus", nr: "5", pc: "1012LG", plaats: "Amsterdam" }, "po box"],
    [{ adres: "Belgiëlaan 5, Weesp" }, "nothing"],
    [{ adres: "Belgiëlaan, Weesp" }, "nothing"],
    [{ adres: "Rue de la Loi 16, 1000 Bruxelles, BE" }, "place not loaded"],
    [{ pc: "1382KT", nr: "1-mrt" }, "damaged number"],
    [{ pc: "1382KT", nr: "2021-03-01" }, "damaged number"],
    [{ pc: "1382KT", nr: "1.2E+15" }, "damaged number"],
    [{ pc: "1382KT", nr: "0457200000521750" }, "damaged number"],
    [{ pc: "1382KT", nr: "5", toevoeging: "2-jan" }, "damaged number"],
    [{ pc: "9999ZZ", nr: "5" }, "place not loaded"],
    [{ pc: "1382ZX", nr: "9999" }, "unknown postcode"],
    [{ pc: "1382KT", nr: "999" }, "no such number"],
    [{ pc: "1382KT", nr: "achterdeur" }, "not a house number"],
    [{ pc: "", nr: "5" }, "not complete"],
    [{ pc: "1382KT", nr: "" }, "no number"],
    [{ straat: "Keurstraat", nr: "999", pc: "1382KT", plaats: "Weesp" }, "no such number"],
    [{ adres: "Keurstraat 999, 1382KT Weesp" }, "no such number"],
    [{ adres: "Postbus 12, 1380 AA Weesp" }, "po box"],
    [{ straat: "Postbus", nr: "253", pc: "1380AC", plaats: "Weesp" }, "po box"],
    [{ straat: "Postbus", nr: "31", pc: "1382AB", plaats: "Weesp" }, "po box"],
    [{ straat: "Bloemendalerweg", nr: "51H", pc: "1382KB", plaats: "Weesp" }, "no such designation"],
    [{ adres: "Bloemendalerweg 51H, Weesp" }, "no such designation"],
    [{ adres: "Keurstraat, Weesp" }, "no number"],
    [{ adres: "x".repeat(401) }, "too long"],
    [{ lat: "", lon: "" }, "empty"],
    [{ lat: "abc", lon: "5.03" }, "not a position"],
    [{ lat: "5.03", lon: "52.31" }, "swapped coordinates"],
    [{ lat: "48.85", lon: "2.35" }, "outside the Netherlands"],
    [{ lat: "52.60", lon: "5.20" }, "no address near"],
  ] as const)("%p: %p", (cells, reason) => {
    const { outcome, get } = geocode(cells);
    expect([outcome.match, outcome.reason, get("reason")]).toEqual(["none", reason, reason]);
    expect(get("message")).toMatch(/\.$/);
    expect([outcome.adres, get("full_address"), get("latitude")]).toEqual([null, null, null]);
  });

  test("a date of a spreadsheet is no house number, its text or not", () => {
    const nr: Cell = { kind: "date", text: "2021-03-01", stored: "44256", format: "d-mmm" };
    const { get } = geocode({ pc: "1382KT", nr });
    expect(get("message")).toContain("1-3 to a date");
  });

  test("suggestions: the nearest numbers, at most three, as full addresses", () => {
    const { get } = geocode({ adres: "Keurstraat 999, 1382KT Weesp" });
    const suggestions = [1, 2, 3].map((position) => get(`suggestion_${position}`));
    expect(suggestions).toEqual([
      "Keurstraat 39, 1382KT Weesp",
      "Keurstraat 19, 1382KT Weesp",
      "Keurstraat 17, 1382KT Weesp",
    ]);
  });

  test("the added columns are those of the address", () => {
    const own = weesp.adressen.find(({ full_address }) => full_address === keurstraat5a)!;
    const { get } = geocode({ pc: "1382KT", nr: "5a" });
    expect(get("nummeraanduiding_id")).toBe(own.nummeraanduiding_id);
    expect([get("straatnaam"), get("huisnummer"), get("huisletter"), get("woonplaats")]).toEqual([
      "Keurstraat",
      5,
      "a",
      "Weesp",
    ]);
    expect([get("latitude"), get("rd_x"), get("pand_id"), get("bouwjaar")]).toEqual([
      own.latitude,
      own.rd_x,
      own.pand_id,
      own.bouwjaar,
    ]);
    expect([get("gebruiksdoel"), get("oppervlakte")]).toEqual([own.gebruiksdoel, own.oppervlakte]);
  });

  test("groups: one address written differently; rows without an address by their words", () => {
    const groupOf = (cells: Record<string, string>) => geocode(cells).outcome.groupKey;
    const key = groupOf({ pc: "1382KT", nr: "5a" });
    expect(key).toMatch(/^\d{16}$/);
    expect(groupOf({ adres: "keurstaat 5 A weesp" })).toBe(key);
    expect(groupOf({ pc: "1382KT", nr: "5" })).not.toBe(key);
    expect(groupOf({ adres: "Nergensstraat 5,  Weesp" })).toBe(groupOf({ adres: "NERGENSSTR. 5 weesp" }));
    expect(groupOf({ pc: "", nr: "" })).toBeNull();
  });

  test("positions: the address itself, one of a building, the nearest outside", () => {
    const isNear = (a: Adres, b: Adres) => Math.hypot(a.rd_x - b.rd_x, a.rd_y - b.rd_y) < 5;
    const some = weesp.adressen.slice(0, 2_000);
    const neighbours = (a: Adres) => weesp.adressen.filter((b) => isNear(a, b) || a.pand_id === b.pand_id);
    const alone = some.find((a) => a.pand_id !== null && neighbours(a).length === 1)!;
    expect(answer({ lat: `${alone.latitude}`, lon: `${alone.longitude}` })).toBe(
      `exact: ${alone.full_address}`,
    );
    const together = [...Map.groupBy(weesp.adressen, (a) => `${a.rd_x} ${a.rd_y}`).values()].find(
      (all) => all.length > 1,
    )![0]!;
    const { outcome, get } = geocode({ rd_x: `${together.rd_x}`, rd_y: `${together.rd_y}` });
    expect([outcome.match, get("distance_m")]).toEqual(["one_of_several", 0]);
    const outside = geocode({ lat: "52.3087", lon: "5.0413" });
    expect([outside.outcome.match, outside.get("corrected")]).toEqual([
      "corrected",
      `position: ${outside.get("distance_m")} m from the address`,
    ]);
  });

  test("an outcome does not depend on the rows before", () => {
    const rows = [
      ["1382KT", "5"],
      ["1382KT", "5b"],
      ["", ""],
      ["1382KT", "5"],
    ];
    const plan = planByNames(["pc", "nr"]);
    const together = rows.map(createRowGeocoder(weesp.snapshot, plan));
    const apart = rows.map((row) => createRowGeocoder(weesp.snapshot, plan)(row));
    expect(together).toEqual(apart);
  });

  test("outcomes of addresses are kept, not those of texts that fill the memory", () => {
    const plan = planByNames(["adres"]);
    const geocodeRow = createRowGeocoder(weesp.snapshot, plan);
    const isKept = (text: string) => {
      const first = geocodeRow([text]);
      return geocodeRow([text]) === first;
    };
    expect(isKept("Keurstraat 5, 1382KT Weesp")).toBe(true);
    expect(isKept(`Keurstraat 5, 1382KT Weesp ${"x".repeat(1_000_000)}`)).toBe(false);
  });
});
