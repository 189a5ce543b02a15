/**
 * Tests the tables kept of objects that are delivered in pieces or more than once. small-country-tables.ts has the
 * tables of objects delivered once and in one piece.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import type { ImportReport } from "../../src/import/report.ts";
import { runImport } from "../../src/import/run-import.ts";
import { OBJECT_TYPES } from "../../src/registry/schema/object-types.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { openbareRuimte, pand, square, voorkomen } from "../support/extracts/bag-objects.ts";
import { type ExtractSpec, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-import-kept-"));
const names = join(folder, "names.csv");
writeFileSync(names, NAMES_CSV);
let imports = 0;
afterAll(() => rmSync(folder, { recursive: true }));

const TABLES = [
  ...Object.values(OBJECT_TYPES).map(({ table }) => table),
  "voorkomen",
  "ended_object",
  "unresolved_reference",
];

type Row = Record<string, unknown>;

async function importAll(specs: readonly ExtractSpec[]): Promise<{ dataDir: string; report: ImportReport }> {
  const dataDir = join(folder, `data-${++imports}`);
  const paths = specs.map((spec, i) => writeExtractTo(join(folder, `${imports}-${i}.zip`), spec));
  const options = { paths, gemeenten: [names], boundaries: [], dataDir, threads: 2 };
  const { report } = await runImport({ ...options, history: "none" }, silentProgress);
  return { dataDir, report };
}

/**
 * Imports the extracts and returns every row of the tables that an import fills from objects; `id` is the object's id,
 * if the row has an object.
 */
async function importedRows(specs: readonly ExtractSpec[]): Promise<Record<string, Row[]>> {
  const { dataDir } = await importAll(specs);
  using db = openCurrent(dataDir);
  return Object.fromEntries(
    TABLES.map((table) => {
      const rows = db.query<Row, []>(`SELECT * FROM ${table} ORDER BY 1, 2`).all();
      return [table, rows.map((row) => ({ id: row.fid ?? row.object_id, ...row }))];
    }),
  );
}

/** Makes one of two extracts that both contain the whole country. */
const wholeCountry = (gemeentecode: "0901" | "0902", standsPerFile?: number): ExtractSpec => ({
  ...municipal(gemeentecode),
  objects: NATIONAL.objects,
  ...(standsPerFile && { standsPerFile }),
});

test.each([
  ["in files of one record", [{ ...NATIONAL, standsPerFile: 1 }]],
  ["in files of three records", [{ ...NATIONAL, standsPerFile: 3 }]],
  ["twice", [wholeCountry("0901"), wholeCountry("0902")]],
  ["twice, first in pieces", [wholeCountry("0901", 1), wholeCountry("0902")]],
  ["twice, then in pieces", [wholeCountry("0901"), wholeCountry("0902", 2)]],
])("the country given %s is the country given once", async (_how, specs) => {
  expect(await importedRows(specs)).toEqual(await importedRows([NATIONAL]));
});

type Make = (nr: number, voorkomenidentificatie: number, rest?: object) => BagObject;

const street: Make = (nr, voorkomenidentificatie, rest = {}) =>
  openbareRuimte({
    identificatie: `09013000000000${nr}`,
    naam: `Straat ${voorkomenidentificatie}`,
    ligtIn: "9001",
    voorkomen: { ...voorkomen(1, "2020-01-01"), voorkomenidentificatie },
    ...rest,
  });

const house: Make = (nr, voorkomenidentificatie, rest = {}) =>
  pand({
    identificatie: `09011000000000${nr}`,
    geometrie: square(120_800, 480_100 + voorkomenidentificatie, 10),
    bouwjaar: 2000,
    voorkomen: { ...voorkomen(1, "2020-01-01"), voorkomenidentificatie },
    ...rest,
  });

/** Ways in which the first and the second voorkomens of objects may be separated. */
const WAYS = {
  "each in an extract of its own": (first: readonly BagObject[], second: readonly BagObject[]) => [
    withObjects(municipal("0901"), first),
    withObjects(municipal("0902"), second),
  ],
  "each in a file of its own": (first: readonly BagObject[], second: readonly BagObject[]) => [
    { ...withObjects(NATIONAL, [...first, ...second]), standsPerFile: 1 },
  ],
  // Two records a file: this separates the streets, because four other records precede them.
  "last in one file and first of two in the next": (
    first: readonly BagObject[],
    second: readonly BagObject[],
  ) => [{ ...withObjects(NATIONAL, [...first, ...second]), standsPerFile: 2 }],
};

/**
 * Open voorkomens in order of arrival (e: ended status); then the expected numbers in the row, in table voorkomen and
 * in ended_object.
 */
const VOORKOMEN_CASES: readonly [string, string][] = [
  ["1", "1 | |"],
  ["1 2", "2 | 1,2 |"],
  ["2 1", "2 | 1,2 |"],
  ["1 2e", " | 1,2 |"],
  ["2e 1", " | 1,2 |"],
  ["2e 2e", " | | 2"],
  ["1e 2", "2 | 1,2 |"],
];

describe.each(Object.entries(WAYS))(
  "of objects whose voorkomens come %s, all together count:",
  (_way, specsOf) => {
    test.each([
      ["streets", "openbare_ruimte", street, { status: "Naamgeving ingetrokken" }],
      ["panden", "pand", house, { status: "Pand gesloopt" }],
    ] as const)("%s", async (_what, table, make, ended) => {
      const given = (piece: number) =>
        VOORKOMEN_CASES.flatMap(([voorkomens], i) => {
          const [, number, hasEnded] = /(\d)(e?)/.exec(voorkomens.split(" ")[piece] ?? "") ?? [];
          return number === undefined ? [] : [make(91 + i, Number(number), hasEnded ? ended : {})];
        });
      const rows = await importedRows(specsOf(given(0), given(1)));
      const storedNumbers = VOORKOMEN_CASES.map(([voorkomens], i) => {
        const of = (name: string) =>
          rows[name]!.filter(({ id }) => Number(id) === Number(make(91 + i, 1).identificatie))
            .map(({ voorkomen_identificatie }) => voorkomen_identificatie)
            .join(",");
        return [
          voorkomens,
          `${of(table)} | ${of("voorkomen")} | ${of("ended_object")}`.replace("|  |", "| |").trimEnd(),
        ];
      });
      expect(storedNumbers).toEqual(VOORKOMEN_CASES.map(([voorkomens, expected]) => [voorkomens, expected]));
    });
  },
);

test("a pand that a later piece places inside a woonplaats has no unresolved reference to one", async () => {
  const west = { geometrie: square(119_000, 480_300, 10) };
  const first = [house(91, 1, west), house(92, 1), house(93, 1, west)];
  const second = [house(92, 2, west), house(93, 2)];
  const { unresolved_reference } = await importedRows(WAYS["each in a file of its own"](first, second));
  const panden = unresolved_reference!.filter(({ source_id }) =>
    String(source_id).startsWith("90110000000009"),
  );
  expect(panden.map(({ source_id }) => source_id)).toEqual([901100000000091, 901100000000092]);
});

test("faults are told of the voorkomen in force alone, and once, as an end is, however often the object comes", async () => {
  const faulty = { status: "Pand in verval" };
  const over = { voorkomen: voorkomen(1, "2020-01-01", "2024-06-01") };
  const panden = [
    house(91, 1, over),
    house(91, 2, { ...faulty, voorkomen: voorkomen(2, "2024-06-01") }),
    house(92, 1, { ...faulty, ...over }),
    house(92, 2, { voorkomen: voorkomen(2, "2024-06-01") }),
    house(93, 1, faulty),
    house(94, 1, { status: "Pand gesloopt" }),
  ];
  for (const specs of [[NATIONAL], [municipal("0901"), municipal("0902")]]) {
    const { report } = await importAll(specs.map((spec) => withObjects(spec, panden)));
    const skipped = report.problems.filter(({ reason }) => reason === "unknown status");
    expect(skipped).toMatchObject([{ about: "PND", kind: "skipped", count: 2 }]);
    expect(skipped[0]!.examples).toEqual(
      [92, 93].map((nr) => `${house(nr, 1).identificatie} "Pand in verval"`),
    );
    // NATIONAL has one; this is the second.
    expect(report.tallies.PND.ended).toBe(2);
  }
});

function withObjects(spec: ExtractSpec, objects: readonly BagObject[]): ExtractSpec {
  const ordered = [...NATIONAL.objects, ...objects].toSorted((a, b) =>
    a.identificatie.localeCompare(b.identificatie),
  );
  return { ...spec, objects: ordered };
}
