/** Geocodes rows whose number is a range, a letter that may be a word, or the number of a neighbour. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import type { AddedColumnName } from "../../src/batch/result-columns.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { makeCountry } from "../relevance/country.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { planByNames } from "../support/plan-by-names.ts";

/** Geocodes one row, given by its columns. */
function geocodeRow(snapshot: Snapshot, cells: Readonly<Record<string, string>>) {
  const row = Object.values(cells);
  const plan = planByNames(Object.keys(cells), "all");
  const outcome = createRowGeocoder(snapshot, plan)(row);
  const at = (name: string) => plan.added.findIndex(({ column }) => column === (name as AddedColumnName));
  return {
    outcome,
    /** Value of an added column, named without `result_`. */
    get: (name: string) => outcome.values[at(`result_${name}`)],
    /** Match with full address or reason. */
    answer: `${outcome.match}: ${outcome.adres?.full_address ?? outcome.reason}`,
  };
}

describe("rows of Weesp", () => {
  let weesp: Weesp;
  beforeAll(async () => {
    weesp = await readWeesp();
  }, 120_000);
  afterAll(() => weesp.close());
  const geocode = (cells: Readonly<Record<string, string>>) => geocodeRow(weesp.snapshot, cells);
  const answer = (cells: Readonly<Record<string, string>>) => geocode(cells).answer;

  const keurstraat5 = "Keurstraat 5, 1382KT Weesp";
  const keurstraat5a = "Keurstraat 5a, 1382KT Weesp";

  test.each<[Record<string, string>, string]>([
    [{ pc: "1382KT", nr: "5 t/m 11" }, "5 t/m 11"],
    [{ pc: "1382KT", nr: "5-11" }, "5-11"],
    [{ pc: "1382KT", nr: "5 / 11" }, "5 / 11"],
    [{ pc: "1382KT", nr: "5", toevoeging: "t/m 11" }, "5 t/m 11"],
    [{ pc: "1382KT", nr: "5", toevoeging: "-11" }, "5 -11"],
    [{ straat: "Keurstraat", nr: "5-11", plaats: "Weesp" }, "5-11"],
    [{ adres: "Keurstraat 5-11, 1382KT Weesp" }, "5-11"],
    [{ adres: "Keurstraat 5 t/m 11, 1382 KT Weesp" }, "5 t/m 11"],
    [{ straat: "Keurstraat 5/11", pc: "1382KT" }, "5/11"],
  ])("a range is none, with both ends: %j", (cells, typed) => {
    const { outcome, get } = geocode(cells);
    expect([outcome.match, outcome.reason]).toEqual(["none", "range"]);
    expect(get("message")).toBe(
      `“${typed}” is a range of house numbers. Its first and last number are suggested if they exist.`,
    );
    const suggestions = [1, 2, 3].map((i) => get(`suggestion_${i}`));
    expect(suggestions).toEqual([keurstraat5, "Keurstraat 11, 1382KT Weesp", null]);
  });

  test("what looks like a range may be a postcode behind the number, or an unknown addition", () => {
    expect(answer({ adres: "Keurstraat 5 - 1382 KT - Weesp" })).toBe(`exact: ${keurstraat5}`);
    expect(answer({ adres: "Keurstraat 9995 - 1382 KT - Weesp" })).toBe("none: no such number");
    expect(answer({ pc: "1382KT", nr: "11-5" })).toBe("none: no such designation");
    const split = weesp.adressen.find(
      ({ huisnummertoevoeging, postcode }) =>
        postcode !== null && /^[1-9]\d*$/.test(huisnummertoevoeging ?? ""),
    )!;
    expect(answer({ pc: split.postcode!, nr: `${split.huisnummer}-9999` })).toBe("none: no such designation");
  });

  test("a suffix is left out only where it is the text of an empty field", () => {
    for (const suffix of ["NO", "nr", "NL"]) {
      for (const cells of [
        { pc: "1382KT", nr: `11-${suffix}` },
        { adres: `Keurstraat 11-${suffix}, 1382KT Weesp` },
      ]) {
        expect(answer(cells), suffix).toBe("none: no such designation");
      }
    }
    for (const nr of ["11-NA", "11-n.v.t.", "11-null", "11-0"]) {
      expect(answer({ pc: "1382KT", nr }), nr).toBe("exact: Keurstraat 11, 1382KT Weesp");
    }
  });

  test("H in the column of letters is a letter that the number does not have, and no huis", () => {
    expect(answer({ pc: "1382KT", nr: "5", huisletter: "H" })).toBe("none: no such designation");
    const cells = { straat: "Keurstraat", nr: "5", plaats: "Weesp" };
    for (const huisletter of ["H", "h", "I", "X", "V", "N"]) {
      expect(answer({ ...cells, huisletter }), huisletter).toBe("none: no such designation");
      expect(answer({ ...cells, pc: "1382KT", huisletter }), huisletter).toBe("none: no such designation");
      // A number without letters: there H alone would be "huis".
      expect(answer({ ...cells, nr: "11", huisletter }), huisletter).toBe("none: no such designation");
    }
    expect(answer({ ...cells, toevoeging: "huis" })).toBe(`corrected: ${keurstraat5}`);
    expect(answer({ ...cells, huisletter: "A" })).toBe(`exact: ${keurstraat5a}`);
  });

  test("an address beside the one meant is never exact", () => {
    for (const word of ["bij", "t/o", "tegenover"]) {
      expect(answer({ adres: `${word} Keurstraat 5, 1382KT Weesp` }), word).not.toStartWith("exact");
      expect(answer({ straat: `${word} Keurstraat`, nr: "5", pc: "1382KT" }), word).not.toStartWith("exact");
    }
    const { outcome, get } = geocode({ adres: "bij Keurstraat 5, 1382KT Weesp" });
    expect([outcome.match, get("corrected")]).toEqual(["corrected", "not used: bij"]);
  });

  test("a range of numbers that do not exist", () => {
    expect(answer({ pc: "1382KT", nr: "12 t/m 14" })).toBe("none: no such number");
  });
});

describe("a number that is written as a range", () => {
  const dataDir = makeCountry([
    "Kerkstraat|12|||2511AA|Den Haag|ZH",
    "Kerkstraat|12||14|2511AA|Den Haag|ZH",
    "Kerkstraat|14|||2511AA|Den Haag|ZH",
    "Kerkstraat|16|||2511AA|Den Haag|ZH",
    "Kerkstraat|20||1|2511AA|Den Haag|ZH",
    "Kerkstraat|20|h||2511AA|Den Haag|ZH",
  ]);
  const registry = openRegistry(dataDir);
  afterAll(() => {
    registry.close();
    rmSync(dataDir, { recursive: true });
  });

  test.each([
    [{ pc: "2511AA", nr: "12-14" }, "exact: Kerkstraat 12-14, 2511AA Den Haag"],
    [{ straat: "Kerkstraat", nr: "12/14", plaats: "Den Haag" }, "exact: Kerkstraat 12-14, 2511AA Den Haag"],
    [{ adres: "Kerkstraat 12-14, Den Haag" }, "exact: Kerkstraat 12-14, 2511AA Den Haag"],
    [{ adres: "Kerkstraat 12 t/m 14, Den Haag" }, "none: range"],
    [{ adres: "Kerkstraat 14-16, Den Haag" }, "none: range"],
    [{ straat: "Kerkstraat", nr: "20 I", plaats: "Den Haag" }, "none: no such designation"],
    [{ straat: "Kerkstraat", nr: "20-1", plaats: "Den Haag" }, "exact: Kerkstraat 20-1, 2511AA Den Haag"],
  ])("%j: %s", (cells, expected) => {
    expect(geocodeRow(registry.current()!, cells).answer).toBe(expected);
  });
});
