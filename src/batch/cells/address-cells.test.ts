import { describe, expect, test } from "bun:test";
import {
  cellText,
  filledText,
  isDateCell,
  isNetherlands,
  type NumberCell,
  readNumberCell,
  readPostcodeCell,
} from "./address-cells.ts";

const MARKS: Readonly<Record<string, (text: string) => string>> = {
  apostrophe: (text) => `'${text}`,
  apostrophes: (text) => `'${text}'`,
  "curly apostrophe": (text) => `’${text}`,
  backquote: (text) => `\`${text}`,
  formula: (text) => `="${text}"`,
  "formula with T": (text) => `=T("${text}")`,
  "formula kept as text": (text) => `'="${text}"`,
  quotes: (text) => `"${text}"`,
  "curly quotes": (text) => `“${text}”`,
  "low quotes": (text) => `„${text}”`,
  "zero width space": (text) => `\u200b${text}`,
  "left-to-right mark": (text) => `\u200e${text}\u200e`,
  "byte order mark": (text) => `\ufeff${text}`,
  "invisible apostrophe": (text) => `\u200b'${text}`,
  "no-break space": (text) => `\u00a0${text}\u00a0`,
  references: (text) => text.replaceAll(/./g, (sign) => `&#x${sign.codePointAt(0)!.toString(16)};`),
};
const MARKED = [
  "22",
  "5a",
  "1382KT",
  "1382 kt",
  "Keurstraat",
  "'s-Gravenhage",
  "'t Zand",
  "52.3071",
  "1-3",
  "A",
];

test.each(Object.entries(MARKS))("what keeps a cell as text is no part of it: %s", (_, mark) => {
  for (const text of MARKED) {
    expect([mark(text), cellText(mark(text))]).toEqual([mark(text), text]);
  }
});

test.each(["'s-Gravenhage", "'t Zand", "'n Hoek", '5 "a"', "d'Oultremontlaan", "1'"])("%p stays", (text) => {
  expect(cellText(text)).toBe(text);
});

test.each(["", "-", "NULL", "\\N", "#N/A", "#N/B", "<NA>", "n.v.t.", "'", '""', '=""', "\u200b", "&nbsp;"])(
  "%p says nothing",
  (text) => {
    expect(filledText(text)).toBe("");
  },
);

test.each([
  "1381AB",
  "1381 ab",
  "1381-AB",
  "1381  Ab",
  "NL-1381AB",
  "NL 1381 AB",
  "nl1381ab",
  "1381.AB",
  "1381 AB,",
])("%p is 1381AB", (text) => {
  expect(readPostcodeCell(text)).toEqual({ postcode: "1381AB", rest: "" });
});

test("text behind it is kept: the place", () => {
  expect(readPostcodeCell("1381 AB  Weesp")).toEqual({ postcode: "1381AB", rest: "Weesp" });
  expect(readPostcodeCell("1381AB, 's-Graveland")).toEqual({ postcode: "1381AB", rest: "'s-Graveland" });
});

test.each(["", "1381", "1381A", "1381ABC", "0381AB", "13811AB", "AB1381", "D-12345", "Weesp"])(
  "%p is no postcode",
  (text) => {
    expect(readPostcodeCell(text)).toBeUndefined();
  },
);

test("the longest cells are read in proportion to their length", () => {
  const spaces = " ".repeat(1_000_000);
  for (const text of [`1381AB${spaces}a\nb`, `NL${spaces}Weesp`, `1381${spaces}Weesp`]) {
    expect(readPostcodeCell(text)).toBeUndefined();
  }
});

test.each([
  "NL",
  "nl",
  "NLD",
  "Nederland",
  "NEDERLAND",
  "Netherlands",
  "The Netherlands",
  "Holland",
  "Niederlande",
  "Pays-Bas",
  "N.L.",
])("%p is the Netherlands", (text) => {
  expect(isNetherlands(text)).toBe(true);
});

test.each([
  "België",
  "Belgie",
  "Belgium",
  "BE",
  "Duitsland",
  "DE",
  "Deutschland",
  "Germany",
  "Allemagne",
  "UK",
  "Frankrijk",
  "D.E.",
])("%p is another country", (text) => {
  expect(isNetherlands(text)).toBe(false);
});

test.each(["", "Weesp", "onbekend", "x".repeat(61)])("%p is no country", (text) => {
  expect(isNetherlands(text)).toBeUndefined();
});

const number = (value: number, rest = ""): NumberCell => ({ kind: "number", number: value, rest });

describe("readNumberCell", () => {
  test.each([
    ["5", number(5)],
    [" 12 a ", number(12, "a")],
    ["12-A bis", number(12, "-A bis")],
    ["nr. 12", number(12)],
    ["Huisnummer 12", number(12)],
    ["No 7b", number(7, "b")],
    ["#7", number(7)],
    ["007", number(7)],
    ["99999", number(99_999)],
    ["12.0", number(12)],
    ["12,00", number(12)],
    ["2E5", number(2, "E5")],
    ["12 t/m 14", number(12)],
    ["12 tm 14", number(12)],
    ["12 tot en met 14", number(12)],
    ["12 & 14", number(12)],
    ["12-14", number(12, "-14")],
    ["", { kind: "empty" }],
    ["   ", { kind: "empty" }],
    ["0", { kind: "other" }],
    ["100000", { kind: "other" }],
    ["12.5", { kind: "other" }],
    ["twaalf", { kind: "other" }],
    ["-3", { kind: "other" }],
  ] as const)("%p", (text, expected) => {
    expect(readNumberCell(text)).toEqual(expected as NumberCell);
  });

  test.each([
    ["1-mrt", "date"],
    ["12-dec", "date"],
    ["1 mei 2021", "date"],
    ["mrt-12", "date"],
    ["jan-21", "date"],
    ["2021-03-01", "date"],
    ["2021-03-01T00:00:00", "date"],
    ["1-3-2021", "date"],
    ["01/03/2021", "date"],
    ["1.2E+15", "rounding"],
    ["1,2E+15", "rounding"],
    ["5,10E-01", "rounding"],
    ["2e+05", "rounding"],
    ["0457200000521750", "rounding"],
    ["457200000521750", "rounding"],
  ] as const)("%p is what a spreadsheet made of it", (text, by) => {
    expect(readNumberCell(text)).toEqual({ kind: "damaged", by });
  });

  test("cells of a spreadsheet: numbers, dates", () => {
    expect(readNumberCell({ kind: "number", text: "12", stored: "12" })).toEqual(number(12));
    expect(readNumberCell({ kind: "date", text: "2021-03-01", stored: "44256" })).toEqual({
      kind: "damaged",
      by: "date",
    });
    expect(
      readNumberCell({ kind: "number", text: "457200000521750", stored: "4.5720000052175E+14" }),
    ).toEqual({
      kind: "damaged",
      by: "rounding",
    });
  });

  test("cells in which a spreadsheet took 2E3 for a power of ten", () => {
    const cell = { kind: "number", text: "2000", stored: "2000", format: "0.00E+00" } as const;
    expect(readNumberCell(cell)).toEqual({ kind: "damaged", by: "rounding" });
    expect(readNumberCell({ ...cell, format: "0.00" })).toEqual(number(2000));
    expect(readNumberCell("2E-3")).toEqual(number(2, "E-3"));
  });

  test("text behind the number: 40 characters at most", () => {
    expect(readNumberCell(`5 ${"a".repeat(39)}`).kind).toBe("number");
    expect(readNumberCell(`5 ${"a".repeat(40)}`).kind).toBe("number");
    expect(readNumberCell(`5 ${"a".repeat(41)}`).kind).toBe("other");
  });

  test("the longest cells are read in proportion to their length", () => {
    const spaces = " ".repeat(1_000_000);
    for (const text of [`5${spaces}a\nb`, `5 t${spaces}x`, `nr${spaces}x`, `1${"0".repeat(1_000_000)}`]) {
      expect(readNumberCell(text).kind).not.toBe("number");
    }
  });
});

test("isDateCell: additions that became dates", () => {
  expect(["2-mei", "2", "a", ""].map(isDateCell)).toEqual([true, false, false, false]);
});
