/** Runs or reads every fenced block of README and docs. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Block, blocksOf, listPages } from "../support/docs/blocks.ts";
import { faultOfData } from "../support/docs/read-data.ts";
import { isProgram, runPage } from "../support/docs/run-page.ts";
import { canRun, hasProgram } from "../support/processes/find-program.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";

setDefaultTimeout(120_000);

/** Blocks that no test runs, by hash, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "0ebe806a": "test/release/empty-system.slow.test.ts runs it on an empty system",
  "94f5c510": "test/release/empty-system.slow.test.ts runs it on an empty system",
  "5484855b": "a download of 3.6 GB",
  f1823626: "an artefact of a release: npm run try-artefacts runs it on an empty machine",
  "1a234e65": "an artefact of a release: npm run try-artefacts runs it on an empty machine",
  a48d5139: "a container engine",
  "92725380": "a container engine",
  e52f624b: "root: accounts and units of the system",
  f1c37237: "an artefact of a release: test/release/debian-service.slow.test.ts installs it",
  cb642de1: "a download of 3.6 GB",
};

/** Pages whose blocks other tests run. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/analysis.md": "test/analysis/analysis-page.slow.test.ts",
};

const PYTHON = "/usr/bin/python3";
/** Pages whose samples need programs that few machines have. */
const CAN_RUN: Readonly<Record<string, () => boolean>> = {
  "docs/clients.md": () =>
    hasProgram("ogr2ogr", "gdal-bin") &&
    canRun([PYTHON, "-c", "import owslib, geopy"], "python3-owslib python3-geopy") &&
    canRun([PYTHON, "-c", "import qgis.core"], "python3-qgis") &&
    canRun(["ruby", "-e", "require 'geocoder'"], "ruby-geocoder"),
  "docs/cluster.md": () =>
    hasPostgres() && hasProgram("redis-server", "redis-server") && hasProgram("haproxy", "haproxy"),
  "docs/tiles.md": () => hasProgram("ogrinfo", "gdal-bin"),
};

/** Pages for the first hour: their programs always run, others if TEST_ROUNDS is set (2 as a slow test). */
const FIRST: readonly string[] = ["README.md", "docs/start.md", "docs/import.md", "docs/geocode.md"];
const RUNS_ALL = process.env.TEST_ROUNDS !== undefined;
const runsPrograms = (page: string) => (RUNS_ALL || FIRST.includes(page)) && CAN_RUN[page]?.() !== false;

/** Blocks that other tests run, by hash, with the test. */
const TESTED_BLOCKS: Readonly<Record<string, string>> = {
  "41159c73": "test/release/debian-service.slow.test.ts",
  "5928cadf": "test/web/embed/form-frameworks.slow.test.ts",
};

const isException = ({ hash }: Block) => hash in EXCEPTIONS || hash in TESTED_BLOCKS;
const PAGES = listPages().filter((page) => !(page in TESTED_ELSEWHERE));
const BLOCKS = new Map(PAGES.map((page) => [page, blocksOf(page)]));
const ALL = [...BLOCKS.values()].flat();

const counts = new Map<string, number>();
afterAll(() => {
  const ran = [...counts].sort().map(([language, count]) => `${language} ${count}`);
  process.stderr.write(`samples: ${ran.join(", ")}; exceptions ${Object.keys(EXCEPTIONS).length}\n`);
});

test("exceptions are blocks of a page, at most 15", () => {
  const hashes = new Set(ALL.map(({ hash }) => hash));
  expect(Object.keys(EXCEPTIONS).filter((hash) => !hashes.has(hash))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(15);
});

function count(blocks: readonly Block[]): void {
  for (const { language } of blocks) {
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
}

describe.each([...BLOCKS].filter(([, blocks]) => blocks.length > 0))("%s", (page, all) => {
  const blocks = all.filter((block) => !isException(block));

  test("every block of data can be read", async () => {
    const data = blocks.filter((block) => !isProgram(block));
    const faults = await Promise.all(data.map(faultOfData));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    count(data);
  });

  test.skipIf(!blocks.some(isProgram) || !runsPrograms(page))("every program runs", async () => {
    expect(await runPage(all, isException)).toEqual([]);
    count(blocks.filter(isProgram));
  });
});
