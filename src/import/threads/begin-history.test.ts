import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byCompanion } from "../companions/companion-kinds.ts";
import type { ArchiveEntry } from "../extract/archive-entry.ts";
import type { Sources } from "../extract/sources.ts";
import { silentProgress } from "../progress.ts";
import { ImportReport } from "../report.ts";
import { beginHistory } from "./begin-history.ts";

const root = mkdtempSync(join(tmpdir(), "baken-begin-history-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Returns an extract with so many bytes of XML. */
function sourcesOf(sizeBytes: number): Sources {
  const entry: ArchiveEntry = {
    ...{ path: "x.zip > 0363PND15102021-000001.xml", name: "0363PND15102021-000001.xml", file: "x.zip" },
    ...{ offset: 0, compressedBytes: 1, sizeBytes, crc32: 0, isDeflated: true },
  };
  const objects = new Map([["PND", [entry]]] as const);
  const extract = {
    file: "x.zip",
    areas: ["0363"],
    header: undefined,
    relations: [],
    objects,
    ofHistory: new Map(),
  };
  return { extracts: [extract], companions: byCompanion(() => []) };
}

async function begin(sizeBytes: number, choice: "full" | "none") {
  const workDir = mkdtempSync(join(root, "work-"));
  const folder = {
    workDir,
    draft: join(workDir, "registry.gpkg"),
    publish: () => "",
    close: () => undefined,
  };
  const report = new ImportReport();
  const request = { sources: sourcesOf(sizeBytes), report, date: "2021-10-15", choice };
  using history = await beginHistory(folder, request, silentProgress);
  return { file: history?.file.name, problems: report.problems };
}

test("a history is begun when it is wanted", async () => {
  expect(await begin(1_000, "full")).toEqual({
    file: expect.stringMatching(/^history-2021-10-15-[0-9a-f]{12}\.db$/),
    problems: [],
  });
  expect(await begin(1_000, "none")).toEqual({ file: undefined, problems: [] });
});

test("a disk without room for it has the import go on without, and the report says so with both numbers", async () => {
  const { file, problems } = await begin(1e18, "full");
  expect(file).toBeUndefined();
  expect(problems).toMatchObject([
    {
      kind: "noticed",
      reason: "NO HISTORY is kept: the disk has no room for it",
      examples: [
        expect.stringMatching(/^it needs 300000000000\.0 MB with the registry; [\d.]+ MB are free$/),
      ],
    },
  ]);
});
