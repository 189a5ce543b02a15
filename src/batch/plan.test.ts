import { describe, expect, test } from "bun:test";
import { AppError } from "../base/errors.ts";
import type { Row } from "../tables/table.ts";
import { describePlan, type PlanOptions, planGeocoding } from "./plan.ts";

/** Returns the roles of columns as `role=name`, in order. */
function rolesOf(columns: readonly string[], rows: readonly Row[] = [], options: PlanOptions = {}): string[] {
  const { uses } = planGeocoding({ columns, hasHeader: true }, rows, options);
  return uses.map(({ role, name }) => `${role}=${name}`);
}

function planWithoutHeader(rows: readonly Row[], options: PlanOptions = {}): string[] {
  const columns = rows[0]!.map((_, i) => `column ${i + 1}`);
  const { uses } = planGeocoding({ columns, hasHeader: false }, rows, options);
  return uses.map(({ role, index }) => `${role}=${index}`);
}

function messageOf(plan: () => unknown): string {
  try {
    plan();
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
  ] as const)("%p", (columns, expected) => {
    expect(rolesOf(columns)).toEqual([...expected]);
  });

  test("a word in a longer name counts when the content agrees", () => {
    const columns = ["Klantnummer", "Postcode bezoekadres", "Huisnummer bezoekadres", "E-mail adres"];
    const row = ["1001", "1382KT", "5", "jan@example.nl"];
    expect(rolesOf(columns, [row])).toEqual([
      "postcode=Postcode bezoekadres",
      "number=Huisnummer bezoekadres",
    ]);
    expect(messageOf(() => rolesOf(columns, [["1001", "geheim", "geheim", "geheim"]]))).toContain(
      "--columns",
    );
  });

  test("of two columns of one role the first is used; several of text are joined", () => {
    expect(rolesOf(["postcode", "pc", "nr"])).toEqual(["postcode=postcode", "number=nr"]);
    expect(rolesOf(["adres", "adresregel 1"])).toEqual(["text=adres", "text=adresregel 1"]);
  });

  test("addresses come before coordinates, which are the user's own then", () => {
    expect(rolesOf(["postcode", "nr", "lat", "lon"])).toEqual(["postcode=postcode", "number=nr"]);
  });
});

describe("columns by content", () => {
  test("remarks of any length beside the address", () => {
    const remark = "a".repeat(1_000_000);
    expect(planWithoutHeader([[remark, "Keurstraat 5, Weesp"]])).toEqual(["text=1"]);
  });

  const rows = [
    ["1", "Jansen", "Keurstraat", "5", "1382 KT", "Weesp"],
    ["2", "de Vries", "Nieuwstraat", "12a", "1381BB", "Weesp"],
    ["3", "Bakker", "Hoogstraat", "3-2", "1381 vs", "Weesp"],
  ];

  test("without a header", () => {
    expect(planWithoutHeader(rows)).toEqual(["street=2", "number=3", "postcode=4", "place=5"]);
    expect(
      planWithoutHeader([
        ["1382KT", "5"],
        ["1381BB", "12a"],
      ]),
    ).toEqual(["postcode=0", "number=1"]);
    expect(planWithoutHeader([["Keurstraat 5, Weesp"], ["Nieuwstraat 12a Weesp"]])).toEqual(["text=0"]);
    expect(planWithoutHeader([["1382KT 5"], ["1381 BB, 12a"]])).toEqual(["text=0"]);
    expect(planWithoutHeader([["a", "52.31", "5.03"]])).toEqual(["latitude=1", "longitude=2"]);
    expect(planWithoutHeader([["a", "130318", "480428"]])).toEqual(["longitude=1", "latitude=2"]);
  });

  test("with names that say nothing", () => {
    const { uses } = planGeocoding({ columns: ["a", "b", "c", "d", "e", "f"], hasHeader: true }, rows);
    expect(uses.map(({ role, by }) => `${role} ${by}`)).toEqual([
      "street content",
      "number content",
      "postcode content",
      "place content",
    ]);
  });

  test("a column of countries", () => {
    expect(
      planWithoutHeader([
        ["1382KT", "5", "Nederland"],
        ["1000", "5", "België"],
        ["1381BB", "5", "NL"],
      ]),
    ).toContain("country=2");
  });
});

describe("--columns", () => {
  const columns = ["PC", "Nr", "Naam, titel", "Plaats"];

  test("decides, by any name of a role; only the columns given are used", () => {
    expect(rolesOf(columns, [], { columns: "postcode=PC,number=Nr" })).toEqual(["postcode=PC", "number=Nr"]);
    expect(rolesOf(columns, [], { columns: "zip=pc, huisnummer = nr" })).toEqual([
      "postcode=PC",
      "number=Nr",
    ]);
    expect(rolesOf(columns, [], { columns: "text=Naam, titel,text=Plaats" })).toEqual([
      "text=Naam, titel",
      "text=Plaats",
    ]);
  });

  test("letters and positions where there is no header", () => {
    const rows = [["x", "1382KT", "5"]];
    expect(planWithoutHeader(rows, { columns: "postcode=B,number=c" })).toEqual(["postcode=1", "number=2"]);
    expect(planWithoutHeader(rows, { columns: "postcode=2,number=3" })).toEqual(["postcode=1", "number=2"]);
    const message = messageOf(() => planWithoutHeader(rows, { columns: "postcode=D,number=3" }));
    expect(message).toContain("by letter (A to C) or position (1 to 3)");
  });

  test.each([
    ["postcode=Post,number=Nr", '"Post"', '"PC", "Nr", "Naam, titel", "Plaats"'],
    ["postcode=B,number=Nr", '"B"', '"PC", "Nr"'],
    ["hoofd=PC", '"hoofd=PC"', "postcode, number, letter"],
    ["PC", '"PC"', "role=column"],
    ["postcode=PC,pc=Nr", "postcode is given twice", "only text"],
    ["postcode=PC,number=PC", '"PC" is given twice', "only text"],
  ])("%p is an error that says what there is", (choice, wrong, expected) => {
    const message = messageOf(() => rolesOf(columns, [], { columns: choice }));
    expect(message).toContain(wrong);
    expect(message).toContain(expected);
  });

  test("too little is an error that says what is needed", () => {
    expect(messageOf(() => rolesOf(columns, [], { columns: "postcode=PC" }))).toContain(
      "Needed are postcode and number",
    );
  });
});

test("nothing recognised: the error shows the columns with their content and an example of --columns", () => {
  const message = messageOf(() => rolesOf(["Naam", "Geboren op"], [["Jansen", "1980-01-01"]]));
  expect(message).toContain('"Naam" with Jansen');
  expect(message).toContain('"Geboren op" with 1980-01-01');
  expect(message).toContain('--columns postcode=Naam,number="Geboren op"');
  expect(messageOf(() => rolesOf(["Naam"], [["Jansen"]]))).toEndWith("for example --columns text=Naam");
  expect(messageOf(() => planWithoutHeader([["Jansen"]]))).toEndWith("for example --columns text=A");
});

test("a plan is plain data, and described in words", () => {
  const plan = planGeocoding({ columns: ["PC", "Nr"], hasHeader: true }, [["1382KT", "5"]]);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  expect(describePlan(plan)).toEqual([
    'column "PC": the postcode (by its name)',
    'column "Nr": the house number, perhaps with letter and addition (by its name)',
  ]);
});

test("--add and names that the table has already", () => {
  const names = (add: string | undefined, columns = ["PC", "Nr"], dedupe = false) =>
    planGeocoding({ columns, hasHeader: true }, [], { add, dedupe }).added.map(({ name }) => name);
  expect(names("location")).toEqual([
    "result_match",
    "result_latitude",
    "result_longitude",
    "result_rd_x",
    "result_rd_y",
  ]);
  expect(names("bouwjaar, result_pand_id")).toEqual(["result_match", "result_pand_id", "result_bouwjaar"]);
  expect(names("match", ["PC", "Nr", "Result_Match", "result_match_2"])[0]).toBe("result_match_3");
  expect(names(undefined)).not.toContain("result_group");
  expect(names(undefined, ["PC", "Nr"], true)).toContain("result_group");
  expect(names("all")).toContain("result_distance_m");
  const message = messageOf(() => names("bouwjaren"));
  expect(message).toContain("Did you mean bouwjaar?");
  expect(message).toContain("Groups: match, suggestions");
});
