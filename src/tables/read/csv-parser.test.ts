import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import Papa from "papaparse";
import { type CsvDialect, CsvParser } from "./csv-parser.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

/** Parses a text in pieces of these sizes, repeated as often as needed. */
function parse(
  text: string,
  dialect: Partial<CsvDialect> = {},
  sizes: readonly number[] = [text.length + 1],
) {
  const parser = new CsvParser({ delimiter: ",", lineEnd: "\n", ...dialect }, "a.csv");
  const rows: string[][] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    rows.push(...parser.push(text.slice(at, at + size)));
    at += size;
  }
  rows.push(...parser.finish());
  return rows;
}

describe("CSV", () => {
  test("has cells, quoted cells, empty cells and rows of any length", () => {
    expect(parse('a,"b ""c"", d",\n\n"x\ny",,"",z\r\nlast')).toEqual([
      ["a", 'b "c", d', ""],
      [""],
      ["x\ny", "", "", "z"],
      ["last"],
    ]);
  });

  test("keeps each line end unchanged: mixed ones, and a return within a cell", () => {
    expect(parse('a,b\r\nc,d\n"e\r\nf","g"\r\nh\ri,"j\r"\n')).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e\r\nf", "g"],
      ["h\ri", "j\r"],
    ]);
    expect(parse('a,b\r"c\r",d\r', { lineEnd: "\r" })).toEqual([
      ["a", "b"],
      ["c\r", "d"],
    ]);
  });

  test("takes a quote within an unquoted cell as text, and blanks behind a closing quote as nothing", () => {
    expect(parse('12" pijp,5\'3"\n"a"  ,"b" \n')).toEqual([
      ['12" pijp', "5'3\""],
      ["a", "b"],
    ]);
  });

  test("takes each line as one cell without a separator", () => {
    expect(parse('Kade 1, Ede\n"Kade 2, Ede"\n', { delimiter: null })).toEqual([
      ["Kade 1, Ede"],
      ["Kade 2, Ede"],
    ]);
  });

  test("reads in pieces of any size what Papa writes and reads", () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "é", " ", ",", ";", "\n", "\r", '"', "€", "😀"), maxLength: 6 }),
      fc.constant(""),
    );
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n" as const, "\r\n" as const),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        (rows, delimiter, newline, quotes, sizes) => {
          const text = Papa.unparse(rows, { delimiter, newline, quotes }) + newline;
          expect(parse(text, { delimiter }, sizes)).toEqual(rows);
        },
      ),
      { numRuns: Number(process.env.TEST_ROUNDS ?? 300) },
    );
  });

  test("names the line of a fault", () => {
    expect(() => parse('a,b\n"c\nd",e\n"f" g,h\n')).toThrow(
      'a.csv, line 4: a quoted cell goes on after its closing quote, with " g,h',
    );
    expect(() => parse('a,b\nc,d\n"e,f\ng,h\n', {}, [5])).toThrow(
      "a.csv, line 3: opens a quote that is never closed.",
    );
  });

  test("allows the most columns and no more, quoted or not", () => {
    const most = "x,".repeat(TABLE_LIMITS.columns - 1);
    for (const last of ["y", '"y"']) {
      expect(parse(`a\n${most}${last}\n`)[1]).toHaveLength(TABLE_LIMITS.columns);
      expect(() => parse(`a\n${most}${last},z\n`)).toThrow("a.csv, line 2: has more than 1000 columns");
    }
  });

  test("refuses a row longer than the limit, before it ends", () => {
    const most = TABLE_LIMITS.rowCharacters;
    const piece = [100_000];
    // The length includes 32 commas and the line end.
    const cells = ["x".repeat(32_766), ...Array.from({ length: 31 }, () => "x".repeat(32_767)), ""];
    expect(`${cells.join()}\n`).toHaveLength(most);
    expect(parse(`a\n${cells.join()}\n`, {}, piece)[1]).toEqual(cells);
    expect(() => parse(`a\n${cells.join()}x\n`, {}, piece)).toThrow("line 2: is longer than 1,048,576");
    expect(() => parse(`a\n${"x".repeat(most + 1)}`, {}, piece)).toThrow(
      "a.csv, line 2: is longer than 1,048,576",
    );
    const parser = new CsvParser({ delimiter: ",", lineEnd: "\n" }, "a.csv");
    let pushed = 0;
    expect(() => {
      for (; pushed < 20; pushed += 1) {
        parser.push(`${'"'.repeat(pushed === 0 ? 1 : 0)}${"kade,1\n".repeat(20_000)}`);
      }
    }).toThrow("A quote that is opened and not closed makes one row of all that follows.");
    expect(pushed).toBeLessThan(10);
  });

  test.each([
    ["plain", (cell: string) => cell],
    ["quoted", (cell: string) => `"${cell}"`],
    ["of lines", (cell: string) => `"${cell.replace("xx", "\n\n")}"`],
  ])("refuses a cell longer than the limit, %s", (_, write) => {
    const file = (length: number) => `a,b\n1,2\n3,${write("x".repeat(length))}\n`;
    expect(parse(file(32_767), {}, [50_000])[2]![1]).toHaveLength(32_767);
    expect(() => parse(file(32_768), {}, [50_000])).toThrow(
      "a.csv, line 3: the cell in column 2 has 32,768 characters; at most 32,767, as in spreadsheets.",
    );
  });
});
