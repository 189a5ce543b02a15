import { describe, expect, test } from "bun:test";
import { makeZip, type ZipPart } from "../../../test/support/extracts/zip-maker.ts";
import { makeXlsx, partsOfXlsx, textRow } from "../../../test/support/tables/make-xlsx.ts";
import { readTable, refusalOf } from "../../../test/support/tables/read-table.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

const head = textRow("adres", "nr", "datum");
const cell = (value: string, attributes = "") => `<c ${attributes}><v>${value}</v></c>`;

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
      "is an OpenDocument file (.ods). Save it as xlsx or CSV.",
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
      "a long cell",
      makeXlsx(textRow("x".repeat(TABLE_LIMITS.rowCharacters + 1))),
      "a cell has more than 1,048,576 characters",
    ],
  ])("%s", async (_, content, message) => {
    expect(await refusalOf(content)).toContain(message);
  });

  test("at the limits nothing is refused", async () => {
    expect((await readTable(makeXlsx(wide("ALL")), { header: "no" })).columns).toHaveLength(1000);
    const long = await readTable(
      makeXlsx(textRow("a", "b") + textRow("x".repeat(TABLE_LIMITS.rowCharacters), "1")),
    );
    expect(long.rows[0]![0]).toHaveLength(TABLE_LIMITS.rowCharacters);
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
