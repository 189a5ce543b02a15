import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LineTail, LineTails } from "./line-tail.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "baken-line-tail-"));
});
afterEach(() => rmSync(root, { recursive: true }));

class Lines extends LineTail {
  seen: [line: string, at: number][] = [];

  protected add(line: string, at: number): void {
    this.seen.push([line, at]);
  }

  protected clear(): void {
    this.seen = [];
  }
}

test("each look adds the whole lines that were added; another file begins again", async () => {
  const path = join(root, "lines");
  const tail = new Lines();
  await tail.readOn(path);
  expect(tail.seen).toEqual([]);
  writeFileSync(path, "one\ntw");
  await tail.readOn(path);
  expect(tail.seen).toEqual([["one", 0]]);
  appendFileSync(path, "o\n\nthree\n");
  await Promise.all([tail.readOn(path), tail.readOn(path)]);
  const lines = [...tail.seen];
  expect(lines).toEqual([
    ["one", 0],
    ["two", 4],
    ["", 8],
    ["three", 9],
  ]);
  writeFileSync(path, "new\n");
  await tail.readOn(path);
  expect(tail.seen).toEqual([["new", 0]]);
  rmSync(path);
  await tail.readOn(path);
  expect(tail.seen).toEqual([]);
});

test("lines of several pieces keep their places", async () => {
  const path = join(root, "lines");
  const line = "x".repeat(400_000);
  writeFileSync(path, `${line}\n`.repeat(6));
  const tail = new Lines();
  await tail.readOn(path);
  expect(tail.seen.map(([text, at]) => [text === line, at])).toEqual(
    Array.from({ length: 6 }, (_, i) => [true, i * (line.length + 1)]),
  );
});

test("the tails at which nobody looked for longest are forgotten", async () => {
  const tails = new LineTails(() => new Lines(), 2);
  const read = (name: string) => tails.readOn(join(root, name));
  const [a, b] = [await read("a"), await read("b")];
  expect(await read("a")).toBe(a);
  await read("c");
  expect(await read("a")).toBe(a);
  expect(await read("b")).not.toBe(b);
});
