import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchGrowth } from "./disk-space.ts";

const MB = 1024 * 1024;

test("a file that grows is to be synced every 8 MB, however its pieces are cut", () => {
  const onMegabyte = watchGrowth(join(tmpdir(), "file"));
  const due = Array.from({ length: 24 }, () => onMegabyte(MB));
  expect(due.flatMap((isDue, i) => (isDue ? [i + 1] : []))).toEqual([8, 16, 24]);
  const onPiece = watchGrowth(join(tmpdir(), "file"));
  expect([onPiece(8 * MB - 1), onPiece(1), onPiece(20 * MB), onPiece(1)]).toEqual([false, true, true, false]);
});
