import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../test/support/registries/registry-fixture.ts";
import { AppError } from "../base/errors.ts";
import { openSnapshot } from "../registry/file/snapshot.ts";
import type { Row } from "../tables/table.ts";
import type { PlanOptions } from "./plan.ts";
import { describePlan, type GeocodePlan } from "./plan.ts";
import { planGeocoding } from "./plan-geocoding.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-plan-"));
const snapshot = openSnapshot(writeRegistryFixture(join(folder, "registry.gpkg")));
afterAll(() => {
  snapshot.close();
  rmSync(folder, { recursive: true });
});

async function planOf(
  columns: readonly string[],
  sample: readonly Row[] = [],
  options: PlanOptions = {},
  hasHeader = true,
): Promise<GeocodePlan> {
  return await planGeocoding({ columns, hasHeader, rowCount: sample.length, sample }, { snapshot }, options);
}

/** Returns the roles of columns as `role=name`, in the order of the columns. */
async function rolesOf(
  columns: readonly string[],
  rows: readonly Row[] = [],
  options: PlanOptions = {},
): Promise<string[]> {
  const { uses } = await planOf(columns, rows, options);
  return uses.toSorted((a, b) => a.index - b.index).map(({ role, name }) => `${role}=${name}`);
}

async function planWithoutHeader(rows: readonly Row[], options: PlanOptions = {}): Promise<string[]> {
  const columns = rows[0]!.map((_, i) => `column ${i + 1}`);
  const { uses } = await planOf(columns, rows, options, false);
  return uses.toSorted((a, b) => a.index - b.index).map(({ role, index }) => `${role}=${index}`);
}

async function messageOf(plan: () => Promise<unknown>): Promise<string> {
  try {
    await plan();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe("usage");
    return (error as AppError).message;
  }
  throw new Error("no error");
}

describe("columns by name", () => {
  test.each([
    [
      ["Postcode", "Huisnummer"],
      ["postcode=Postcode", "number=Huisnummer"],
    ],
    [
      ["PC", "Nr", "Toev"],
      ["postcode=PC", "number=Nr", "addition=Toev"],
    ],
    [
      ["zip", "number"],
      ["postcode=zip", "number=number"],
    ],
    [
      ["postal code", "house_number"],
      ["postcode=postal code", "number=house_number"],
    ],
    [
      ["postalCode", "houseNumber", "houseLetter"],
      ["postcode=postalCode", "number=houseNumber", "letter=houseLetter"],
    ],
    [
      ["POSTCODE", "HUISNR", "HUISLETTER", "TOEVOEGING"],
      ["postcode=POSTCODE", "number=HUISNR", "letter=HUISLETTER", "addition=TOEVOEGING"],
    ],
    [
      ["Straat", "Nr.", "Plaats", "Land"],
      ["street=Straat", "number=Nr.", "place=Plaats", "country=Land"],
    ],
    [
      ["street", "no", "city", "country"],
      ["street=street", "number=no", "place=city", "country=country"],
    ],
    [["id", "Adres"], ["text=Adres"]],
    [
      ["address1", "address2", "Woonplaats"],
      ["text=address1", "place=Woonplaats"],
    ],
    [
      ["naam", "lat", "lon"],
      ["latitude=lat", "longitude=lon"],
    ],
    [
      ["x", "y"],
      ["longitude=x", "latitude=y"],
    ],
    [
      ["rd_x", "rd_y"],
      ["longitude=rd_x", "latitude=rd_y"],
    ],
    [
      ["breedtegraad", "lengtegraad"],
      ["latitude=breedtegraad", "longitude=lengtegraad"],
    ],
  ] as const)("%p", async (columns, expected) => {
    expect(await rolesOf(columns)).toEqual([...expected]);
  });

  test("a word in a longer name counts when the content agrees", async () => {
    const columns = ["Klantnummer", "Postcode bezoekadres", "Huisnummer bezoekadres", "E-mail adres"];
    const row = ["1001", "1382KT", "5", "jan@example.nl"];
    expect(await rolesOf(columns, [row])).toEqual([
      "postcode=Postcode bezoekadres",
      "number=Huisnummer bezoekadres",
    ]);
    expect(await messageOf(() => rolesOf(columns, [["1001", "geheim", "geheim", "geheim"]]))).toContain(
      "--columns",
    );
  });

  test("of two columns of one role the first is used", async () => {
    expect(await rolesOf(["postcode", "pc", "nr"])).toEqual(["postcode=postcode", "number=nr"]);
  });

  test("addresses come before coordinates, which are the user's own then", async () => {
    expect(await rolesOf(["postcode", "nr", "lat", "lon"])).toEqual(["postcode=postcode", "number=nr"]);
  });
});

describe("columns by content", () => {
  test("remarks of any length beside the address", async () => {
    const remark = "a".repeat(1_000_000);
    expect(await planWithoutHeader([[remark, "Keurstraat 5, Weesp"]])).toEqual(["text=1"]);
  });

  const rows = [
    ["1", "Jansen", "Keurstraat", "5", "1382 KT", "Weesp"],
    ["2", "de Vries", "Nieuwstraat", "12a", "1381BB", "Weesp"],
    ["3", "Bakker", "Hoogstraat", "3-2", "1381 vs", "Weesp"],
  ];

  test("without a header", async () => {
    expect(await planWithoutHeader(rows)).toEqual(["street=2", "number=3", "postcode=4", "place=5"]);
    expect(
      await planWithoutHeader([
        ["1382KT", "5"],
        ["1381BB", "12a"],
      ]),
    ).toEqual(["postcode=0", "number=1"]);
    expect(await planWithoutHeader([["Keurstraat 5, Weesp"], ["Nieuwstraat 12a Weesp"]])).toEqual(["text=0"]);
    expect(await planWithoutHeader([["1382KT 5"], ["1381 BB, 12a"]])).toEqual(["text=0"]);
    expect(await planWithoutHeader([["a", "52.31", "5.03"]])).toEqual(["latitude=1", "longitude=2"]);
    expect(await planWithoutHeader([["a", "130318", "480428"]])).toEqual(["longitude=1", "latitude=2"]);
  });

  test("with names that say nothing", async () => {
    const { uses } = await planOf(["a", "b", "c", "d", "e", "f"], rows);
    expect(uses.map(({ role, name }) => `${role}=${name}`).sort()).toEqual([
      "number=d",
      "place=f",
      "postcode=e",
      "street=c",
    ]);
  });

  test("a column of countries", async () => {
    expect(
      await planWithoutHeader([
        ["1382KT", "5", "Nederland"],
        ["1000", "5", "België"],
        ["1381BB", "5", "NL"],
      ]),
    ).toContain("country=2");
  });
});

describe("--columns", () => {
  const columns = ["PC", "Nr", "Naam, titel", "Plaats"];

  test("decides, by any name of a role; only the columns given are used", async () => {
    expect(await rolesOf(columns, [], { columns: "postcode=PC,number=Nr" })).toEqual([
      "postcode=PC",
      "number=Nr",
    ]);
    expect(await rolesOf(columns, [], { columns: "zip=pc, huisnummer = nr" })).toEqual([
      "postcode=PC",
      "number=Nr",
    ]);
    expect(await rolesOf(columns, [], { columns: "text=Naam, titel,text=Plaats" })).toEqual([
      "text=Naam, titel",
      "text=Plaats",
    ]);
  });

  test("letters and positions where there is no header", async () => {
    const rows = [["x", "1382KT", "5"]];
    expect(await planWithoutHeader(rows, { columns: "postcode=B,number=c" })).toEqual([
      "postcode=1",
      "number=2",
    ]);
    expect(await planWithoutHeader(rows, { columns: "postcode=2,number=3" })).toEqual([
      "postcode=1",
      "number=2",
    ]);
    const message = await messageOf(() => planWithoutHeader(rows, { columns: "postcode=D,number=3" }));
    expect(message).toContain("by letter (A to C) or position (1 to 3)");
  });

  test.each([
    ["postcode=Post,number=Nr", '"Post"', '"PC", "Nr", "Naam, titel", "Plaats"'],
    ["postcode=B,number=Nr", '"B"', '"PC", "Nr"'],
    ["hoofd=PC", '"hoofd=PC"', "postcode, number, letter"],
    ["PC", '"PC"', "role=column"],
    ["number=PC,nr=Nr", "number is given twice", "only text"],
    ["postcode=PC,number=PC", '"PC" is given twice', "only text"],
  ])("%p is an error that says what there is", async (choice, wrong, expected) => {
    const message = await messageOf(() => rolesOf(columns, [], { columns: choice }));
    expect(message).toContain(wrong);
    expect(message).toContain(expected);
  });

  test("too little is an error that says what is needed", async () => {
    expect(await messageOf(() => rolesOf(columns, [], { columns: "postcode=PC" }))).toContain(
      "Needed are postcode and number",
    );
  });
});

test("nothing recognised: the error shows the columns with their content and an example of --columns", async () => {
  const message = await messageOf(() => rolesOf(["Naam", "Geboren op"], [["Jansen", "1980-01-01"]]));
  expect(message).toContain('"Naam" with Jansen');
  expect(message).toContain('"Geboren op" with 1980-01-01');
  expect(message).toContain('--columns postcode=Naam,number="Geboren op"');
  expect(await messageOf(() => rolesOf(["Naam"], [["Jansen"]]))).toEndWith("for example --columns text=Naam");
  expect(await messageOf(() => planWithoutHeader([["Jansen"]]))).toEndWith("for example --columns text=A");
});

test("a plan is plain data, and described in words", async () => {
  const plan = await planOf(["PC", "Nr"], [["1382KT", "5"]]);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  expect(describePlan(plan)).toEqual([
    'column "PC": the postcode',
    'column "Nr": the house number, perhaps with letter and addition',
  ]);
});

test("--add and names that the table has already", async () => {
  const names = async (add: string | undefined, columns = ["PC", "Nr"], dedupe = false) =>
    (await planOf(columns, [], { add, dedupe })).added.map(({ name }) => name);
  expect(await names("location")).toEqual([
    "result_match",
    "result_latitude",
    "result_longitude",
    "result_rd_x",
    "result_rd_y",
  ]);
  expect(await names("bouwjaar, result_pand_id")).toEqual([
    "result_match",
    "result_pand_id",
    "result_bouwjaar",
  ]);
  expect((await names("match", ["PC", "Nr", "Result_Match", "result_match_2"]))[0]).toBe("result_match_3");
  expect(await names(undefined)).not.toContain("result_group");
  expect(await names(undefined, ["PC", "Nr"], true)).toContain("result_group");
  expect(await names("all")).toContain("result_distance_m");
  const message = await messageOf(() => names("bouwjaren"));
  expect(message).toContain("Did you mean bouwjaar?");
  expect(message).toContain("Groups: match, suggestions");
});
