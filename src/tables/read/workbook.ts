/** Sheets of a workbook and where its parts are. */
import { posix } from "node:path";
import { refuse } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { readWholeXml } from "./xml-part.ts";
import type { ZipParts } from "./zip-parts.ts";

export interface Sheet {
  readonly name: string;
  readonly isVisible: boolean;
  /** Name of its part. */
  readonly part: string;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Dates count from 1904 instead of 1900. */
  readonly is1904: boolean;
  /** Names of the parts, when the workbook has them. */
  readonly stylesPart: string | undefined;
  readonly sharedStringsPart: string | undefined;
}

interface Relation {
  /** Last word of its type, such as `worksheet`. */
  readonly type: string;
  readonly part: string;
}

/** Reads the workbook. Throws AppError `usage` when the zip is none. */
export async function readWorkbook(parts: ZipParts, fileName: string): Promise<Workbook> {
  const part = await findWorkbook(parts, fileName);
  const relations = await readRelations(parts, part);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(parts, part, {
    open: (name, attributes) => {
      if (name === "workbookPr") {
        is1904 = ["1", "true", "on"].includes(attributes.date1904 ?? "");
      }
      const relation = name === "sheet" ? relations.get(relationId(attributes)) : undefined;
      if (relation?.type === "worksheet") {
        const isVisible = (attributes.state ?? "visible") === "visible";
        sheets.push({ name: attributes.name ?? "", isVisible, part: relation.part });
        assertCount(sheets.length, "sheets");
      }
    },
  });
  const partOfType = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.part;
  return {
    sheets,
    is1904,
    stylesPart: partOfType("styles"),
    sharedStringsPart: partOfType("sharedStrings"),
  };
}

/** Sheets that a message names. */
const MOST_NAMES = 20;
/** Characters of the name of a sheet that programs take; a message shows no more. */
const NAME_LENGTH = 31;

/** Returns the name of a sheet as messages show it. */
export function shorten(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name;
}

function assertCount(count: number, of: string): void {
  if (count > TABLE_LIMITS.xlsxEntries) {
    refuse(`has more than ${TABLE_LIMITS.xlsxEntries.toLocaleString("en")} ${of}; this is no spreadsheet.`);
  }
}

/** Value of `r:id`, whatever its prefix is. */
function relationId(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

const ODS_TO_XLSX = "soffice --headless --convert-to xlsx addresses.ods";

async function findWorkbook(parts: ZipParts, fileName: string): Promise<string> {
  const relations = parts.has("_rels/.rels") ? await readRelations(parts, "") : new Map<string, Relation>();
  const main = [...relations.values()].find(({ type }) => type === "officeDocument")?.part;
  const part = main ?? "xl/workbook.xml";
  if (part.endsWith(".bin")) {
    refuse(`${fileName}: is a binary workbook (.xlsb). Save it as xlsx or CSV.`);
  }
  if (parts.has("content.xml") && !parts.has(part)) {
    refuse(`${fileName}: is an OpenDocument file (.ods). Convert it with LibreOffice: ${ODS_TO_XLSX}`);
  }
  if (!parts.has(part) || !posix.basename(part).startsWith("workbook")) {
    refuse(`${fileName}: is a zip without a workbook in it; expected CSV or xlsx. Unpack it first.`);
  }
  return part;
}

/** Relations of a part by their ids; of the whole file when the part is `""`. */
async function readRelations(parts: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  const name = part === "" ? "_rels/.rels" : posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  await readWholeXml(parts, name, {
    open: (element, { Id: id, Type: type, Target: target }) => {
      if (element === "Relationship" && id !== undefined && target !== undefined) {
        const path = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
        relations.set(id, { type: type?.split("/").at(-1) ?? "", part: path });
        assertCount(relations.size, "relations");
      }
    },
  });
  return relations;
}

/**
 * Returns the sheet with this name, or the visible ones. Throws AppError `usage` when there is none.
 * @param name sheet that the user chose
 */
export function listSheets(workbook: Workbook, fileName: string, name: string | undefined): Sheet[] {
  const chosen =
    name === undefined
      ? workbook.sheets.filter((sheet) => sheet.isVisible)
      : [
          workbook.sheets.find((sheet) => sheet.name === name) ??
            workbook.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()) ??
            [],
        ].flat();
  if (chosen.length === 0) {
    const names = workbook.sheets
      .slice(0, MOST_NAMES)
      .map((sheet) => `"${shorten(sheet.name)}"${sheet.isVisible ? "" : " (hidden)"}`);
    const what = name === undefined ? "has no visible sheet" : `has no sheet "${name}"`;
    refuse(`${fileName}: ${what}; its sheets are: ${names.join(", ") || "none"}.`);
  }
  return chosen;
}
