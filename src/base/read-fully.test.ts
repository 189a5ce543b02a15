import { afterAll, describe, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFully, readFullySync } from "./read-fully.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-read-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "file");
writeFileSync(path, "0123456789");

async function fromHandle(buffer: Uint8Array, position: number): Promise<Uint8Array> {
  await using file = await open(path);
  return await readFully(file, buffer, position);
}

async function fromDescriptor(buffer: Uint8Array, position: number): Promise<Uint8Array> {
  const fd = openSync(path, "r");
  try {
    return readFullySync(fd, buffer, position);
  } finally {
    closeSync(fd);
  }
}

describe.each([
  ["readFully", fromHandle],
  ["readFullySync", fromDescriptor],
] as const)("%s", (_name, read) => {
  test.each([
    ["whole file", 10, 0, "0123456789"],
    ["part", 4, 3, "3456"],
    ["part that the file cuts off", 8, 6, "6789"],
    ["end", 4, 10, ""],
    ["behind the end", 4, 99, ""],
    ["nothing", 0, 3, ""],
  ])("%s", async (_case, size, position, expected) => {
    expect(Buffer.from(await read(new Uint8Array(size), position)).toString()).toBe(expected);
  });
});

test("a file that hands out its bytes in pieces is read until the buffer is full", async () => {
  await using file = await open(path);
  const inPieces = Object.create(file, {
    read: {
      value: (buffer: Uint8Array, offset: number, length: number, position: number) =>
        file.read(buffer, offset, Math.min(length, 3), position),
    },
  });
  expect(Buffer.from(await readFully(inPieces, new Uint8Array(8), 1)).toString()).toBe("12345678");
});
