import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeIds } from "../../../registry/schema/change-months.ts";
import { openWithWorkDatabase } from "../../work-database.ts";
import { MonthLists } from "./month-lists.ts";

const JANUARY_2020 = 18_262;
const [A, B, C] = [363_010_000_000_001, 363_100_000_000_002, 363_200_000_000_003];

/** Returns the lists of a few voorkomens when at most `maxIds` ids of objects are kept in memory. */
function listWith(maxIds: number): [number, number, number[]][] {
  const folder = mkdtempSync(join(tmpdir(), "baken-month-lists-"));
  using db = openWithWorkDatabase(join(folder, "file.db"), folder);
  const lists = new MonthLists(db, maxIds);
  const found: [number, number, number[]][] = [];
  lists.add(3594, JANUARY_2020, C);
  lists.add(3594, JANUARY_2020 + 30, C);
  lists.add(3594, JANUARY_2020 + 31, C);
  lists.add(1012, JANUARY_2020 + 31, B);
  lists.add(3594, JANUARY_2020 + 5, A);
  lists.add(3594, JANUARY_2020 + 5, B);
  lists.add(3594, JANUARY_2020 + 6, A);
  lists.finish((woonplaats, month, ids) => found.push([woonplaats, month, decodeIds(ids)]));
  rmSync(folder, { recursive: true });
  return found;
}

test.each([1, 2, 3, 100])("each object once in its months, with %d ids in memory", (maxIds) => {
  expect(listWith(maxIds)).toEqual([
    [1012, 2020 * 12 + 1, [B]],
    [3594, 2020 * 12, [A, B, C]],
    [3594, 2020 * 12 + 1, [C]],
  ]);
});
