/** Tests which sheet and rows of a file `baken geocode` takes for the table, and that it says so. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { makeXlsx, textRow } from "../support/tables/make-xlsx.ts";

let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-geocode-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Geocodes a file to a CSV file in the same folder. */
async function geocode(name: string, content: string | Buffer, ...args: string[]) {
  const [input, out] = [join(folder, name), join(folder, "uit.csv")];
  writeFileSync(input, content);
  const more = ["--out", out, "--data", dataDir, "--add", "match,full_address", "--replace", ...args];
  const { exitCode, stderr } = await runBaken(["geocode", input, ...more]);
  expect(`${exitCode} ${stderr}`).toStartWith("0 ");
  const text = readFileSync(out, "utf8").replace("\uFEFF", "").trimEnd();
  return { stderr, rows: Papa.parse<Record<string, string>>(text, { header: true }).data };
}

const explained = ["Toelichting", "Dit bestand bevat de adressen van 2026", "Vragen: Stadskantoor, kamer 5"];
const workbook = makeXlsx({
  sheets: [
    { name: "Toelichting", rows: explained.map((line) => textRow(line)).join("") },
    {
      name: "Adressen",
      rows: textRow("Postcode", "Nr") + textRow("1382KT", "5") + textRow("1382KT", "5a"),
    },
    { name: "Oud", rows: textRow("Postcode", "Nr") + textRow("1382KT", "11") },
  ],
});

test("the sheet with most rows of addresses is read, and said; --sheet overrides", async () => {
  const chosen = await geocode("klanten.xlsx", workbook);
  expect(chosen.stderr).toContain('sheet "Adressen" (not "Toelichting", "Oud")');
  expect(chosen.rows.map(({ result_full_address }) => result_full_address)).toEqual([
    "Keurstraat 5, 1382KT Weesp",
    "Keurstraat 5a, 1382KT Weesp",
  ]);
  const asked = await geocode("klanten.xlsx", workbook, "--sheet", "oud");
  expect(asked.stderr).toContain('sheet "Oud" (not "Toelichting", "Adressen")');
  expect(asked.rows.map(({ result_full_address }) => result_full_address)).toEqual([
    "Keurstraat 11, 1382KT Weesp",
  ]);
  const explanation = await geocode(
    "klanten.xlsx",
    workbook,
    "--sheet",
    "Toelichting",
    "--columns",
    "text=A",
    "--header",
    "no",
  );
  expect(explanation.rows.map(({ result_match }) => result_match)).toEqual(["none", "none", "none"]);
});

const rows = ["1382KT;5;100", "1382KT;5a;50", "9999ZZ;1;25", "1382KT;11;10", "Totaal;;185"];
const titled = ["Klanten per 1 januari;;", ";;", "Postcode;Nr;Bedrag", ...rows];

test("titles above the names are left out, which is said; row numbers are those of the file", async () => {
  const { stderr, rows: found } = await geocode("klanten.csv", titled.join("\n"));
  expect(stderr).toContain("  rows 1 to 3: titles and names of columns, left out of the result\n");
  // Counted by hand in `titled`: 9999ZZ is its 6th line, the totals its 8th.
  expect(stderr).toMatch(/place not loaded +1 .*row 6\n/);
  expect(stderr).toMatch(/nothing +1 .*row 8\n/);
  expect(found.map(({ Postcode, result_match }) => `${Postcode} ${result_match}`)).toEqual([
    "1382KT exact",
    "1382KT exact",
    "9999ZZ none",
    "1382KT exact",
    "Totaal none",
  ]);
});

test("of a plain header nothing is said; row numbers begin below it", async () => {
  const { stderr } = await geocode("klanten.csv", titled.slice(2).join("\n"));
  expect(stderr).not.toContain("left out of the result");
  expect(stderr).toMatch(/place not loaded +1 .*row 4\n/);
});
