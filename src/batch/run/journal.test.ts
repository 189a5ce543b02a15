import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "./journal.ts";

const OWNER = { "the input": "a", "the registry": "b" };
const LINES = Array.from({ length: 2_500 }, (_, i) => JSON.stringify(["exact", null, `é${i}`, null, [i]]));

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-journal-"));
  path = join(folder, "journal.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function writeWhole(): Promise<Buffer> {
  const journal = await Journal.open(path, OWNER);
  await journal.append(LINES.slice(0, 700));
  await journal.append(LINES.slice(700));
  await journal.close();
  return readFileSync(path);
}

test("a journal cut at any byte goes on to the same bytes", async () => {
  const whole = await writeWhole();
  const headerEnd = whole.indexOf("\n") + 1;
  const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
  const cuts = [
    0,
    1,
    headerEnd - 1,
    headerEnd,
    headerEnd + 1,
    50_000,
    lastLine - 1,
    lastLine,
    whole.length - 1,
  ];
  for (const cut of [...cuts, whole.length]) {
    writeFileSync(path, whole);
    truncateSync(path, cut);
    const journal = await Journal.open(path, OWNER);
    const lineEnds = whole.subarray(headerEnd, Math.max(headerEnd, cut)).toString().split("\n").length - 1;
    expect(journal.rows).toBe(lineEnds);
    if (journal.rows < LINES.length) {
      await journal.append(LINES.slice(journal.rows));
    }
    const reader = await journal.read();
    expect(await reader.take(LINES.length + 1)).toEqual(LINES);
    await reader.close();
    await journal.close();
    expect(readFileSync(path).equals(whole)).toBe(true);
  }
});

test("bytes that were never written end what is whole", async () => {
  await writeWhole();
  appendFileSync(path, `${"\0".repeat(5_000)}\n["exact"]\n`);
  const journal = await Journal.open(path, OWNER);
  expect(journal.rows).toBe(LINES.length);
  await journal.close();
});

test("what has changed is named, and nothing is cut", async () => {
  const whole = await writeWhole();
  await expect(Journal.open(path, { ...OWNER, "the registry": "c" })).rejects.toThrow(
    "The unfinished run cannot be resumed: the registry changed since.",
  );
  expect(readFileSync(path).equals(whole)).toBe(true);
});
