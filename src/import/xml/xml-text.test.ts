import { describe, expect, test } from "bun:test";
import { decodeReference, parseAttributes, readXmlText } from "./xml-text.ts";

/** Encodes text as the scanner has it: one character per byte. */
const read = (text: string) => readXmlText(Buffer.from(text), 0, Buffer.byteLength(text), "f");

test.each([
  ["Dorpsstraat", "Dorpsstraat"],
  ["", ""],
  [" met spaties ", " met spaties "],
  ["Henri&#xeb;tte", "Henriëtte"],
  ["Henri&#XEB;tte".toLowerCase(), "henriëtte"],
  ["caf&#233;", "café"],
  ["Súdwest", "Súdwest"],
  ["&lt;&gt;&amp;&quot;&apos;", "<>&\"'"],
  ["&amp;amp;", "&amp;"],
  ["&#x1F600;", "😀"],
  ["😀", "😀"],
  ["a&#x2019;s", "a’s"],
  ["&#xa0;", "\u00a0"],
  ["&#9;&#10;&#13;", "\t\n\r"],
  ["\ttab\n", "\ttab\n"],
])("%p is read as %p", (written, expected) => {
  expect(read(written)).toBe(expected);
});

test.each([
  "&",
  "&;",
  "&x;",
  "&amp",
  "&#;",
  "&#x;",
  "&#0;",
  "&#x1f;",
  "&#xd800;",
  "&#xffff;",
  "&#x110000;",
  "&#-1;",
  "&#X41;",
])("%p is refused as an unknown reference", (written) => {
  expect(() => read(`a${written}`)).toThrow(/f: byte 0: unknown reference/);
});

test("bytes that are not UTF-8 are refused with their place", () => {
  expect(() => readXmlText(Buffer.from("xx\u00ff", "latin1"), 2, 3, "f")).toThrow(
    "f: byte 2: text that is not valid UTF-8",
  );
});

test("names that JavaScript knows are no references", () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect(decodeReference(name)).toBeUndefined();
  }
});

describe("attributes", () => {
  test.each([
    [">", {}],
    ["/>", {}],
    [" >", {}],
    [' a="1">', { a: "1" }],
    [" a='1' b:c=\"2\"/>", { a: "1", "b:c": "2" }],
    ['\n\ta = "1"\r\n>', { a: "1" }],
    [' a="x>y">', { a: "x>y" }],
    [' a="it\'s">', { a: "it's" }],
    [' a="">', { a: "" }],
  ])("of %p are %p, and the tag ends there", (text, expected) => {
    const parsed = parseAttributes(`<e${text}<next/>`, 2)!;
    expect(Object.fromEntries(parsed.attributes)).toEqual(expected);
    expect(parsed.end).toBe(2 + text.length);
  });

  test.each([
    ["twice the same", ' a="1" a="2">'],
    ["no value", " a>"],
    ["no quotes", " a=1>"],
    ["no closing quote", ' a="1>'],
    ["no space between", ' a="1"b="2">'],
    ["no space before", 'a="1">'],
    ["< in a value", ' a="<">'],
    ["a slash before the end", " / >"],
    ["no end", ' a="1"'],
  ])("with %s are malformed", (_what, text) => {
    expect(parseAttributes(`<e${text}`, 2)).toBeUndefined();
  });
});
