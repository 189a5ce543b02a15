/** Tests which folders next to an output are remains of a killed command. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeRemains, UnfinishedFolder, unfinishedFolderOf } from "./unfinished-folder.ts";

const root = mkdtempSync(join(tmpdir(), "baken-unfinished-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Returns an output next to a folder with these files. */
function makeOutput(files: Readonly<Record<string, string>>): string {
  const out = join(mkdtempSync(join(root, "case-")), "out.csv");
  writeFileSync(out, "complete");
  mkdirSync(unfinishedFolderOf(out));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(unfinishedFolderOf(out), name), content);
  }
  return out;
}

test.each([
  ["an empty folder", {}],
  ["a lock", { lock: "" }],
  // A process that is killed while it holds the lock leaves SQLite's journal of 512 bytes.
  ["a lock with its journal", { lock: "", "lock-journal": "\0".repeat(512) }],
])("%s is removed", (_what, files) => {
  const out = makeOutput(files);
  removeRemains(out);
  expect(existsSync(unfinishedFolderOf(out))).toBe(false);
  expect(existsSync(out)).toBe(true);
});

test.each([
  ["a journal of a run", { lock: "", "journal.ndjson": "{}" }],
  ["a file of someone else", { "notes.txt": "" }],
  ["a lock that has a content", { lock: "mine" }],
])("a folder with %s stays", (_what, files) => {
  const out = makeOutput(files);
  removeRemains(out);
  expect(existsSync(unfinishedFolderOf(out))).toBe(true);
});

test("the folder of a command that runs stays, and so does one without its output", () => {
  const out = makeOutput({});
  const folder = UnfinishedFolder.open(out);
  removeRemains(out);
  expect(existsSync(folder.path)).toBe(true);
  folder.close();
  rmSync(out);
  removeRemains(out);
  expect(existsSync(folder.path)).toBe(true);
  writeFileSync(out, "complete");
  removeRemains(out);
  expect(existsSync(folder.path)).toBe(false);
});

test("a command removes its folder whole", () => {
  const out = join(root, "whole.csv");
  const folder = UnfinishedFolder.open(out);
  folder.removeAllBut();
  folder.remove();
  folder.close();
  expect(existsSync(folder.path)).toBe(false);
});
