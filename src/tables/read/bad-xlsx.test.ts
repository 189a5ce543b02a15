import { describe, expect, test } from "bun:test";
import { makeZip, type ZipPart } from "../../../test/support/extracts/zip-maker.ts";
import { makeXlsx, partsOfXlsx, textRow } from "../../../test/support/tables/make-xlsx.ts";
import { readTable, refusalOf } from "../../../test/support/tables/read-table.ts";
import { openTable } from "./open-table.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

const head = textRow("adres", "nr", "datum");
const cell = (value: string, attributes = "") => `<c ${attributes}><v>${value}</v></c>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const shared = (...texts: readonly string[]) => texts.map((text) => `<si><t>${text}</t></si>`).join("");
const MANY = "more than 32,767 characters, the most that a cell of a spreadsheet holds";

describe("refused", () => {
  const good = partsOfXlsx({ sheets: [{ name: "Blad1", rows: head }] });
  const changed = (name: string, change: Partial<ZipPart>) =>
    makeZip(good.map((part) => (part.name.endsWith(name) ? { ...part, ...change } : part)));
  const file = makeZip(good);
  const wide = (column: string) => `<row r="1"><c r="${column}1"><v>1</v></c></row>`;

  test.each<[string, Buffer, string]>([
    [
      "a zip cut short",
      file.subarray(0, file.length - 200),
      "upload: is a zip, as xlsx is, but cut short or damaged",
    ],
    [
      "a part with other bytes",
      changed("s0.xml", { damage: (packed) => packed.fill(0, 40, 60) }),
      "damaged or cut short",
    ],
    ["a wrong checksum", changed("s0.xml", { claims: { crc: 1 } }), "its checksum is wrong"],
    [
      "XML cut short",
      changed("s0.xml", { content: Buffer.from("<worksheet><sheetData>") }),
      "is no valid XML",
    ],
    [
      "a part that lacks",
      makeZip(good.filter(({ name }) => !name.endsWith("s0.xml"))),
      "lacks its part xl/worksheets/s0.xml",
    ],
    [
      "another zip",
      makeZip([{ name: "a.csv", content: Buffer.from("a;b") }]),
      "is a zip without a workbook in it",
    ],
    [
      "OpenDocument",
      makeZip([{ name: "content.xml", content: Buffer.from("<x/>") }]),
      "is an OpenDocument file (.ods). Convert it with LibreOffice: soffice --headless --convert-to xlsx addresses.ods",
    ],
    [
      "a binary workbook",
      changed("_rels/.rels", {
        content: Buffer.from(String(good[0]!.content).replace("workbook.xml", "workbook.bin")),
      }),
      "is a binary workbook (.xlsb)",
    ],
    ["more than the declared size", changed("s0.xml", { claims: { sizeBytes: 10 } }), "damaged or cut short"],
    ["a sheet too large", changed("s0.xml", { claims: { sizeBytes: 0xfffffffe } }), "like a zip bomb"],
    [
      "a text that lacks",
      makeXlsx(`${head}<row>${cell("7", 't="s"')}</row>`),
      'upload, sheet "Blad1": cell A2: refers to text 7',
    ],
    ["rows out of order", makeXlsx('<row r="5"/><row r="4"/>'), "row 4 follows row 5"],
    ["a row beyond the last", makeXlsx('<row r="1048577"/>'), "row 1048577 follows row 0"],
    ["a cell beyond the last column", makeXlsx(wide("ALM")), "cell ALM1: is beyond column 1000"],
    ["a bad reference", makeXlsx(wide("$$")), 'a cell has the reference "$$1"'],
    ["deep nesting", makeXlsx("<a>".repeat(200)), "nested more than 100 deep"],
    [
      "entities of its own",
      changed("s0.xml", {
        content: Buffer.from(
          '<!DOCTYPE a [<!ENTITY b "c">]><worksheet><sheetData>&b;</sheetData></worksheet>',
        ),
      }),
      "is no valid XML",
    ],
    [
      "styles without end",
      makeXlsx({ sheets: [{ name: "A", rows: head }], styles: new Array(100_001).fill(0) }),
      "upload, xl/styles.xml: has more than 100,000 styles of cells",
    ],
    [
      "number formats without end",
      makeXlsx({
        sheets: [{ name: "A", rows: head }],
        formats: Array.from({ length: 100_001 }, (_, i) => `<numFmt numFmtId="${i}" formatCode="0"/>`).join(
          "",
        ),
      }),
      "has more than 100,000 number formats",
    ],
    [
      "relations without end",
      changed("workbook.xml.rels", {
        content: Buffer.from(
          `<Relationships>${Array.from({ length: 10_001 }, (_, i) => `<Relationship Id="${i}" Target="a"/>`).join("")}</Relationships>`,
        ),
      }),
      "has more than 10,000 relations; this is no spreadsheet",
    ],
    [
      "sheets without end",
      changed("xl/workbook.xml", {
        content: Buffer.from(
          `<workbook><sheets>${'<sheet r:id="s0" name="a"/>'.repeat(10_001)}</sheets></workbook>`,
        ),
      }),
      "has more than 10,000 sheets; this is no spreadsheet",
    ],
    [
      "names of files without end",
      makeZip(
        Array.from({ length: 300 }, (_, i) => ({
          name: `${i}${"x".repeat(60_000)}`,
          content: Buffer.from(""),
        })),
      ),
      "upload: its list of files has more than 16 MB",
    ],
    ["a long cell", makeXlsx(head + textRow("a", "x".repeat(32_768))), `cell B2 has ${MANY}`],
    [
      "a cell of a million characters",
      makeXlsx(head + textRow("x".repeat(1_000_000))),
      `upload, sheet "Blad1": cell A2 has ${MANY}`,
    ],
    ["digits without end", makeXlsx(`<row>${cell("1".repeat(40_000))}</row>`), `cell A1 has ${MANY}`],
    ["zeros without end", makeXlsx(`<row>${cell(`0.${"0".repeat(40_000)}1`)}</row>`), `cell A1 has ${MANY}`],
    [
      "a long text that cells share",
      makeXlsx({ sheets: [{ name: "A", rows: head }], strings: shared("a", "x".repeat(32_768)) }),
      `upload, xl/sharedStrings.xml: text 1, counted from 0, has ${MANY}`,
    ],
  ])("%s", async (_, content, message) => {
    expect(await refusalOf(content)).toContain(message);
  });

  test("at the limits nothing is refused", async () => {
    expect((await readTable(makeXlsx(wide("ALL")), { header: "no" })).columns).toHaveLength(1000);
    const long = await readTable(makeXlsx(textRow("a", "b") + textRow("x".repeat(32_767), "1")));
    expect(long.rows[0]![0]).toHaveLength(32_767);
    const escaped = await readTable(makeXlsx(textRow("a", "b") + textRow("_x000D_".repeat(32_767), "1")));
    expect(escaped.rows[0]![0]).toBe("\r".repeat(32_767));
  });

  test.each([
    ["shared", cell("0", 't="s"'), cell("1", 't="s"')],
    ["inline", inline("x".repeat(32_767)), inline("x".repeat(32))],
  ])(
    "a row of %s texts has at most 1,048,576 characters, however few bytes it takes",
    async (_, long, short) => {
      const file = (more: string) =>
        makeXlsx({
          sheets: [{ name: "A", rows: `${head}<row>${long.repeat(32)}${short}${more}</row>` }],
          strings: shared("x".repeat(32_767), "x".repeat(32)),
        });
      expect((await readTable(file(""))).rows[0]!.join("")).toHaveLength(1_048_576);
      expect(await refusalOf(file(cell("1")))).toBe(
        'upload, sheet "A": row 2: its cells have more than 1,048,576 characters, which is the most.',
      );
    },
  );

  test("rows of many characters come a few at a time, though hundreds are in a piece of the file", async () => {
    const row = `<row>${cell("0", 't="s"').repeat(15)}<c t="inlineStr"><is><t>a</t></is></c></row>`;
    const rows = 400;
    const strings = shared("x".repeat(32_767));
    const bytes = makeXlsx({ sheets: [{ name: "A", rows: head + row.repeat(rows) }], strings });
    const source = await openTable({ name: "upload", bytes });
    let read = 0;
    for await (const batch of source.batches()) {
      // Two rows of 15 × 32,767 + 1 characters fit, three do not.
      expect(batch.rows.length).toBeLessThanOrEqual(2);
      read += batch.rows.length;
      expect(batch.rows[0]!.map((each) => (each as string).length)).toEqual([...Array(15).fill(32_767), 1]);
    }
    expect(read).toBe(rows);
    await source.close();
  });

  test("a table of more than 100,000,000 cells, those included that the file leaves out", async () => {
    const file = (columns: number) =>
      makeXlsx(
        textRow(...Array.from({ length: columns }, (_, i) => `k${i}`)) +
          `<row r="1048576">${cell("1", 'r="A1048576"')}</row>`,
      );
    expect(await refusalOf(file(96))).toBe(
      "upload: has 1,048,576 rows of 96 columns, more than 100,000,000 cells, empty ones included. Remove empty rows and columns.",
    );
    const source = await openTable({ name: "upload", bytes: file(95) });
    expect([source.rowCount, source.columns.length]).toEqual([1_048_576, 95]);
    await source.close();
    const csv = `${"a,".repeat(998)}a\n${"\n".repeat(100_100)}1\n`;
    expect(await refusalOf(Buffer.from(csv))).toContain("has 100,102 rows of 999 columns, more than");
  });

  test("a cell whose characters are all escaped twice is read, as few as a tag may have without an end", async () => {
    const escaped = [..."_x005F_"].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join("");
    const bytes = makeXlsx(textRow("a", "b") + textRow(escaped.repeat(32_767), "1"));
    expect((await readTable(bytes)).rows[0]![0]).toBe("_".repeat(32_767));
  });

  test("a zip bomb, before it is inflated, and a tag without an end", async () => {
    const bomb = Buffer.alloc(TABLE_LIMITS.xlsxPartBytes + 1, " ");
    expect(await refusalOf(changed("s0.xml", { content: bomb }))).toMatch(
      /is \d+ times larger than in the file, like a zip bomb/,
    );
    expect(await refusalOf(changed("styles.xml", { content: bomb }))).toContain("has 65 MB; at most 64 MB");
    const endless = Buffer.from(`<worksheet><sheetData><row ${" ".repeat(20_000_000)}`);
    expect(await refusalOf(changed("s0.xml", { content: endless }))).toContain(
      "characters without an end of a tag",
    );
  });
});
