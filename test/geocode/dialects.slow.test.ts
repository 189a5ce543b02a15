/**
 * Geocodes all addresses of Weesp in eight dialects, with errors at known rates: in this process, by the command, the
 * CSV endpoint and a job.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { type KnownAddress, readKnownAddresses } from "../relevance/addresses.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { DIALECTS } from "../support/dialects/dialects.ts";
import { type DirtyFile, type RowKind, writeDirtyFile } from "../support/dialects/dirty-file.ts";
import { geocodeInProcess } from "../support/dialects/geocode-in-process.ts";
import { judgeDialect } from "../support/dialects/judge-dialect.ts";
import { describeRates } from "../support/dialects/rates-table.ts";
import type { Answer, Counts } from "../support/dialects/tally.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { TEST_SEED, testRandom } from "../support/seed.ts";
import { startGeocodeService } from "../support/servers/geocode-service.ts";

/** Rows that the CSV endpoint takes at once. */
const MOST_AT_ONCE = 10_000;

let weesp: Weesp;
let all: KnownAddress[];
let files: readonly DirtyFile[];
let folder: string;
let service: Awaited<ReturnType<typeof startGeocodeService>>;
const answersOf = new Map<DirtyFile, Answer[]>();

beforeAll(async () => {
  weesp = await readWeesp();
  all = readKnownAddresses(weesp.dataDir);
  const random = testRandom();
  files = DIALECTS.map((dialect) => writeDirtyFile(dialect, all, { all, random }));
  folder = mkdtempSync(join(tmpdir(), "baken-dialects-"));
  service = await startGeocodeService(weesp.dataDir);
}, 120_000);
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
  weesp.close();
});

/** Returns the answers in CSV that baken wrote, and the cells of the user. */
function readAnswers(csv: string): { readonly answers: Answer[]; readonly cells: string[][] } {
  const [header = [], ...rows] = Papa.parse<string[]>(csv.replace(/^\ufeff/, "").replace(/\r?\n$/, "")).data;
  const first = header.indexOf("result_match");
  const id = header.indexOf("result_nummeraanduiding_id");
  return {
    answers: rows.map((row) => ({ match: row[first]!, id: row[id]! })),
    cells: rows.map((row) => row.slice(0, first)),
  };
}

/** A file of the dialect with some of the rows of another. */
function partOf({ dialect, rows }: DirtyFile, from: number, to: number): Buffer {
  const part = rows.slice(from, to);
  return dialect.toBytes(dialect.header === null ? part : [dialect.header, ...part]);
}

describe.each(DIALECTS.map(({ name }, i) => [name, i] as const))("%s", (_, index) => {
  test("clean rows are exact, no row is given a wrong exact", async () => {
    const file = files[index]!;
    const answers = await geocodeInProcess(weesp.snapshot, file.bytes);
    answersOf.set(file, answers);
    judgeDialect(file, answers);
  });

  test("the command answers the same, with the cells of the user as they were", async () => {
    const file = files[index]!;
    const { extension } = file.dialect;
    const [input, out] = [join(folder, `${index}.${extension}`), join(folder, `${index}.out.csv`)];
    writeFileSync(input, file.bytes);
    const { exitCode, stderr } = await runBaken(["geocode", input, "--data", weesp.dataDir, "--out", out]);
    expect([exitCode, exitCode === 0 ? "" : stderr]).toEqual([0, ""]);
    const { answers, cells } = readAnswers(readFileSync(out, "utf8"));
    expect(answers).toEqual(answersOf.get(file)!);
    if (extension === "csv") {
      expect(cells).toEqual(file.rows.map((row) => [...row]));
    }
  });

  test("a job answers the same, and the CSV endpoint in parts", async () => {
    const file = files[index]!;
    const { extension } = file.dialect;
    const expected = answersOf.get(file)!;
    expect(readAnswers(await service.geocodeAsJob(file.bytes, extension)).answers).toEqual(expected);
    if (extension === "csv") {
      const parts = [partOf(file, 0, MOST_AT_ONCE), partOf(file, MOST_AT_ONCE, file.rows.length)];
      const texts = [await service.geocodeCsv(parts[0]!), await service.geocodeCsv(parts[1]!)];
      expect(texts.flatMap((text) => readAnswers(text).answers)).toEqual(expected);
    }
  }, 600_000);
});

test("the table in docs/geocode.md has these rates", () => {
  const total = new Map<RowKind, Counts[]>();
  for (const file of files) {
    for (const [kind, counts] of judgeDialect(file, answersOf.get(file)!)) {
      total.set(kind, [...(total.get(kind) ?? []), counts]);
    }
  }
  const lines = describeRates(total);
  if (TEST_SEED === 1) {
    const page = readFileSync(join(import.meta.dir, "../../docs/geocode.md"), "utf8");
    expect(page).toContain(lines.join("\n"));
  }
  expect(lines.length).toBeGreaterThan(10);
});
