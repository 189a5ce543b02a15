import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GeocodedBatch } from "../../batch/run/geocode-table.ts";
import type { TableSource } from "../../tables/table.ts";
import { findReviewRow, readFinishedRun, readReviewRows, writeReview } from "./review-rows.ts";
import { SessionFolder } from "./session-folder.ts";

let root: string;
let session: SessionFolder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "baken-review-rows-"));
  session = new SessionFolder(root, "a");
  session.create();
});
afterEach(() => rmSync(root, { recursive: true }));

const source = { headRows: 1 } as TableSource;
const NONE = {
  match: "none",
  reason: "unknown postcode",
  values: [],
  groupKey: null,
  place: null,
} as const;

const batchOf = (cell: string): GeocodedBatch => ({
  rows: [[cell], [cell]],
  progress: 0,
  outcomes: [NONE, { ...NONE, match: "exact", reason: null }],
});

const page = { matches: ["none"], from: 0, limit: 10 } as const;

test("an attempt that has lost its job changes no rows of the one that ends", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* lost() {
    yield batchOf("lost");
    first.resolve();
    await second.promise;
    yield batchOf("lost");
    throw new Error("lost");
  }
  async function* next() {
    yield batchOf("next");
  }
  const begun = writeReview(session, { source, batches: lost(), journalName: "1.journal" });
  begun.catch(() => {});
  await first.promise;
  await writeReview(session, { source, batches: next(), journalName: "2.journal" });
  second.resolve();
  await expect(begun).rejects.toThrow("lost");
  expect(readFinishedRun(session)).toMatchObject({ journal: "2.journal", counts: { rows: 2 } });
  const row = { index: 0, cells: ["next"] };
  expect(await readReviewRows(session, page)).toEqual({ total: 1, rows: [row] });
  expect(await findReviewRow(session, 0)).toEqual(row);
  expect(await findReviewRow(session, 1)).toBeUndefined();
  expect(session.list().toSorted()).toEqual(["finished.json", "review-rows.jsonl", "review-rows.places"]);
});
