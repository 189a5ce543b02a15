/** Tests the limit of a session's folder while results are written, with files that take no space. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepWithinLimit, removeOldResults } from "./result-space.ts";
import { SessionFolder } from "./session-folder.ts";

let root: string;
let session: SessionFolder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "baken-result-space-"));
  session = new SessionFolder(root, "a");
  session.create();
});
afterEach(() => rmSync(root, { recursive: true }));

const INPUT = 1_000_000;
/** Limit of the folder for an input of one megabyte. */
const LIMIT = 105_000_000;

/** Writes a file of so many bytes that changed so many seconds ago. */
function put(name: string, bytes: number, secondsAgo = 0): void {
  const path = session.pathOf(name);
  writeFileSync(path, "");
  truncateSync(path, bytes);
  const then = new Date(Date.now() - 1_000 * secondsAgo);
  utimesSync(path, then, then);
}

const results = () =>
  session
    .list()
    .filter((name) => name.startsWith("result-"))
    .sort();

test("the oldest results go until the folder is within five times its input and 100 MB", () => {
  put("input", INPUT);
  put("result-0.csv", 40_000_000, 30);
  put("result-0.gpkg", 40_000_000, 20);
  put("result-0.xlsx", 20_000_000, 10);
  put("making-x.tmp", LIMIT - INPUT - 100_000_000);
  keepWithinLimit(session, "making-x");
  expect(results()).toEqual(["result-0.csv", "result-0.gpkg", "result-0.xlsx"]);
  put("making-x.tmp", LIMIT - INPUT - 100_000_000 + 1);
  keepWithinLimit(session, "making-x");
  expect(results()).toEqual(["result-0.gpkg", "result-0.xlsx"]);
  // Temporary files of writers count too.
  mkdirSync(session.pathOf("scratch-y"));
  put("scratch-y/part", 50_000_000);
  keepWithinLimit(session, "making-x");
  expect(results()).toEqual(["result-0.xlsx"]);
});

test("above the limit one result is made at a time", () => {
  put("input", INPUT);
  put("making-x.tmp", LIMIT);
  expect(() => keepWithinLimit(session, "making-x")).not.toThrow();
  put("making-y.tmp", 1);
  expect(() => keepWithinLimit(session, "making-x")).toThrow("Another result of this file is being made");
});

test("results of earlier decisions go after two minutes, what killed processes left after ten", () => {
  put("input", INPUT, 9_999);
  put("result-1.csv", 1, 130);
  put("result-1.xlsx", 1, 100);
  put("result-2.csv", 1, 9_999);
  put("making-x.tmp", 1, 601);
  put("making-y.tmp", 1, 590);
  removeOldResults(session, "result-2.gpkg");
  expect(session.list().sort()).toEqual(["input", "making-y.tmp", "result-1.xlsx", "result-2.csv"]);
});
