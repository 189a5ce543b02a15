/** Makes xlsx files by hand, with what programs other than Excel write. */
import { makeZip, type ZipPart } from "../extracts/zip-maker.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

interface HandMadeSheet {
  readonly name: string;
  /** Content of `sheetData`. */
  readonly rows: string;
  /** `hidden` or `veryHidden`. */
  readonly state?: string;
}

interface HandMadeWorkbook {
  readonly sheets: readonly HandMadeSheet[];
  /** Elements `si`. */
  readonly strings?: string;
  /** Elements `numFmt`, and numbers of formats of the cell styles. */
  readonly formats?: string;
  readonly styles?: readonly number[];
  readonly is1904?: boolean;
}

/** Returns the parts of a workbook. */
export function partsOfXlsx(workbook: HandMadeWorkbook): ZipPart[] {
  const { sheets, strings = "", formats = "", styles = [0], is1904 = false } = workbook;
  const part = (name: string, content: string): ZipPart => ({
    name,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`),
  });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return [
    part(
      "_rels/.rels",
      `<Relationships ${RELATIONS}>${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ),
    part(
      "xl/workbook.xml",
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
        .map(
          ({ name, state = "visible" }, i) =>
            `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="s${i}"/>`,
        )
        .join("")}</sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      `<Relationships ${RELATIONS}>${sheets.map((_, i) => relation(`s${i}`, "worksheet", `worksheets/s${i}.xml`)).join("")}` +
        `${relation("t", "styles", "/xl/styles.xml")}${relation("u", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    ),
    part(
      "xl/styles.xml",
      `<styleSheet ${MAIN}><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles
        .map((id) => `<xf numFmtId="${id}"/>`)
        .join("")}</cellXfs></styleSheet>`,
    ),
    part("xl/sharedStrings.xml", `<sst ${MAIN}>${strings}</sst>`),
    ...sheets.map(({ rows }, i) =>
      part(`xl/worksheets/s${i}.xml`, `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`),
    ),
  ];
}

/** Returns a workbook as a file; with one sheet when only its rows are given. */
export function makeXlsx(workbook: HandMadeWorkbook | string): Buffer {
  const whole = typeof workbook === "string" ? { sheets: [{ name: "Blad1", rows: workbook }] } : workbook;
  return makeZip(partsOfXlsx(whole));
}

/** Returns a row of inline texts. */
export function textRow(...texts: readonly string[]): string {
  return `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
}
