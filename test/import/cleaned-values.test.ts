/** Tests what an import makes of spaces in names and odd coordinates, and reports of woonplaatsen that overlap. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { openbareRuimte, square, woonplaats } from "../support/extracts/bag-objects.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { withXml } from "../support/extracts/extract-edits.ts";
import { openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-cleaned-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [PLACE, OTHER, STREET] = ["9001", "9009", "0901300000000001"];

/** Imports a gemeente with a second woonplaats at `x`; returns the names of these and a street, and the overlaps. */
async function importPlaces(dataDir: string, x: number) {
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  const own = municipal("0901");
  const relatie = {
    woonplaats: OTHER,
    gemeente: "0901",
    begindatum: "2010-01-01",
    status: "definitief",
  } as const;
  const extract = writeExtractTo(`${dataDir}.zip`, {
    ...own,
    relaties: [...NATIONAL.relaties, relatie],
    objects: [
      ...own.objects.filter(({ identificatie }) => identificatie !== PLACE && identificatie !== STREET),
      woonplaats({ identificatie: PLACE, naam: " Oost  dorp ", geometrie: [square(120_000, 480_000, 2000)] }),
      woonplaats({ identificatie: OTHER, naam: "Oost\n\tbuurt", geometrie: [square(x, 480_000, 2000)] }),
      openbareRuimte({ identificatie: STREET, naam: "Lange   Straat ", ligtIn: PLACE }),
    ],
  });
  const given = { paths: [extract], gemeenten: [names], boundaries: [], dataDir };
  const { report } = await runImport(given, silentProgress);
  const db = openCurrent(dataDir);
  const nameOf = (table: string, id: string) =>
    db.query<{ naam: string }, [number]>(`SELECT naam FROM ${table} WHERE fid = ?`).get(Number(id))!.naam;
  const read = [nameOf("woonplaats", PLACE), nameOf("woonplaats", OTHER), nameOf("openbare_ruimte", STREET)];
  db.close();
  const overlaps = report.problems.filter(({ reason }) => reason.startsWith("overlaps another woonplaats"));
  return { names: read, overlaps };
}

test("names have single spaces; woonplaatsen beside each other are no problem", async () => {
  expect(await importPlaces(join(folder, "beside"), 122_000)).toEqual({
    names: ["Oost dorp", "Oost buurt", "Lange Straat"],
    overlaps: [],
  });
});

test("woonplaatsen of a gemeente that overlap are reported when its border is made of them", async () => {
  const { overlaps } = await importPlaces(join(folder, "over"), 121_500);
  expect(overlaps).toMatchObject([{ about: "WPL", kind: "noticed", count: 1, examples: ["9001 and 9009"] }]);
});

test.each([
  // Not closed before it is rounded.
  ["120400.0000000004", []],
  ["NaN", ["PND skipped 1"]],
  ["1e300", ["PND skipped 1"]],
])("a ring of a pand that begins at %s", async (x, expected) => {
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  const extract = writeExtractTo(join(folder, `${x}.zip`), withXml("PND", ">120400.0 ", `>${x} `));
  const given = { paths: [extract], gemeenten: [names], boundaries: [], dataDir: join(folder, `at-${x}`) };
  const { report } = await runImport(given, silentProgress);
  const unusable = report.problems.filter(({ reason }) => /coordinates|closed/.test(reason));
  expect(unusable.map(({ about, kind, count }) => `${about} ${kind} ${count}`)).toEqual(expected);
});
