import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { tokenizeCode } from "./highlight.ts";

const LANGUAGES = ["json", "sh", "ts", "js", "python", "html", "curl", "unknown", ""];

describe.each(LANGUAGES)("%s", (language) => {
  test("tokens are the code, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (code) => {
        expect(
          tokenizeCode(code, language)
            .map(({ text }) => text)
            .join(""),
        ).toBe(code);
      }),
    );
  });
});

const kindsOf = (code: string, language: string) =>
  tokenizeCode(code, language)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

test("JSON: names, texts, numbers, words, and the note of a shortened list", () => {
  expect(kindsOf('{"a\\"b": ["x", -1.5e3, null, "… 3 more"]}', "json")).toEqual([
    'property "a\\"b"',
    'string "x"',
    "number -1.5e3",
    "keyword null",
    'comment "… 3 more"',
  ]);
});

test("shell: commands, options, texts, comments, but no digits of an address", () => {
  expect(kindsOf("curl -G http://127.0.0.1:8080/a --data-urlencode 'q=a b' # now", "sh")).toEqual([
    "keyword curl",
    "property -G",
    "property --data-urlencode",
    "string 'q=a b'",
    "comment # now",
  ]);
});

test("an unclosed text ends at the end of its line", () => {
  expect(kindsOf("const a = 'x\nconst b = 1", "ts")).toEqual(["keyword const", "keyword const", "number 1"]);
});
