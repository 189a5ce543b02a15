import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOutputFolder } from "../../release/output-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-output-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder that no release made keeps its files", () => {
  const mine = join(folder, "mine");
  mkdirSync(mine);
  writeFileSync(join(mine, "letter.txt"), "Dear");
  expect(() => makeOutputFolder(mine)).toThrow(`${mine} was not made by a release.`);
  expect(existsSync(join(mine, "letter.txt"))).toBe(true);
});

test("a new folder, an empty one and that of a former release are taken", () => {
  const dist = join(folder, "dist");
  makeOutputFolder(dist);
  writeFileSync(join(dist, "baken-1.tgz"), "");
  makeOutputFolder(dist);
  expect(existsSync(join(dist, "baken-1.tgz"))).toBe(false);
  mkdirSync(join(folder, "empty"));
  makeOutputFolder(join(folder, "empty"));
});
