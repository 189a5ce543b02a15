import { describe, expect, test } from "bun:test";
import { readJson } from "./read-json.ts";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const TOO_DEEP = { fault: "must not be nested more than 32 levels deep" };
const NOT_VALID = { fault: "is not valid JSON" };

describe("reading JSON", () => {
  test.each([
    ["a number", "5", 5],
    ["31 lists in a list", lists(32), JSON.parse(lists(32))],
    ["32 objects", objects(32), JSON.parse(objects(32))],
    ["40 lists beside each other", `[${Array(40).fill("[]").join()}]`, Array(40).fill([])],
    ["brackets in a text", JSON.stringify("[{".repeat(40)), "[{".repeat(40)],
    ["brackets behind an escaped quote", JSON.stringify(`"${"[".repeat(40)}`), `"${"[".repeat(40)}`],
    ["brackets behind an escaped backslash", JSON.stringify(["\\", "[".repeat(40)]), ["\\", "[".repeat(40)]],
  ])("%s is the value", (_, text, value) => {
    expect(readJson(text)).toEqual({ value });
    expect(readJson(new TextEncoder().encode(text))).toEqual({ value });
  });

  test.each([
    ["33 lists", lists(33), TOO_DEEP],
    ["33 objects", objects(33), TOO_DEEP],
    ["33 lists behind a text that ends in a backslash", `["\\\\",${lists(32)}]`, TOO_DEEP],
    ["33 lists that never end", "[".repeat(33), TOO_DEEP],
    ["32 lists that never end", "[".repeat(32), NOT_VALID],
    ["nothing", "", NOT_VALID],
    ["a text that never ends", '"\\', NOT_VALID],
  ])("%s is a fault", (_, text, fault) => {
    expect(readJson(text)).toMatchObject(fault);
  });

  test("bytes that are no UTF-8 are a fault", () => {
    expect(readJson(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject(NOT_VALID);
  });
});
