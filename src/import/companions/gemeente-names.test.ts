import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GEMEENTEN, GEMEENTEN_2026 } from "../../../test/support/extracts/reference-files.ts";
import { AppError } from "../../base/errors.ts";
import { Database } from "../../base/sqlite.ts";
import { UPDATE_TABLES } from "../../registry/schema/schema.ts";
import {
  isGemeenteNames,
  listGemeenteNames,
  readGemeenteNames,
  storeGemeenteNames,
} from "./gemeente-names.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-gemeente-names-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DATED_HEADER = "provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum";
const YEARLY_HEADER = "Gemeentecode,GemeentecodeGM,Gemeentenaam,Provinciecode,ProvinciecodePV,Provincienaam";

let files = 0;
function fileOf(...lines: (string | Uint8Array)[]): string {
  const path = join(folder, `names-${++files}.csv`);
  writeFileSync(path, Buffer.concat(lines.map((line) => Buffer.from(line))));
  return path;
}

/** Returns a lookup of a gemeente's name on a date. It reads the files at these paths as a registry does. */
function stored(...paths: string[]) {
  const db = new Database(":memory:", { strict: true });
  db.run(UPDATE_TABLES);
  storeGemeenteNames(db, paths.map(readGemeenteNames));
  const dates = new Map<number, ReturnType<typeof listGemeenteNames>>();
  return (code: number, date: number) =>
    dates.getOrInsertComputed(date, () => listGemeenteNames(db, date)).get(code);
}

function refusalOf(...lines: (string | Uint8Array)[]): string {
  const path = fileOf(...lines);
  try {
    readGemeenteNames(path);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe("import_refused");
    return (error as AppError).message.replace(path, "names.csv");
  }
  throw new Error("the file was accepted");
}

describe("the dated layout", () => {
  const lines = [
    "28;Zuid-Holland;0620;Vianen (ZH);1970-01-01;2002-01-01\r\n",
    "26;Utrecht;0620;Vianen;2002-01-01;2019-01-01\r\n",
    "26;Utrecht;1961;Vijfheerenlanden;2019-01-01;\r\n",
  ];

  test("the row valid on the date, else the one that ended last", () => {
    const names = stored(fileOf(`${DATED_HEADER}\r\n`, ...lines));
    expect(names(620, 2001_12_31)).toMatchObject({ naam: "Vianen (ZH)", provincieNumber: 28 });
    expect(names(620, 2002_01_01)).toMatchObject({ naam: "Vianen", provincieNumber: 26 });
    expect(names(620, 2019_01_01)?.naam).toBe("Vianen");
    expect(names(620, 1950_01_01)?.naam).toBe("Vianen");
    expect(names(1961, 2021_10_15)?.naam).toBe("Vijfheerenlanden");
    expect(names(1961, 2018_12_31)?.naam).toBe("Vijfheerenlanden");
    expect(names(363, 2021_10_15)).toBeUndefined();
  });

  test("the order of rows does not matter", () => {
    const names = stored(fileOf(`${DATED_HEADER}\n`, ...lines.toReversed()));
    expect(names(620, 2021_10_15)?.naam).toBe("Vianen");
  });
});

test("of several files the first that has the code counts, also with a row that has ended", () => {
  const first = fileOf(`${DATED_HEADER}\n`, "28;Zuid-Holland;0620;Vianen (ZH);1970-01-01;2002-01-01\n");
  const second = fileOf(
    `${DATED_HEADER}\n`,
    "26;Utrecht;0620;Vianen;2002-01-01;\n26;Utrecht;0333;Maarssen;;\n",
  );
  const names = stored(first, second);
  expect(names(620, 2020_01_01)?.naam).toBe("Vianen (ZH)");
  expect(names(333, 2020_01_01)?.naam).toBe("Maarssen");
});

test("of rows for one gemeente and period the first counts", () => {
  const rows = "0363,,Eerste,27,,\n0363,,Tweede,28,,\n";
  expect(stored(fileOf(`${YEARLY_HEADER}\n`, rows))(363, 2026_01_01)?.naam).toBe("Eerste");
});

test("the yearly layout: quotes, byte order mark, other case and order, blank lines, no final newline", () => {
  const names = stored(
    fileOf(
      '\uFEFF"PROVINCIECODE","gemeentenaam",GemeenteCode\n\n30,"Nuenen, Gerwen en Nederwetten",0820\n',
      'PV21,"Súdwest-""Fryslân""",GM1900\n22,Ergens,14',
    ),
  );
  expect(names(820, 2026_01_01)).toMatchObject({ naam: "Nuenen, Gerwen en Nederwetten" });
  expect(names(1900, 2026_01_01)).toMatchObject({ naam: 'Súdwest-"Fryslân"', provincieNumber: 21 });
  expect(names(14, 2026_01_01)).toMatchObject({ naam: "Ergens", provincieNumber: 22 });
});

describe("refusals name the line and what was expected", () => {
  const row = "0363,GM0363,Amsterdam,27,PV27,Noord-Holland\n";
  test.each([
    ["too few cells", "0363,Amsterdam\n", "2 columns where the header has 6"],
    ["an unquoted comma", "0820,GM0820,Nuenen, Gerwen,30,PV30,Brabant\n", "7 columns where the header has 6"],
    ["a code with letters", "03b3,,A,27,,\n", 'gemeentecode "03b3" is not a number of four digits'],
    ["code 0000", "0000,,A,27,,\n", 'gemeentecode "0000"'],
    ["another province", "0363,,A,32,,\n", 'provinciecode "32" is not one of 20 to 31'],
    ["no name", "0363,, ,27,,\n", "the gemeentenaam is empty"],
    ["an open quote", '0363,,"A,27,,\n', "line 3: opens a quote that is never closed"],
  ])("%s", (_, line, expected) => {
    const refusal = refusalOf(`${YEARLY_HEADER}\n`, row, line);
    expect(refusal).toStartWith("names.csv, line 3: ");
    expect(refusal).toContain(expected);
  });

  test.each(["01-01-2020", "2020-02-30", "2020-13-01", "20200101"])("date %s", (date) => {
    const refusal = refusalOf(`${DATED_HEADER}\n`, `20;Groningen;0014;Groningen;${date};\n`);
    expect(refusal).toBe(`names.csv, line 2: "${date}" is not a date of the form YYYY-MM-DD.`);
  });

  test("lines are those of the file when a quoted name spans two", () => {
    expect(refusalOf(`${YEARLY_HEADER}\n`, '0363,,"Amster\ndam",27,,\n', "x,,A,27,,\n")).toContain("line 4:");
  });

  test("a file as a whole", () => {
    expect(refusalOf("gemeentecode,gemeentenaam\n", row)).toContain("no column provinciecode");
    expect(refusalOf(`${YEARLY_HEADER}\n`)).toContain("names no gemeente");
    expect(refusalOf("")).toContain("names no gemeente");
    expect(refusalOf(`${YEARLY_HEADER}\n`, "0000,,S", Uint8Array.of(0xfa), "dwest,27,,\n")).toContain(
      "UTF-8",
    );
    expect(() => readGemeenteNames(join(folder, "absent.csv"))).toThrow(/absent\.csv cannot be read/);
  });
});

test("isGemeenteNames looks at the header", () => {
  expect(isGemeenteNames(`${DATED_HEADER}\r\n20;Groningen`)).toBe(true);
  expect(isGemeenteNames(`\uFEFF${YEARLY_HEADER}\n`)).toBe(true);
  expect(isGemeenteNames('"Gemeentecode","Gemeentenaam"\n')).toBe(true);
  expect(isGemeenteNames("gemeentecode;naam\n")).toBe(false);
  expect(isGemeenteNames("postcode,huisnummer\n1382KT,5\ngemeentecode,gemeentenaam")).toBe(false);
  expect(isGemeenteNames("")).toBe(false);
});

describe("the official files", () => {
  test("the dated one knows ended gemeenten", () => {
    const names = stored(GEMEENTEN);
    expect(names(457, 2021_10_15)).toMatchObject({ naam: "Weesp", provincieNumber: 27 });
    expect(names(457, 2026_01_01)).toMatchObject({ naam: "Weesp", provincieNumber: 27 });
    expect(names(363, 2026_01_01)).toMatchObject({ naam: "Amsterdam" });
  });

  test("the yearly one knows those of its year", () => {
    const names = stored(GEMEENTEN_2026);
    const known = Array.from({ length: 10_000 }, (_, code) => names(code, 2026_01_01)).filter(Boolean);
    expect(known).toHaveLength(342);
    expect(names(457, 2021_10_15)).toBeUndefined();
    expect(names(820, 2026_01_01)).toMatchObject({ naam: "Nuenen, Gerwen en Nederwetten" });
  });
});
