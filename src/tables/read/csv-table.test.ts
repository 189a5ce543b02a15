import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTable, refusalOf } from "../../../test/support/tables/read-table.ts";
import { openTable } from "./open-table.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);
const mark = "\ufeff";

/** Rows as written in every dialect below. */
const ROWS = [
  ["naam", "straat", "nr", "plaats"],
  ["Café", "Curaçaostraat", "12a", "'s-Hertogenbosch"],
  ["", "Kade", "1-3", "Súdwest-Fryslân"],
];

function swapped(text: string): Buffer {
  return bytes(text, "utf16le").swap16();
}

describe("encoding and separator", () => {
  const joined = (delimiter: string, end = "\r\n") => ROWS.map((row) => row.join(delimiter) + end).join("");

  test.each([
    ["semicolons in UTF-8", bytes(joined(";")), ["utf-8", "separated by semicolons"]],
    ["commas, UTF-8 with mark", bytes(mark + joined(",", "\n")), ["utf-8", "separated by commas"]],
    ["tabs in windows-1252", bytes(joined("\t"), "latin1"), ["windows-1252", "separated by tabs"]],
    ["bars, returns", bytes(joined("|", "\r")), ["utf-8", "separated by vertical bars"]],
    ["Excel's Unicode text", bytes(mark + joined("\t"), "utf16le"), ["utf-16le", "separated by tabs"]],
    ["UTF-16, big end first", swapped(mark + joined(";")), ["utf-16be", "separated by semicolons"]],
    ["Excel's line", bytes(`sep=,\r\n${joined(",")}`), ["utf-8", "separated by commas"]],
    ["Excel's line with a rare one", bytes(`sep=^\n${joined("^")}`), ["utf-8", 'separated by "^"']],
  ])("%s", async (_, content, traits) => {
    const table = await readTable(content);
    expect(table).toMatchObject({ columns: ROWS[0]!, hasHeader: true, traits, rowCount: 2 });
    expect(table.rows).toEqual(ROWS.slice(1));
  });

  test("characters in pieces of a file are whole: windows-1252 far behind ASCII, and emoji at every boundary", async () => {
    const line = "Kade;1;Ede\n";
    const late = Buffer.concat([bytes(line.repeat(60_000)), bytes("Café;2;Ede\n", "latin1")]);
    const table = await readTable(late, { header: "no" });
    expect(table.traits[0]).toBe("windows-1252");
    expect(table.rows.at(-1)).toEqual(["Café", "2", "Ede"]);
    const emoji = await readTable(bytes(`a;b\n${"é😀;x\n".repeat(80_000)}`));
    expect(emoji.rows).toHaveLength(80_000);
    expect(emoji.rows.every(([a, b]) => a === "é😀" && b === "x")).toBe(true);
  });

  test("options decide", async () => {
    const content = bytes("a;b,c\n1;2,3\n");
    expect((await readTable(content)).columns).toEqual(["a", "b,c"]);
    expect((await readTable(content, { delimiter: "," })).columns).toEqual(["a;b", "c"]);
    expect((await readTable(content, { delimiter: "none" })).columns).toEqual(["a;b,c"]);
    expect((await readTable(bytes("a\tb\n1\t2\n"), { delimiter: "tab" })).columns).toEqual(["a", "b"]);
    const café = bytes("Café;1\n", "latin1");
    expect((await readTable(café, { encoding: "latin1", header: "no" })).rows[0]).toEqual(["Café", "1"]);
    expect(
      (await readTable(bytes("prijs;\xa4 5\n", "latin1"), { encoding: "iso-8859-15", header: "yes" }))
        .columns[1],
    ).toBe("€ 5");
    expect((await readTable(bytes("a;b\n1;2\n", "utf16le"), { encoding: "utf-16le" })).columns).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("columns", () => {
  const columnsOf = async (text: string) => (await readTable(bytes(text))).columns;

  test("one column of free text is not split at its commas", async () => {
    expect(await columnsOf("adres\nKade 1, Ede\nKade 2, 1234 AB Ede\n")).toEqual(["adres"]);
    expect(await columnsOf("Kade 1, Ede\nHof 2, Ede\n")).toEqual(["column 1"]);
    expect(await columnsOf("Kade 1, Ede\nHof 2 Ede\n\nLaan 5\n")).toEqual(["column 1"]);
    expect(await columnsOf("adres\nKade 1,Ede\nHof 2,Ede\n")).toEqual(["adres"]);
    expect(await columnsOf("straat, nr, plaats\nKade, 1, Ede\n")).toEqual(["straat", " nr", " plaats"]);
  });

  test("decimal commas and commas in text do not hide semicolons", async () => {
    expect(await columnsOf("adres;breedte;lengte\nKade 1, Ede;52,3;5,1\nHof 2, Ede;52,4;5,2\n")).toHaveLength(
      3,
    );
  });

  test("a header is found by content", async () => {
    const hasHeader = async (text: string, isColumnName?: (name: string) => boolean) =>
      (await readTable(bytes(text), isColumnName === undefined ? {} : { isColumnName })).hasHeader;
    expect(await hasHeader("postcode;nr\n1234AB;1\n1234AC;2\n")).toBe(true);
    expect(await hasHeader("1234AB;1\n1234AC;2\n")).toBe(false);
    expect(await hasHeader("Kade 1, Ede\nHof 2, Ede\n")).toBe(false);
    expect(await hasHeader("adres1;adres2;pc 6\nKade 1;bij 3;1234 AB\n")).toBe(true);
    expect(await hasHeader("straat;plaats\nKade;Ede\nHof;Ede\n")).toBe(true);
    expect(await hasHeader("Kade;Ede\nHof;Ede\n")).toBe(false);
    expect(await hasHeader("52.1,5.1\n52.2,5.3\n")).toBe(false);
    expect(await hasHeader("lat,lon\n52.2,5.3\n")).toBe(true);
    expect(await hasHeader("A-nr;08.11.20 Nr;08.11.60 Postcode\n9;5;1234AB\n8;6;1234AC\n")).toBe(true);
    expect(await hasHeader("Jan;08-11-2020 10:00;1234AB\nPiet;09-11-2020 11:00;1234AC\n")).toBe(false);
    expect(await hasHeader("postcode;huisnummer\n")).toBe(true);
    expect(await hasHeader("1234AB;12\n")).toBe(false);
    expect(await hasHeader("klant;2019;2020\nJan;1;2\nPiet;;\n", (name) => name === "klant")).toBe(false);
    expect(await hasHeader("straat;wijk\nstraat;west\n", (name) => name === "straat")).toBe(true);
    const spaces = " ".repeat(32_000);
    expect(await hasHeader(`1${spaces}a b;Ede\nKade;Ede\n`)).toBe(false);
    expect(await hasHeader(`"1-1-1${spaces}\nb";Ede\nKade;Ede\n`)).toBe(false);
  });

  test("names have at most 1,000 characters, which values of a table without a header may have more of", async () => {
    const named = (length: number) => bytes(`id;${"n".repeat(length)}\n1;2\n`);
    expect((await readTable(named(1_000))).columns[1]).toHaveLength(1_000);
    expect(await refusalOf(named(1_001))).toBe(
      "upload: the name of column 2 has 1,001 characters; at most 1,000. Shorten it in the header.",
    );
    expect((await readTable(named(1_001), { header: "no" })).rows[0]![1]).toHaveLength(1_001);
  });

  test("without a header columns have numbers, and so do nameless ones", async () => {
    expect(await columnsOf("a;;c\n1;2;3\n")).toEqual(["a", "column 2", "c"]);
    expect((await readTable(bytes("a;b\n1;2\n"), { header: "no" })).columns).toEqual([
      "column 1",
      "column 2",
    ]);
    const forced = await readTable(bytes("1;2\n3;4\n"), { header: "yes" });
    expect(forced).toMatchObject({ columns: ["1", "2"], rowCount: 1 });
  });

  test("names are written as the file has them, equal ones with the name of their group", async () => {
    const headerOf = async (text: string) =>
      (await openTable({ name: "upload", bytes: bytes(text) }, {})).header;
    const rows = "1;2;3;4\n".repeat(5);
    expect(await headerOf(`;Bezoek;;Post\nid;straat;;weg\n${rows}`)).toEqual(["id", "straat", "", "weg"]);
    expect(await headerOf(`Bezoek;;Post;\nstraat;nr;straat;\n${rows}`)).toEqual([
      "Bezoek straat",
      "nr",
      "Post straat",
      "",
    ]);
  });

  test("short rows are filled, long ones make columns, empty lines are rows", async () => {
    const table = await readTable(bytes("a;b;c\n1\n\n1;2;3;4\n1;2;3;;;\n;;\n5;6"));
    expect(table.columns).toEqual(["a", "b", "c", "column 4"]);
    expect(table.rowCount).toBe(6);
    expect(table.rows).toEqual([
      ["1", "", "", ""],
      ["", "", "", ""],
      ["1", "2", "3", "4"],
      ["1", "2", "3", ""],
      ["", "", "", ""],
      ["5", "6", "", ""],
    ]);
  });
});

test("empty rows at the end are left out, and columns at the end without name and content; those between stay", async () => {
  const table = await readTable(
    bytes(`a;b;;\n1;2\n\n;;;\n3;;  ;\n${";;; \n".repeat(5)}${"\n".repeat(200_000)} `),
  );
  expect(table).toMatchObject({ columns: ["a", "b"], rowCount: 4 });
  expect(table.rows).toEqual([
    ["1", "2"],
    ["", ""],
    ["", ""],
    ["3", ""],
  ]);
  const unnamed = await readTable(bytes("1;2;;\n3;4;;\n;;;\n"), { header: "no" });
  expect(unnamed).toMatchObject({ columns: ["column 1", "column 2"], rowCount: 2 });
});

test("lines of one cell under a wide header come in batches of few cells: a piece holds tens of thousands", async () => {
  const header = Array.from({ length: 1_000 }, (_, i) => `kolom ${i}`).join(";");
  const source = await openTable(
    { name: "upload", bytes: bytes(`${header}\n${"1\n".repeat(99_000)}`) },
    { delimiter: ";", header: "yes" },
  );
  let rowCount = 0;
  for await (const { rows } of source.batches()) {
    rowCount += rows.length;
    expect(rows.length * source.columns.length).toBeLessThanOrEqual(200_000);
    expect(rows.at(-1)!.slice(0, 3)).toEqual(["1", "", ""]);
  }
  expect([rowCount, source.rowCount]).toEqual([99_000, 99_000]);
});

describe("refused", () => {
  test.each<[string, Buffer, object, string]>([
    ["an empty file", bytes(""), {}, "upload is empty"],
    ["empty lines", bytes("\n\r\n"), {}, "upload is empty"],
    ["blanks", bytes(" ; \n;\n  "), {}, "upload is empty"],
    ["NUL characters", bytes("a;b\n1;2\n3;\x004\n"), {}, "upload, line 3: has a NUL character"],
    ["UTF-16 without a mark", bytes("a;b\n", "utf16le"), {}, "the encoding to be given"],
    ["control characters", bytes("a\x01\x02\x03\x04;b\n"), {}, "upload is a binary file"],
    [
      "an old Excel file",
      Buffer.from("d0cf11e0a1b11ae10000", "hex"),
      {},
      "is an old Excel file (.xls) or has a password",
    ],
    ["gzip", Buffer.from("1f8b0800", "hex"), {}, "compressed with gzip"],
    ["a web page named .xls", bytes("<html><table>"), {}, "is a web page or XML"],
    ["JSON", bytes('[{"a": 1}]'), {}, "is JSON"],
    [
      "a wrong encoding by option",
      bytes("a;b\nx;1\nCafé;2\n", "latin1"),
      { encoding: "utf-8" },
      "upload, line 3: has bytes that are not utf-8; the file was to be read in this encoding because the option says so",
    ],
    [
      "two encodings in one file",
      Buffer.concat([bytes("a;b\nCafé;1\n"), bytes("Café;2\n", "latin1")]),
      {},
      "upload, line 3: has bytes that are not utf-8; text before it is UTF-8, so that the file mixes encodings",
    ],
    [
      "an option against the mark",
      bytes(`${mark}a;b\n`),
      { encoding: "windows-1252" },
      "upload starts with the byte order mark of utf-8; it cannot be read as windows-1252",
    ],
    ["UTF-16 by option for bytes", bytes("a;bc\n1;2\n"), { encoding: "utf-16le" }, "not utf-16le"],
    [
      "an unknown encoding",
      bytes("a;b\n"),
      { encoding: "cp850" },
      '"cp850" is no encoding known here; expected one of utf-8',
    ],
    ["a long separator", bytes("a;b\n"), { delimiter: ";;" }, "The separator must be one character"],
    ["a sheet of a text file", bytes("a;b\n"), { sheet: "A" }, "only a spreadsheet (xlsx) has sheets"],
    ["5,000 columns", bytes(`${"a;".repeat(4999)}a\n`), {}, "upload, line 1: has more than 1000 columns"],
    [
      "a quote without end",
      bytes('a;b\n"1;2\n3;4\n'),
      {},
      "upload, line 2: opens a quote that is never closed",
    ],
    ["a quote in a quoted cell", bytes('a;b\n1;"2" 3"\n'), {}, "upload, line 2: a quoted cell goes on after"],
  ])("%s", async (_, content, options, message) => {
    expect(await refusalOf(content, options)).toContain(message);
  });

  test("a line without end, after a megabyte of it", async () => {
    let read = 0;
    const endless = new Proxy(Buffer.alloc(64 * 1024 * 1024, "x"), {
      get(target, key) {
        const value = Reflect.get(target, key, target);
        if (key !== "subarray") {
          return value;
        }
        return (start: number, end: number) => {
          read = Math.max(read, end);
          return target.subarray(start, end);
        };
      },
    });
    expect(await refusalOf(endless)).toBe("upload, line 1: is longer than 1,048,576 characters.");
    expect(read).toBeLessThan(2 * 1024 * 1024);
  });
});

describe("files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "baken-table-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("are read several times, and refused when they change between", async () => {
    const path = join(folder, "a.csv");
    writeFileSync(path, "a;b\n1;2\n");
    const source = await openTable(path);
    const countRows = async () => {
      let count = 0;
      let last = 0;
      for await (const { rows, progress } of source.batches()) {
        count += rows.length;
        last = progress;
      }
      return { count, last };
    };
    expect(source.sizeBytes).toBe(8);
    expect(await countRows()).toEqual({ count: 1, last: 1 });
    expect(await countRows()).toEqual({ count: 1, last: 1 });
    utimesSync(path, 1, 1);
    await expect(countRows()).rejects.toThrow("was changed while it was read");
    await source.close();
  });

  test("that are not tables are refused", async () => {
    expect(await refusalOf(join(folder, "b.csv"))).toMatch(/b\.csv does not exist\.$/);
    mkdirSync(join(folder, "c.csv"));
    expect(await refusalOf(join(folder, "c.csv"))).toContain("is a folder; expected a CSV or xlsx file");
    expect(await refusalOf("/dev/null")).toContain("is no regular file");
  });
});
