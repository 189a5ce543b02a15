/**
 * Geocodes all addresses of Weesp and of a fictitious country as written by pandas, R, LibreOffice and web programs. No
 * row is exact at another address, and nearly all rows whose cells still have the same address are found.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { isColumnName } from "../../src/batch/columns/roles.ts";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import { planGeocoding } from "../../src/batch/plan-geocoding.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import { type KnownAddress, readKnownAddresses } from "../relevance/addresses.ts";
import { makeDemoPastFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { canRun, findProgram, hasProgram } from "../support/processes/find-program.ts";
import { readTable } from "../support/tables/read-table.ts";

const PYTHON = "/usr/bin/python3";
const HAS_PROGRAMS = [
  canRun([PYTHON, "-c", "import pandas"], "python3-pandas"),
  hasProgram("Rscript", "r-base-core"),
  hasProgram("soffice", "libreoffice-calc-nogui"),
].every(Boolean);
const SCRIPTS = join(import.meta.dir, "../support/round-trip");
/** Locales of LibreOffice: Dutch and German. */
const LOCALES = { nl: 1043, de: 1031 };
const LEAST_RIGHT = 0.99;
/** One of so many rows of a file is geocoded, other rows in each file; with TEST_ROUNDS=20 all are. */
const INTERVAL = Math.max(1, Math.floor(20 / Number(process.env.TEST_ROUNDS ?? "1")));
const MINUTES = 60_000;

const COUNTRIES: readonly (readonly [string, () => Promise<string>])[] = [
  ["Weesp", makeWeespPastFolder],
  ["a fictitious country", () => makeDemoPastFolder(12_000)],
];

describe.skipIf(!HAS_PROGRAMS).each(COUNTRIES)("all addresses of %s", (_, makeFolder) => {
  let dataDir: string;
  let folder: string;
  let registry: Registry;
  let known: KnownAddress[];

  function run(...command: string[]): void {
    const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder });
    expect([exitCode, exitCode === 0 ? "" : stderr.toString()]).toEqual([0, ""]);
  }

  /** Lets LibreOffice open a file of all addresses with the settings of a country, and write it as xlsx and as CSV. */
  function convert(locale: keyof typeof LOCALES): void {
    const office = (to: string, file: string, filter?: string) =>
      run(
        findProgram("soffice")!,
        `-env:UserInstallation=file://${folder}/profile`,
        "--headless",
        ...(filter === undefined ? [] : [`--infilter=${filter}`]),
        ...["--convert-to", to, "--outdir", folder, file],
      );
    const language = LOCALES[locale];
    const name = `all-office-${locale}`;
    writeFileSync(join(folder, `${name}.csv`), readFileSync(join(folder, "all-plain.csv")));
    office("xlsx:Calc MS Excel 2007 XML", `${name}.csv`, `CSV:44,34,76,1,1/2,${language},false,true`);
    office(`csv:Text - txt - csv (StarCalc):59,34,76,1,,${language}`, `${name}.xlsx`);
  }

  beforeAll(async () => {
    dataDir = await makeFolder();
    registry = openRegistry(dataDir);
    folder = mkdtempSync(join(tmpdir(), "baken-round-trip-"));
    known = readKnownAddresses(dataDir).filter(({ postcode }) => postcode !== "");
    const rows = known.map((a) => ({
      ...{ klant: a.id, straat: a.street, huisnummer: a.number, huisletter: a.letter },
      ...{ toevoeging: a.addition, postcode: a.postcode, plaats: a.city },
    }));
    writeFileSync(join(folder, "all.csv"), Papa.unparse(rows));
    run(PYTHON, join(SCRIPTS, "write_files.py"), "all");
    run("Rscript", join(SCRIPTS, "write_files.R"), "all");
    for (const locale of Object.keys(LOCALES) as (keyof typeof LOCALES)[]) {
      convert(locale);
    }
  }, 10 * MINUTES);
  afterAll(() => {
    registry.close();
    rmSync(dataDir, { recursive: true });
    rmSync(folder, { recursive: true });
  });

  test(
    "no address is exact at another one, and nearly all are found",
    async () => {
      const snapshot = registry.current()!;
      const files = readdirSync(folder).filter((name) => name.startsWith("all-"));
      expect(files.length).toBeGreaterThan(35);
      const faults: string[] = [];
      for (const [at, file] of files.entries()) {
        const table = await readTable(readFileSync(join(folder, file)), { isColumnName });
        const geocode = createRowGeocoder(
          snapshot,
          await planGeocoding(table, { snapshot }, { add: "match" }),
        );
        expect(table.rows.length).toBe(known.length);
        let [right, rows] = [0, 0];
        for (const [i, row] of table.rows.entries()) {
          if ((i + at) % INTERVAL !== 0) {
            continue;
          }
          rows++;
          const { match, adres } = geocode(row);
          const { postcode, number, letter, addition } = known[i]!;
          const isSame =
            adres?.postcode === postcode &&
            adres.huisnummer === number &&
            (adres.huisletter ?? "") === letter &&
            (adres.huisnummertoevoeging ?? "") === addition;
          right += isSame && match !== "one_of_several" ? 1 : 0;
          if (match === "exact" && !isSame) {
            faults.push(`${file}, row ${i}: ${row.join("|")} is ${adres!.full_address}`);
          }
        }
        if (right < LEAST_RIGHT * rows) {
          faults.push(`${file}: ${right} of ${rows} right`);
        }
      }
      expect(faults).toEqual([]);
    },
    10 * MINUTES,
  );
});
