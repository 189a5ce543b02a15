import { describe, expect, test } from "bun:test";
import { parseQuery, withPage } from "./query-string.ts";

const DECLARED = new Set(["q", "number", "filter[naam]"]);

describe("readQuery", () => {
  test.each([
    ["", {}],
    ["&&", {}],
    ["q=a", { q: "a" }],
    ["q=a+b%20c", { q: "a b c" }],
    ["q=a%2Bb", { q: "a+b" }],
    ["q=a=b", { q: "a=b" }],
    ["q=%20a%20", { q: "a" }],
    ["q", { q: undefined }],
    ["q=", { q: undefined }],
    ["q=%20", { q: undefined }],
    ["filter%5Bnaam%5D=x", { "filter[naam]": "x" }],
    ["filter[naam]=a,b", { "filter[naam]": "a,b" }],
    ["unknown=1&__proto__=2&constructor=3", {}],
  ])("reads %j", (text, values) => {
    expect(parseQuery(text, DECLARED)).toEqual({
      values,
      objects: {},
      repeated: [],
      nonText: [],
      unknownFilters: [],
      unknown: [],
    });
  });

  test.each([
    ["q=a&q=b", ["q"]],
    ["q=&q=b", ["q"]],
    ["q[]=a", ["q"]],
    ["q%5B0%5D=a", ["q"]],
    ["filter[naam][]=a", ["filter[naam]"]],
    ["x=1&x=2&x[]=3", []],
  ])("names what is repeated in %j", (text, repeated) => {
    expect(parseQuery(text, DECLARED).repeated).toEqual(repeated);
  });

  test("names filters that are not declared", () => {
    expect(parseQuery("filter[x]=1&filter[]=2&filter[y][]=3", DECLARED).unknownFilters).toEqual([
      "x",
      "",
      "y",
    ]);
  });

  test.each(["q=%", "q=%zz", "q=%ff", "%c3=1", "x=%ed%a0%80"])("refuses the encoding of %j", (text) => {
    expect(() => parseQuery(text, DECLARED)).toThrow("not valid percent-encoded UTF-8");
  });
});

test("withPage keeps a key that the request was made with, and no other", () => {
  expect(withPage("key=1%7Ca&q=b", "1|a")(2)).toBe("key=1%7Ca&q=b&page=2");
  expect(withPage("key=1%7Ca&q=b")(2)).toBe("q=b&page=2");
});

test.each([
  ["", 2, "page=2"],
  ["page=7", 2, "page=2"],
  ["filter[naam]=a b&page=7&per_page=5", 2, "filter%5Bnaam%5D=a%20b&per_page=5&page=2"],
  ["q=%C3%A9+e&unknown", 1, "q=%C3%A9%20e&unknown=&page=1"],
])("withPage(%j, %d) keeps the other parameters", (text, page, expected) => {
  expect(withPage(text)(page)).toBe(expected);
});
