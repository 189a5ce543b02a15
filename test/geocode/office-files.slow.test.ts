/**
 * Geocodes spreadsheets that LibreOffice made, and opens the results in LibreOffice: no cell of the user changes its
 * shown text, stored value or kind.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import Papa from "papaparse";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { findProgram, hasProgram } from "../support/processes/find-program.ts";
import { type ListedAddress, listAddresses } from "../support/tables/weesp-addresses.ts";

/** Columns of the user, and the format with which LibreOffice reads each: 1 standard, 2 text, 4 date as day/month/year. */
const COLUMNS: readonly [name: string, format: 1 | 2 | 4][] = [
  ["Klant", 2],
  ["Postcode", 2],
  ["Huisnr", 1],
  ["Toev", 2],
  ["Besteld", 4],
  ["Moment", 1],
  ["Bedrag", 1],
  ["Korting", 1],
  ["Opmerking", 2],
  ["Actief", 1],
  ["Telefoon", 2],
];

const describeOffice = describe.skipIf(!hasProgram("soffice", "libreoffice-calc"));
let dataDir: string;
let folder: string;
let addresses: ListedAddress[];

beforeAll(async () => {
  dataDir = await makeWeespFolder();
  folder = mkdtempSync(join(tmpdir(), "baken-office-"));
  // Two addresses may have the same text, which the answer cannot distinguish.
  const byText = Map.groupBy(listAddresses(dataDir), (a) => `${a.postcode} ${a.number} ${a.suffix}`);
  addresses = [...byText.values()]
    .filter((same, i) => same.length === 1 && same[0]!.postcode !== null && i % 40 === 0)
    .map(([address]) => address!);
}, 120_000);
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

function userRow({ postcode, number, suffix }: ListedAddress, row: number): string[] {
  const day = `${(row % 28) + 1}`.padStart(2, "0");
  return [
    `${row}`.padStart(6, "0"),
    postcode!,
    `${number}`,
    suffix,
    `${day}/03/2021`,
    `2021-03-${day} 12:30:15`,
    `${row * 1.25 + 0.1}`,
    `${row % 100}%`,
    ["=1+1", 'zegt "dag"; <b> & é', "  spatie ", "regel 1\nregel 2", "1-3", ""][row % 6]!,
    row % 2 === 0 ? "TRUE" : "FALSE",
    `0612${row}`,
  ];
}

/** Converts a file with LibreOffice; returns the path of the result. */
function convert(file: string, to: string, importFilter?: string): string {
  const out = join(folder, `${basename(file)}.${crypto.randomUUID()}`);
  mkdirSync(out);
  const { exitCode } = Bun.spawnSync([
    findProgram("soffice")!,
    `-env:UserInstallation=file://${folder}/profile`,
    "--headless",
    ...(importFilter === undefined ? [] : [`--infilter=${importFilter}`]),
    "--convert-to",
    to,
    "--outdir",
    out,
    file,
  ]);
  expect(exitCode).toBe(0);
  return join(out, basename(file).replace(/\.\w+$/, `.${to.split(":")[0]}`));
}

/** Semicolons, double quotes, UTF-8, from line 1, columns in their formats, English of the USA. */
const importFilter = (formats: readonly number[]) =>
  `CSV:59,34,76,1,${formats.map((format, i) => `${i + 1}/${format}`).join("/")},1033`;

/** Cells of a spreadsheet in LibreOffice, texts in quotes and numbers without: as shown, or as stored. */
function linesOf(file: string, asShown: boolean): string {
  return readFileSync(
    convert(file, `csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,${asShown}`),
    "utf8",
  );
}

/** The cells of the user in the text of such a file, with their quotes. */
function userCells(text: string): string[][] {
  // Quotes are kept as characters that mark text: Papa would drop them.
  const marked = text.replaceAll(/(^|,)"/gm, '$1"\u0001');
  return Papa.parse<string[]>(marked.trimEnd()).data.map((row) => row.slice(0, COLUMNS.length));
}

async function geocode(input: string, name: string): Promise<string> {
  const out = join(folder, name);
  const { exitCode, stderr } = await runBaken(["geocode", input, "--data", dataDir, "--out", out]);
  expect([exitCode, exitCode === 0 ? "" : stderr]).toEqual([0, ""]);
  return out;
}

describeOffice("a spreadsheet of LibreOffice", () => {
  let spreadsheet: string;

  test("is made of text, numbers, dates, shares and booleans", () => {
    const csv = join(folder, "klanten.csv");
    const rows = [COLUMNS.map(([name]) => name), ...addresses.map(userRow)];
    writeFileSync(csv, Papa.unparse(rows, { delimiter: ";", quotes: true }));
    spreadsheet = convert(csv, "xlsx", importFilter(COLUMNS.map(([, format]) => format)));
    const [, first = []] = userCells(linesOf(spreadsheet, false));
    expect(first.filter((cell) => !cell.startsWith("\u0001")).length).toBeGreaterThanOrEqual(5);
  }, 60_000);

  test("comes back as xlsx with every cell as shown, as stored, and of the same kind", async () => {
    const out = await geocode(spreadsheet, "klanten-out.xlsx");
    for (const asShown of [true, false]) {
      const [before, after] = [linesOf(spreadsheet, asShown), linesOf(out, asShown)];
      expect(userCells(before)).toHaveLength(addresses.length + 1);
      expect(userCells(after)).toEqual(userCells(before));
    }
  }, 120_000);

  test("comes back as CSV with leading zeros, dates and numbers, which LibreOffice opens as they are", async () => {
    const out = await geocode(spreadsheet, "klanten-out.csv");
    const opened = convert(
      out,
      "csv:Text - txt - csv (StarCalc):44,34,76,1",
      importFilter(new Array(60).fill(2)).replace("59", "44"),
    );
    const rows = Papa.parse<string[]>(readFileSync(opened, "utf8").trimEnd()).data;
    const expected = addresses.map((address, row) => {
      const [client, postcode, number, suffix, , , amount, , note, active, phone] = userRow(address, row);
      const day = `${(row % 28) + 1}`.padStart(2, "0");
      const share = `${(row % 100) / 100}`;
      const dates = [`2021-03-${day}`, `2021-03-${day}T12:30:15`];
      return [client, postcode, number, suffix, ...dates, amount, share, note, active, phone];
    });
    expect(rows.slice(1).map((row) => row.slice(0, COLUMNS.length))).toEqual(expected as string[][]);
    const id = rows[0]!.indexOf("result_nummeraanduiding_id");
    expect(rows.slice(1).map((row) => row[id])).toEqual(addresses.map((address) => address.id));
  }, 120_000);
});
