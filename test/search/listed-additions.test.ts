/** Additions in two parts, in lines, keys and rows of files, and the addresses that are suggested instead. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import { type ServedWeesp, serveWeesp } from "../support/countries/serve-weesp.ts";
import { planByNames } from "../support/plan-by-names.ts";

let weesp: ServedWeesp;
beforeAll(async () => {
  weesp = await serveWeesp();
}, 120_000);
afterAll(() => weesp.close());

const MAX = 10;
const ask = (path: string, parameters: Record<string, string>) =>
  weesp.askJson(`${path}?${new URLSearchParams(parameters)}`);
const numberOf = (full: string) => full.split(",")[0]!.replace(/^\D+ (?=\d)/, "");

/** Geocodes a line or key; returns match and house number, or the reason and the numbers of the first candidates. */
async function forward(parameters: Record<string, string>): Promise<string> {
  const { body } = await ask("/geocode/forward", parameters);
  if (body.data !== undefined) {
    return `${body.data.match} ${numberOf(body.data.address.full_address)}`;
  }
  const numbers = body.candidates.map((each: { full_address: string }) => numberOf(each.full_address));
  return `${body.reason?.why ?? "none"} ${numbers.slice(0, 2).join(" ")}`.trim();
}

describe("a line", () => {
  test.each([
    ["Bloemendalerweg 51B 13 Weesp", "exact 51B-13"],
    ["Bloemendalerweg 51B-13", "exact 51B-13"],
    ["Bloemendalerweg 51 A-1", "exact 51A-1"],
    ["Bloemendalerweg 51-A-1", "exact 51A-1"],
    ["Bloemendalerweg 51 1-a", "corrected 51A-1"],
    ["C.J. van Houtenlaan 36 TJ-52", "exact 36 TJ52"],
    ["1382KB,51.0,A,1.0", "exact 51A-1"],
    ["Bloemendalerweg 51,00 A 1,0", "exact 51A-1"],
    ["Keurstraat 5.0a Weesp", "exact 5a"],
    ["Hugo de Grootlaan 30a 2.20 Weesp", "corrected 30a-220"],
    ["Hugo de Grootlaan 30a-1-00, 1381DE Weesp", "corrected 30a-100"],
    ["36 N-C 1381CP", "corrected 36 NC"],
    ["36 N C 1381CP", "corrected 36 NC"],
    ["36 N.C 1381CP", "corrected 36 NC"],
    ["36 N/C 1381CP", "no such designation 36c 36 NC"],
    ["Bloemendalerweg 51B 1-30", "no such designation 51B-1 51B-2"],
    ["Nieuwstraat 3.00 Weesp", "exact 3"],
    ["Nieuwstraat 3.000 Weesp", "no such designation 3"],
    ["Bloemendalerweg 51A 1.000", "no such designation 51A-1 51A-2"],
    ["Bloemendalerweg 51 H 9 Weesp", "no such designation 51H-1 51A-9"],
  ])("%s: %s", async (q, answer) => {
    expect(await forward({ q })).toBe(answer);
  });

  test.each([..."-/+&,;:_|–—. "])("51B 1%s3 is a range, whatever the sign", async (sign) => {
    for (const rest of [" Weesp", ", 1382KB Weesp"]) {
      const q = `Bloemendalerweg 51B 1${sign}3${rest}`;
      const { body } = await ask("/geocode/forward", { q });
      expect(body.reason, q).toEqual({ why: "range", designation: "51b1/3" });
      expect(body.candidates.map((each: { full_address: string }) => numberOf(each.full_address))).toEqual([
        "51B-1",
        "51B-3",
      ]);
      expect((await ask("/geocode/forward", { q, match: "exact" })).status).toBe(404);
    }
  });
});

describe("a key", () => {
  const key = (number: string, parts: Record<string, string> = {}) => ({
    postcode: "1382KB",
    number,
    ...parts,
  });
  test.each([
    [key("51", { letter: "B", addition: "1.0" }), "51B-1"],
    [key("51.0", { letter: "A", addition: "1" }), "51A-1"],
    [key("51.0A-1.0"), "51A-1"],
    [key("51A1"), "51A-1"],
    [key("51", { addition: "A-1" }), "51A-1"],
    [key("51", { addition: "a/1" }), "51A-1"],
    [{ postcode: "1381CP", number: "36", letter: "N", addition: "C" }, "36 NC"],
  ])("%j is %s", async (parameters, number) => {
    const { body } = await ask("/addresses/lookup", parameters);
    expect(numberOf(body.data.full_address)).toBe(number);
    expect((await ask("/addresses/validate", parameters)).body.data.valid).toBe(true);
    expect(await forward(parameters)).toBe(`exact ${number}`);
  });

  test.each([
    key("51", { letter: "B1", addition: "3" }),
    key("51", { letter: "B", addition: "1-3" }),
    key("51", { addition: "B1 3" }),
    key("51B1-3"),
  ])("%j is none, and both are suggested", async (parameters) => {
    const found = await ask("/addresses/lookup", parameters);
    const isThere = (a: { postcode: string | null; huisnummer: number }) =>
      a.postcode === "1382KB" && a.huisnummer === 51;
    const total = weesp.adressen.filter(isThere).length;
    expect([found.status, found.body.candidates_total]).toEqual([404, total]);
    const { valid, suggestions } = (await ask("/addresses/validate", parameters)).body.data;
    const numbers = suggestions.map((each: { full_address: string }) => numberOf(each.full_address));
    expect([valid, numbers.slice(0, 2), numbers.length]).toEqual([false, ["51B-1", "51B-3"], MAX]);
    expect(await forward(parameters)).toBe("range 51B-1 51B-3");
  });

  test.each([
    ["N-C", "36 NC"],
    ["N/C", "36c"],
    ["H S 05", "36 HS05"],
  ])("36 %s is none, and %s is suggested first", async (addition, first) => {
    const parameters = { postcode: "1381CP", number: "36", addition };
    expect((await ask("/addresses/lookup", parameters)).status).toBe(404);
    const { valid, suggestions } = (await ask("/addresses/validate", parameters)).body.data;
    expect([valid, numberOf(suggestions[0].full_address)]).toEqual([false, first]);
  });

  test("three zeros may be thousands", async () => {
    expect((await ask("/addresses/lookup", { postcode: "1381BB", number: "3.000" })).status).toBe(422);
    expect(await forward(key("51", { letter: "A", addition: "1.000" }))).toStartWith("none 51A-1");
  });

  test("the letter typed comes first, then the nearest number; candidates of a lookup stay in order", async () => {
    const parameters = key("51", { letter: "H", addition: "9" });
    const { suggestions } = (await ask("/addresses/validate", parameters)).body.data;
    expect(numberOf(suggestions[0].full_address)).toBe("51H-1");
    expect(await forward(parameters)).toStartWith("none 51H-1");
    const { candidates } = (await ask("/addresses/lookup", parameters)).body;
    expect(numberOf(candidates[0].full_address)).toBe("51A-1");
    const near = (await ask("/addresses/validate", key("51", { letter: "B", addition: "20" }))).body.data;
    expect(
      near.suggestions.slice(0, 3).map((each: { full_address: string }) => numberOf(each.full_address)),
    ).toEqual(["51B-15", "51B-14", "51B-13"]);
  });
});

describe("a row of a file", () => {
  const answer = (cells: Readonly<Record<string, string>>) => {
    const plan = planByNames(Object.keys(cells), "all");
    const outcome = createRowGeocoder(weesp.snapshot, plan)(Object.values(cells));
    const at = (name: string) =>
      outcome.values[plan.added.findIndex(({ column }) => column === `result_${name}`)];
    const first = numberOf(String(at("suggestion_1") ?? ""));
    return `${outcome.match} ${outcome.adres ? numberOf(outcome.adres.full_address) : `${outcome.reason} ${first}`}`;
  };
  const postcode = "1382KB";
  test.each<[Record<string, string>, string]>([
    [{ postcode, huisnummer: "51.0", huisletter: "A", toevoeging: "1.0" }, "exact 51A-1"],
    [{ postcode, huisnummer: "51,0", huisletter: "A", toevoeging: "1,00" }, "exact 51A-1"],
    [{ straat: "Bloemendalerweg", huisnummer: "51.0", toevoeging: "A1.0", plaats: "Weesp" }, "exact 51A-1"],
    [{ adres: "Bloemendalerweg 51.0A-1.0, 1382KB Weesp" }, "exact 51A-1"],
    [{ postcode, huisnummer: "51B1", toevoeging: "3" }, "none range 51B-1"],
    [{ postcode, huisnummer: "51", huisletter: "B1", toevoeging: "3" }, "none range 51B-1"],
    [{ postcode, huisnummer: "51B", toevoeging: "1/3" }, "none range 51B-1"],
    [{ adres: "Bloemendalerweg 51B 1-3, 1382KB Weesp" }, "none range 51B-1"],
    [{ straat: "Bloemendalerweg", huisnummer: "51B1", toevoeging: "3", plaats: "Weesp" }, "none range 51B-1"],
    [{ postcode, huisnummer: "51B", huisletter: "B", toevoeging: "13" }, "exact 51B-13"],
    [{ postcode, huisnummer: "51B1", huisletter: "B", toevoeging: "13" }, "none no such designation 51B-1"],
    [{ postcode, huisnummer: "51", huisletter: "H", toevoeging: "9" }, "none no such designation 51H-1"],
    [{ postcode: "1381CP", huisnummer: "36", toevoeging: "N-C" }, "corrected 36 NC"],
    [{ postcode: "1381CP", huisnummer: "36", huisletter: "N", toevoeging: "C" }, "exact 36 NC"],
    [{ postcode: "1381CP", huisnummer: "36", toevoeging: "N/C" }, "none no such designation 36c"],
    [{ straat: "Nieuwstraat", huisnummer: "3.00", plaats: "Weesp" }, "exact 3"],
    [{ straat: "Nieuwstraat", huisnummer: "3.000", plaats: "Weesp" }, "none no such designation 3"],
  ])("%j: %s", (cells, expected) => {
    expect(answer(cells)).toBe(expected);
  });
});

test("a float before a word is the number: 16.0 bov", async () => {
  const floors = weesp.adressen.filter((a) => /^(bov|ben|bis)$/.test(a.huisnummertoevoeging ?? ""));
  expect(floors.length).toBeGreaterThan(2);
  for (const { straatnaam, huisnummer, huisletter, huisnummertoevoeging, full_address } of floors) {
    const q = `${straatnaam} ${huisnummer}.0${huisletter ?? ""} ${huisnummertoevoeging} Weesp`;
    expect(await forward({ q }), q).toBe(`exact ${numberOf(full_address)}`);
  }
});

test.each(["hs", "huis", "huis,", "Huis 1382KT"])("Keurstraat 5 %s is corrected", async (word) => {
  expect(await forward({ q: `Keurstraat 5 ${word} Weesp` })).toBe("corrected 5");
});
