import { describe, expect, test } from "bun:test";
import { makeZip, type ZipPart } from "../../../test/support/extracts/zip-maker.ts";
import { makeXlsx, partsOfXlsx, textRow } from "../../../test/support/tables/make-xlsx.ts";
import { readTable, refusalOf } from "../../../test/support/tables/read-table.ts";
import type { TypedCell } from "../table.ts";

const head = textRow("adres", "nr", "datum");
const cell = (value: string, attributes = "") => `<c ${attributes}><v>${value}</v></c>`;

describe("cells of a sheet", () => {
  test("text: shared with runs and phonetics, inline, of formulas, escaped, errors", async () => {
    const table = await readTable(
      makeXlsx({
        sheets: [
          {
            name: "A",
            rows:
              head +
              `<row>${cell("1", 't="s"')}${cell("0", 't="s"')}<c t="str"><f>A1&amp;"x"</f><v>uit formule</v></c></row>` +
              `<row>${cell("#N/A", 't="e"')}<c t="inlineStr"><is><r><t>a </t></r><r><t xml:space="preserve"> b</t></r></is></c></row>`,
          },
        ],
        strings:
          "<si><t>regel_x000D_&#10;2 &lt;_x005F_x0041_&gt;</t></si>" +
          "<si><r><rPr><b/></rPr><t>Ka</t></r><r><t>de</t></r><rPh sb='0'><t>fonetisch</t></rPh></si>",
      }),
    );
    expect(table.columns).toEqual(["adres", "nr", "datum"]);
    expect(table.rows).toEqual([
      ["Kade", "regel\r\n2 <_x0041_>", "uit formule"],
      ["#N/A", "a  b", ""],
    ]);
  });

  test("shared texts that are empty, the first ones too, are empty cells", async () => {
    const strings = "<si><t></t></si><si/><si><t>Kade</t></si><si><t/></si>";
    const row = `<row>${["0", "2", "1"].map((text) => cell(text, 't="s"')).join("")}</row>`;
    const table = await readTable(makeXlsx({ sheets: [{ name: "A", rows: head + row }], strings }));
    expect(table.rows).toEqual([["", "Kade", ""]]);
    const none = await readTable(
      makeXlsx({ sheets: [{ name: "A", rows: head + textRow("a") }], strings: "<si/>" }),
    );
    expect(none.rows).toEqual([["a", "", ""]]);
  });

  test("number formats beyond the length of Excel's are ignored: cells would be as long", async () => {
    const codes = ["0".repeat(1_000_000), "[".repeat(1_000_000)];
    const formats = codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join("");
    const rows = `${head}<row>${cell("12", 's="1"')}${cell("7", 's="2"')}<c/></row>`;
    const table = await readTable(
      makeXlsx({ sheets: [{ name: "A", rows }], formats, styles: [0, 164, 165] }),
    );
    expect(table.rows).toEqual([
      [{ kind: "number", text: "12", stored: "12" }, { kind: "number", text: "7", stored: "7" }, ""],
    ]);
  });

  test("escapes that are no text: NUL, halves of a character", async () => {
    const rows = head + textRow("a_x0000_b", "_xD83D_", "_xDE00__xD83D__xDE00_");
    const table = await readTable(makeXlsx(rows));
    expect(table.rows).toEqual([["a_x0000_b", "\ufffd", "\ufffd😀"]]);
  });

  test("numbers and booleans: text without exponent, digits as stored, zeros of the format", async () => {
    const numbers = [
      "12",
      "1E5",
      "0.1",
      "52.307000000000002",
      "50.999999999999993",
      "0.30000000000000004",
      "-5.0211234567890123",
      "1.5E-8",
      "1E-300",
      "1234567890123456789",
      "-3",
      "1E25",
    ];
    const rows = numbers.map((number) => `<row>${cell(number)}</row>`).join("");
    const special = `<row>${cell("612345678", 's="1"')}</row><row>${cell("0.5", 's="2"')}</row><row>${cell("1", 't="b"')}</row>`;
    const table = await readTable(
      makeXlsx({
        sheets: [{ name: "A", rows: textRow("n") + rows + special }],
        formats: '<numFmt numFmtId="164" formatCode="0000000000"/>',
        styles: [0, 164, 9],
      }),
    );
    const number = (text: string, stored: string, format?: string): TypedCell =>
      format === undefined ? { kind: "number", text, stored } : { kind: "number", text, stored, format };
    expect(table.rows.flat()).toEqual([
      number("12", "12"),
      number("100000", "1E5"),
      number("0.1", "0.1"),
      number("52.307", "52.307000000000002"),
      number("51", "50.999999999999993"),
      number("0.3", "0.30000000000000004"),
      number("-5.02112345678901", "-5.0211234567890123"),
      number("0.000000015", "1.5E-8"),
      number("0", "1E-300"),
      number("1234567890123456800", "1234567890123456789"),
      number("-3", "-3"),
      number("10000000000000000905969664", "1E25"),
      number("0612345678", "612345678", "0000000000"),
      number("0.5", "0.5", "0%"),
      { kind: "boolean", text: "TRUE", stored: "1" },
    ]);
  });

  // Serials and dates by hand and from the documentation of Excel: 1 is 1 January 1900, 61 is 1 March 1900.
  const serials: [serial: string, format: string, date: string][] = [
    ["44256", "mm-dd-yy", "2021-03-01"],
    ["44256.520833333336", "d/m/yy h:mm", "2021-03-01T12:30:00"],
    ["44256", "yyyy\\-mm\\-dd hh:mm", "2021-03-01T00:00:00"],
    ["1", "d mmm yyyy", "1900-01-01"],
    ["60", "dd/mm/yyyy", "1900-02-29"],
    ["61", "dd/mm/yyyy", "1900-03-01"],
    ["2958465", "[$-413]d mmmm yyyy;@", "9999-12-31"],
    ["0.75", "h:mm", "18:00:00"],
    ["1.5", "[h]:mm:ss", "36:00:00"],
    ["44256.99999999", "yyyy-mm-dd", "2021-03-02"],
  ];

  test("dates and times by their number format", async () => {
    const formats = [...new Set(serials.map(([, format]) => format))];
    const codes = formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`).join("");
    const rows = serials.map(
      ([serial, format]) => `<row>${cell(serial, `s="${formats.indexOf(format)}"`)}</row>`,
    );
    const table = await readTable(
      makeXlsx({
        sheets: [{ name: "A", rows: textRow("datum") + rows.join("") }],
        formats: codes,
        styles: formats.map((_, i) => 200 + i),
      }),
    );
    expect(table.rows.flat()).toEqual(
      serials.map(([stored, format, text]) => ({ kind: "date" as const, text, stored, format })),
    );
  });

  test("numbers whose format only looks like one of dates stay numbers", async () => {
    const formats = ['0.00 "dagen"', "[Red]0", "#,##0_d", "0.0E+00", "General"];
    const table = await readTable(
      makeXlsx({
        sheets: [
          {
            name: "A",
            rows: textRow("n") + formats.map((_, i) => `<row>${cell("44256", `s="${i}"`)}</row>`).join(""),
          },
        ],
        formats: formats
          .map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code.replaceAll('"', "&quot;")}"/>`)
          .join(""),
        styles: formats.map((_, i) => 200 + i),
      }),
    );
    expect(table.rows.flat().map((value) => (typeof value === "object" ? value.kind : value))).toEqual(
      formats.map(() => "number"),
    );
  });

  test("dates of the 1904 system keep their day, with the serial of the 1900 system; ISO dates of strict files", async () => {
    const rows = `${textRow("a", "b", "c")}<row>${cell("0", 's="1"')}${cell("42794", 's="1"')}${cell("2021-03-01T12:30:00", 't="d" s="1"')}</row>`;
    const table = await readTable(makeXlsx({ sheets: [{ name: "A", rows }], styles: [0, 14], is1904: true }));
    expect(table.rows[0]).toEqual([
      { kind: "date", text: "1904-01-01", stored: "1462", format: "mm-dd-yy" },
      { kind: "date", text: "2021-03-01", stored: "44256", format: "mm-dd-yy" },
      { kind: "date", text: "2021-03-01T12:30:00", stored: "44256.520833333336", format: "mm-dd-yy" },
    ]);
  });
});

describe("places of rows and cells", () => {
  test("rows and cells may be skipped, lack r, or have it in the cell only; trailing empty rows are left out", async () => {
    const table = await readTable(
      makeXlsx(
        `<row r="1">${cell("5", 'r="B1"')}</row>` +
          `<row><c r="A2" s="1"/>${cell("6", 'r="C2"')}<c r="E2"/></row>` +
          `<row>${cell("7", 'r="A5"')}${cell("8")}</row>` +
          '<row r="1048576"><c r="A1048576" s="1"/></row>',
      ),
      { header: "no" },
    );
    const texts = table.rows.map((row) =>
      row.map((value) => (typeof value === "object" ? value.text : value)),
    );
    expect(texts).toEqual([
      ["", "5", ""],
      ["", "", "6"],
      ["", "", ""],
      ["", "", ""],
      ["7", "8", ""],
    ]);
    expect(table.rowCount).toBe(5);
  });

  test("rows and columns of blanks at the end are left out", async () => {
    const blank = (at: string) => `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">  </t></is></c>`;
    const table = await readTable(
      makeXlsx(
        `<row r="1">${cell("5", 'r="A1"')}${blank("C1")}</row><row r="2">${blank("B2")}</row>` +
          `<row r="3">${cell("6", 'r="A3"')}</row><row r="1048576">${blank("A1048576")}${blank("ALL1048576")}</row>`,
      ),
      { header: "no" },
    );
    expect(table).toMatchObject({ columns: ["column 1"], rowCount: 3 });
    expect(table.rows.map((row) => row.length)).toEqual([1, 1, 1]);
    expect(table.rows[1]).toEqual([""]);
  });

  test("a row far below costs empty rows and no memory", async () => {
    const far = await readTable(makeXlsx(`${head}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`));
    expect(far.rowCount).toBe(1_048_575);
    expect(far.rows.at(-1)![0]).toMatchObject({ text: "1" });
    expect(new Set(far.rows).size).toBe(2);
  });

  test("prefixes of elements do not matter, nor what is outside of the cells", async () => {
    const parts = partsOfXlsx({ sheets: [{ name: "A", rows: "" }] }).map((part): ZipPart => {
      const sheet =
        '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:cols><x:row/></x:cols><x:sheetData>' +
        "<!-- c --><x:row><x:c t='inlineStr'><x:is><x:t><![CDATA[<kop>]]></x:t></x:is></x:c></x:row>" +
        "<x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData><x:row r='9'><x:c><x:v>8</x:v></x:c></x:row></x:worksheet>";
      return part.name.endsWith("s0.xml") ? { ...part, content: Buffer.from(sheet) } : part;
    });
    const table = await readTable(makeZip(parts));
    expect(table).toMatchObject({ columns: ["<kop>"], rowCount: 1 });
  });
});

describe("sheets", () => {
  const workbook = makeXlsx({
    sheets: [
      { name: "Verborgen", rows: textRow("h"), state: "hidden" },
      { name: "Eerste", rows: textRow("een") + textRow("x1") },
      { name: "Tweede", rows: textRow("twee") + textRow("x2") },
      { name: "Leeg", rows: "" },
    ],
  });

  test("the first visible one is read, others by name", async () => {
    const first = await readTable(workbook);
    expect(first.columns).toEqual(["een"]);
    expect(first.traits).toEqual(["xlsx", 'sheet "Eerste" (not "Tweede", "Leeg")']);
    expect((await readTable(workbook, { sheet: "tweede" })).columns).toEqual(["twee"]);
    expect((await readTable(workbook, { sheet: "Verborgen" })).columns).toEqual(["h"]);
  });

  test("one that lacks or is empty is refused", async () => {
    expect(await refusalOf(workbook, { sheet: "Derde" })).toBe(
      'upload: has no sheet "Derde"; its sheets are: "Verborgen" (hidden), "Eerste", "Tweede", "Leeg".',
    );
    expect(await refusalOf(workbook, { sheet: "Leeg" })).toContain('sheet "Leeg" is empty');
    expect(await refusalOf(workbook, { encoding: "utf-8" })).toContain("only a text file has an encoding");
  });

  test("formulas that no program computed are reported", async () => {
    const table = await readTable(
      makeXlsx(`${head}<row><c/><c><f>1+1</f></c><c><f>2</f><v/></c></row>${textRow("x")}`),
    );
    expect(table.traits.at(-1)).toBe("2 formulas without a value, the first in B2");
  });
});
