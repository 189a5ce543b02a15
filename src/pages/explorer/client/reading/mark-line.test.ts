import { expect, test } from "bun:test";
import { markLine, type Reading } from "./mark-line.ts";

/** Formats pieces as `[keurstraat:street] [5:number]`. */
function marked(line: string, typed: Partial<Record<keyof Reading, string>>, leftover?: string): string {
  const reading = Object.fromEntries(Object.entries(typed).map(([part, text]) => [part, { typed: text }]));
  return markLine(line, reading, leftover)
    .map(({ text, part }) => (part === undefined ? text : `[${text}:${part}]`))
    .join("");
}

test.each([
  [
    "Keurstrat 5a, Weesp",
    { street: "keurstrat", number: "5", designation: "a", place: "weesp" },
    undefined,
    "[Keurstrat:street] [5:number][a:designation], [Weesp:place]",
  ],
  [
    "1382 kt 5-a",
    { postcode: "1382KT", number: "5", designation: "a" },
    undefined,
    "[1382 kt:postcode] [5:number]-[a:designation]",
  ],
  [
    "Buitenveer7 weesp",
    { street: "buitenveer", number: "7", place: "weesp" },
    undefined,
    "[Buitenveer:street][7:number] [weesp:place]",
  ],
  [
    "Plein 1940-45 3 b",
    { street: "plein 1940 45", number: "3", designation: "b" },
    undefined,
    "[Plein 1940-45:street] [3:number] [b:designation]",
  ],
  [
    "Mevr. Jansen, Keurstraat 5 Weesp",
    { street: "keurstraat", number: "5", place: "weesp" },
    "mevr jansen",
    "[Mevr. Jansen:leftover], [Keurstraat:street] [5:number] [Weesp:place]",
  ],
  [
    "Henriëtte Roland Holsthof 12",
    { street: "henriette roland holsthof", number: "12" },
    undefined,
    "[Henriëtte Roland Holsthof:street] [12:number]",
  ],
  [
    "5 Weesp Keurstraat",
    { street: "keurstraat", number: "5", place: "weesp" },
    undefined,
    "[5:number] [Weesp:place] [Keurstraat:street]",
  ],
  ["Weesp", {}, undefined, "Weesp"],
] as const)("%p is marked as it was read", (line, typed, leftover, expected) => {
  expect(marked(line, typed, leftover)).toBe(expected);
});

test.each(["", "   ", "İstanbul 5", "ß ﬁ 5", "👍🏽 5 weesp", "e\u0301e\u0301n 5"])(
  "the pieces of %p are the line",
  (line) => {
    const pieces = markLine(line, { number: { typed: "5" }, street: { typed: "een" } });
    expect(pieces.map(({ text }) => text).join("")).toBe(line);
  },
);
