/** Verifies the content of the file with independent programs: Python's csv module and LibreOffice. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, createApp } from "../../src/app.ts";
import { Database } from "../../src/base/sqlite.ts";
import { writeExport } from "../../src/exports/write-export.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { AdresRecord } from "../../src/registry/read/records.ts";
import { compareKeys, nameKey } from "../../src/registry/schema/name-key.ts";
import { PROVINCIES } from "../../src/registry/schema/provincies.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const ADDRESSES = 2_000;

/** Values that gemeenten could have registered, assigned to the first addresses by id. */
const AWKWARD: readonly (readonly [column: string, value: string])[] = [
  ["huisnummertoevoeging", "-1"],
  ["huisnummertoevoeging", "+"],
  ["huisnummertoevoeging", "=1+1"],
  ["huisnummertoevoeging", "@"],
  ["huisnummertoevoeging", "0012"],
  ["huisnummertoevoeging", "1E5"],
  ["straatnaam", "'s-Gravenhage"],
  ["straatnaam", '=HYPERLINK("http://x","y")'],
  ["straatnaam", 'Straat "Het, Puntje"; 1'],
  ["straatnaam", "Ünicodeweg – Ĳ"],
  ["verkorte_straatnaam", "-"],
];

let dataDir: string;
let app: App;
let records: AdresRecord[];
let csvFile: string;

beforeAll(async () => {
  dataDir = await makeDemoFolder(ADDRESSES);
  const registry = join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
  const db = new Database(registry);
  const ids = db.query<{ fid: number }, []>(`SELECT fid FROM adres ORDER BY fid`).all();
  AWKWARD.forEach(
    ([column, value], i) => void db.run(`UPDATE adres SET ${column} = ? WHERE fid = ?`, [value, ids[i]!.fid]),
  );
  db.close();
  app = createApp({ dataDir });
  records = await askAll(ids.map(({ fid }) => String(fid).padStart(16, "0")));
  csvFile = join(dataDir, "all.csv");
  exportTo(csvFile);
}, 60_000);
afterAll(() => {
  app.close();
  rmSync(dataDir, { recursive: true });
});

/** Requests the addresses from the API. */
async function askAll(ids: readonly string[]): Promise<AdresRecord[]> {
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000 });
  keys.close();
  const found: AdresRecord[] = [];
  for (let i = 0; i < ids.length; i += 100) {
    const url = `${ORIGIN}/api/v1/addresses/batch?ids=${ids.slice(i, i + 100).join(",")}&include=stage,areas`;
    const response = await app.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
    found.push(...JSON.parse(await response.text()).data);
  }
  return found;
}

function exportTo(out: string, ...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([BAKEN, "export", "--data", dataDir, "--out", out, ...args]);
  expect({ exitCode, stderr: stderr.toString() }).toMatchObject({ exitCode: 0 });
}

const NUMBERS = ["huisnummer", "oppervlakte", "bouwjaar", "latitude", "longitude", "rd_x", "rd_y"];

/** Returns the expected cell for a reader that takes every column as text. */
function cellOf(name: string, value: AdresRecord[keyof AdresRecord]): string {
  if (value === null || value === undefined) {
    return "";
  }
  if (Array.isArray(value)) {
    return value.join("|");
  }
  if (NUMBERS.includes(name)) {
    return String(value);
  }
  return /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
}

/**
 * Compares by street name, woonplaats, number in natural order and id, as docs/records.md, "Order of lists", defines.
 */
function inListOrder(a: AdresRecord, b: AdresRecord): number {
  const street = (adres: AdresRecord) => streetKeys.get(adres.nummeraanduiding_id)!;
  const number = (adres: AdresRecord) => numberKeys.get(adres.nummeraanduiding_id)!;
  return (
    compareKeys(street(a), street(b)) ||
    compareKeys(nameKey(a.woonplaats_naam), nameKey(b.woonplaats_naam)) ||
    compareKeys(number(a), number(b)) ||
    compareKeys(a.nummeraanduiding_id, b.nummeraanduiding_id)
  );
}
const streetKeys = new Map<string, string>();
const numberKeys = new Map<string, string>();

/** Reads the sort keys from before the awkward values were written. */
function readKeys(): void {
  const registry = join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
  const db = new Database(registry, { readonly: true });
  const rows = db
    .query<{ id: string; straat: string; sort_key: string }, []>(
      `SELECT a.identificatie AS id, o.naam AS straat, sort_key FROM adres a JOIN openbare_ruimte o ON o.fid = openbare_ruimte_id`,
    )
    .all();
  for (const { id, straat, sort_key } of rows) {
    streetKeys.set(id, nameKey(straat));
    numberKeys.set(id, sort_key);
  }
  db.close();
}

function expectValues(rows: readonly string[][]): void {
  const [header = [], ...lines] = rows;
  expect(header).toEqual(Object.keys(records[0]!));
  const expected = records.map((record) =>
    header.map((name) => cellOf(name, record[name as keyof AdresRecord])),
  );
  const byId = (a: readonly string[], b: readonly string[]) => compareKeys(a[0]!, b[0]!);
  expect(lines.toSorted(byId)).toEqual(expected.toSorted(byId));
}

const READ_CSV = `import csv, json, sys
print(json.dumps(list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))))`;

function readWithPython(file: string): string[][] {
  return JSON.parse(Bun.spawnSync(["python3", "-c", READ_CSV, file]).stdout.toString());
}

describe("the CSV", () => {
  test("holds the API's values for Python's csv module", () => {
    if (Bun.which("python3") === null) {
      return printSkipped("the CSV read by Python: python3 is not installed");
    }
    expectValues(readWithPython(csvFile));
  });

  test("holds the API's values for LibreOffice, columns as text", () => {
    const soffice = Bun.which("soffice");
    if (soffice === null) {
      return printSkipped("the CSV read by LibreOffice: soffice is not installed");
    }
    expectValues(convertWithLibreOffice(soffice, csvFile));
  }, 60_000);

  test("is UTF-8 without a byte order mark, with RFC 4180's line ends", () => {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(csvFile));
    expect(text.startsWith("nummeraanduiding_id,type,huisnummer,")).toBe(true);
    expect(text.split("\r\n").length).toBe(ADDRESSES + 2);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });
});

/** Opens the file as a spreadsheet and saves it as CSV again, with each column read as text. */
function convertWithLibreOffice(soffice: string, file: string): string[][] {
  const columns = Object.keys(records[0]!).map((_, i) => `${i + 1}/2`);
  const outDir = join(dataDir, "converted");
  Bun.spawnSync([
    soffice,
    `-env:UserInstallation=file://${join(dataDir, "libreoffice")}`,
    "--headless",
    `--infilter=CSV:44,34,76,1,${columns.join("/")}`,
    "--convert-to",
    "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",
    "--outdir",
    outDir,
    file,
  ]);
  return readWithPython(join(outDir, "all.csv"));
}

test("JSON is one array of the API's records, in the order of lists, and so is the CSV", () => {
  readKeys();
  const jsonFile = join(dataDir, "all.json");
  exportTo(jsonFile, "--format", "json");
  const rows: AdresRecord[] = JSON.parse(readFileSync(jsonFile, "utf8"));
  expect(rows).toEqual(records.toSorted(inListOrder));
  const ids = readFileSync(csvFile, "utf8").match(/^\d{16}(?=,)/gm);
  expect([...(ids ?? [])]).toEqual(rows.map((row) => row.nummeraanduiding_id));
});

test("is written in pieces of one size, however many rows there are, and reports its progress", async () => {
  const registry = openRegistry(dataDir);
  const pieces: number[] = [];
  const reportedCounts: number[] = [];
  const count = await writeExport(
    registry.current()!,
    { filter: {}, format: "json" },
    {
      write: async (bytes) => pieces.push(bytes.length),
      onProgress: (records) => reportedCounts.push(records),
      makeScratchFolder: () => mkdtempSync(join(dataDir, "scratch-")),
    },
  );
  registry.close();
  expect(count).toBe(ADDRESSES);
  expect(Math.max(...pieces)).toBeLessThan(500_000);
  expect(reportedCounts.length).toBeGreaterThan(2);
  expect(reportedCounts).toEqual(reportedCounts.toSorted((a, b) => a - b));
  expect(reportedCounts.at(-1)).toBe(ADDRESSES);
});

describe("./baken export", () => {
  const run = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([BAKEN, "export", "--data", dataDir, ...args]);
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };

  test("writes to standard output what it writes to a file", () => {
    const { exitCode, stdout, stderr } = run();
    expect(exitCode).toBe(0);
    expect(stdout).toBe(readFileSync(csvFile, "utf8"));
    expect(stderr).toContain("2,000 addresses of ");
  });

  test("combines filters", () => {
    const { gemeente_code, provincie_naam } = records[0]!;
    const { stdout } = run(
      "--gemeente-code",
      gemeente_code,
      "--provincie-naam",
      provincie_naam.toUpperCase(),
      "--format",
      "json",
    );
    const wanted = records.filter((adres) => adres.gemeente_code === gemeente_code);
    expect(JSON.parse(stdout).length).toBe(wanted.length);
    const { code, naam } = PROVINCIES.find(({ naam }) => naam === provincie_naam)!;
    const ofProvincie = records.filter((adres) => adres.provincie_naam === naam);
    expect(JSON.parse(run("--provincie-naam", code, "--format", "json").stdout).length).toBe(
      ofProvincie.length,
    );
    expect(JSON.parse(run("--postcode-area", "0000", "--format", "json").stdout)).toEqual([]);
  });

  test("ends quietly when its reader has had enough", () => {
    const { exitCode, stderr } = Bun.spawnSync([
      "sh",
      "-c",
      `"${BAKEN}" export --data "${dataDir}" | head -1`,
    ]);
    expect([exitCode, stderr.toString()]).toEqual([0, expect.not.stringContaining("rror")]);
  });

  test.each([
    [["--postcode-area", "138"], 1, "--postcode-area must be four digits"],
    [["--format", "xml"], 1, "--format must be one of csv, xlsx, json, geojson, gpkg, parquet"],
    [
      ["--provincie-naam", "Narnia"],
      1,
      '--provincie-naam "Narnia" does not exist. Use one of: Drenthe (DR), ',
    ],
    [["--gemeente-code", "0000", "--woonplaats-id", "0000"], 1, '--woonplaats-id "0000" does not exist. '],
    [["--data", "/nonexistent-folder"], 1, "holds no registry"],
    [
      ["--out", "/nonexistent-folder/x.csv"],
      1,
      "There is no folder /nonexistent-folder for /nonexistent-folder/x.csv",
    ],
  ])("%j exits %d", (args, code, message) => {
    const { exitCode, stderr } = run(...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  test("a file that exists stays, unless --replace is given", () => {
    const out = join(dataDir, "kept.csv");
    writeFileSync(out, "mine");
    expect(run("--out", out)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${out} exists; --replace replaces it.`),
    });
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect(run("--out", out, "--replace", "--postcode-area", "1382").exitCode).toBe(0);
    expect(readFileSync(out, "utf8")).toStartWith("nummeraanduiding_id,");
  });

  test("a file of the name of the export's folder is the user's, and stays", () => {
    const mine = join(dataDir, "mine.csv.unfinished");
    writeFileSync(mine, "mine");
    const { exitCode, stderr } = run("--out", join(dataDir, "mine.csv"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${mine} is needed for the run`)]);
    expect(readFileSync(mine, "utf8")).toBe("mine");
  });
});
