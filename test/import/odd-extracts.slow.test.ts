/**
 * Tests extracts that differ from official ones but have the same content: each row of the table in docs/import.md
 * makes the same registry as the official form, is reported where the table says so, and is then refused by --strict.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { type ImportResult, runImport } from "../../src/import/run-import.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { type ExtractSpec, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { ODD_EXTRACTS } from "../support/extracts/odd-extracts.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { runBakenImport } from "../support/processes/baken-process.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-odd-"));
afterAll(() => rmSync(folder, { recursive: true }));
const names = join(folder, "names.csv");
writeFileSync(names, NAMES_CSV);

let imports = 0;

/** Imports into a new folder; returns the path of the registry, and the import's report. */
async function importInto(
  paths: readonly string[],
  isStrict = false,
): Promise<{ path: string } & ImportResult> {
  const dataDir = join(folder, `data-${++imports}`);
  const given = { paths, gemeenten: [names], boundaries: [] };
  const result = await runImport(
    { ...given, dataDir, isStrict, threads: 1, history: "none" },
    silentProgress,
  );
  return { ...result, path: join(dataDir, result.registry) };
}

interface Official {
  readonly path: string;
  /** Reasons reported for the official form too: faults of the objects themselves. */
  readonly reasons: ReadonlySet<string>;
}

type Specs = readonly ExtractSpec[];
const NATIONAL_ONLY: Specs = [NATIONAL];
const officialBySpecs = new Map<Specs, Promise<Official>>();

/** Returns the registry of extracts in the official form, which a strict import accepts; cached by list of specs. */
function importOfficial(specs: Specs = NATIONAL_ONLY): Promise<Official> {
  const imported = officialBySpecs.get(specs) ?? makeOfficial(specs);
  officialBySpecs.set(specs, imported);
  return imported;
}

async function makeOfficial(specs: Specs): Promise<Official> {
  const zips = specs.map((spec, i) => writeExtractTo(join(folder, `official-${i}.zip`), spec));
  const { path, report } = await importInto(zips, true);
  return { path, reasons: new Set(report.problems.map(({ reason }) => reason)) };
}

describe("an extract makes the registry that the official form makes, though it has", () => {
  test.each(ODD_EXTRACTS.map((odd) => [odd.row, odd.what, odd] as const))(
    "%s: %s",
    async (_row, _what, odd) => {
      const expected = await importOfficial(odd.equivalent);
      const paths = odd.make(folder);
      const { path, report } = await importInto(paths);
      expect(compareRegistries(path, expected.path)).toEqual([]);
      const reported = report.problems
        .filter(({ reason }) => !expected.reasons.has(reason))
        .map(({ kind, reason, examples }) => `${kind} ${reason}: ${examples.join(", ")}`);
      if (odd.noticeWords === undefined) {
        expect(reported).toEqual([]);
        expect(compareRegistries((await importInto(paths, true)).path, expected.path)).toEqual([]);
        return;
      }
      for (const word of ["noticed", ...odd.noticeWords]) {
        expect(reported.join("\n")).toContain(word);
      }
      const refused = await importInto(paths, true).then(
        () => "",
        (error: Error) => error.message,
      );
      for (const word of odd.noticeWords) {
        expect(refused).toContain(word);
      }
    },
  );
});

test("the command reports it, and --strict refuses it in one line", async () => {
  const paths = ODD_EXTRACTS[0]!.make(folder);
  const given = [...paths, "--gemeenten", names, "--data", join(folder, "commanded")];
  const lenient = await runBakenImport(given);
  expect(lenient).toMatchObject({ exitCode: 0 });
  expect(lenient.stderr).toMatch(/noticed \d+ \(PND\): objects are not in order of identificatie: .* after /);
  const strict = await runBakenImport([...given, "--strict"]);
  expect(strict).toMatchObject({ exitCode: 1, stdout: "" });
  expect(strict.stderr.trimEnd().split("\n").at(-1)).toMatch(
    /^baken: .*WPL.*xml: byte \d+: .*: objects are not in order/,
  );
});

test("docs/import.md has a row for each, and says whether it is reported", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/import.md"), "utf8");
  const rows = page.matchAll(
    /^\| (?<row>.+?) \| (?<then>taken|taken and noticed|ignored|ignored and noticed) \| (?<strict>the same|refused) \|$/gm,
  );
  const documented = [...rows].map(({ groups }) => [
    groups!.row,
    groups!.then!.includes("noticed"),
    groups!.strict === "refused",
  ]);
  const tested = [...Map.groupBy(ODD_EXTRACTS, ({ row }) => row)].map(([row, [first]]) => {
    const isReported = first!.noticeWords !== undefined;
    return [row, isReported, isReported];
  });
  expect(documented.sort()).toEqual(tested.sort());
});
