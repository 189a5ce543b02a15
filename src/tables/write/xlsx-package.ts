/** Parts of a workbook beside its sheet and styles (ECMA-376). */
import { escapeXml } from "./xlsx-text.ts";

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const SHEET_PATH = "xl/worksheets/sheet1.xml";
export const STYLES_PATH = "xl/styles.xml";

/** Beginning of the sheet: the header row stays in sight. */
export const SHEET_START =
  `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
export const SHEET_END = "</sheetData></worksheet>";

/** Longest name of a sheet, and the characters that it may not have. */
const MAX_NAME_LENGTH = 31;
const NOT_IN_NAME = /[[\]:*?/\\]/g;

/** Returns paths and contents of the parts. */
export function packageParts(sheetName: string): [path: string, xml: string][] {
  return [
    [
      "[Content_Types].xml",
      `${HEADER}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
        `<Override PartName="/${SHEET_PATH}" ContentType="${CONTENT}.worksheet+xml"/>` +
        `<Override PartName="/${STYLES_PATH}" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ],
    ["_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])],
    [
      "xl/workbook.xml",
      `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><sheets>` +
        `<sheet name="${escapeXml(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relations([
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
      ]),
    ],
  ];
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${RELATIONS}">${items.join("")}</Relationships>`;
}

/** Returns a name that Excel accepts for a sheet. */
function sheetNameOf(name: string): string {
  const allowed = name
    .replace(NOT_IN_NAME, " ")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^'+|'+$/g, "")
    .trim();
  return allowed === "" ? "Sheet1" : allowed;
}
