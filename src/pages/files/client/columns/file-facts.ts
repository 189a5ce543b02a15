/** Kind and layout that a file was taken for, in words of the page. */
import type { ReadFile, Role, RoleOfColumn } from "../../answers.ts";
import { formatCount, formatList } from "../format.ts";
import { roleTexts } from "../role-texts.ts";
import { texts } from "../texts.ts";

/** Returns the rows and the form of the file in words. */
export function fileFacts({ file, has_header }: ReadFile): string[] {
  const { rows, traits } = file;
  return [
    texts.rowCount(formatCount(rows), rows === 1),
    ...traits.flatMap(traitText),
    ...(has_header ? [] : [texts.noHeader]),
  ];
}

const SHEET = /^sheet "(.+?)"(?: \(not "(.+)"\))?$/;
const SEPARATED = /^separated by (\w+)$/;

/** Sheets of a spreadsheet. */
export interface Sheets {
  readonly current: string;
  readonly others: readonly string[];
}

/** Returns the sheets that a spreadsheet has, as far as the server names them; undefined for a text file. */
export function sheetsOf({ file }: ReadFile): Sheets | undefined {
  const found = file.traits.map((trait) => SHEET.exec(trait)).find((match) => match !== null);
  return found && { current: found[1]!, others: found[2]?.split('", "') ?? [] };
}

/** Returns a trait of the command in the language of the page; none for what says nothing to a clerk. */
function traitText(trait: string): string[] {
  const separator = texts.separators[SEPARATED.exec(trait)?.[1] ?? ""];
  return separator === undefined ? [] : [texts.separator(separator)];
}

/** Returns the columns of the address with their names, as a part of a sentence: `postcode “PC” and number “Nr”`. */
export function addressParts({ columns }: ReadFile, uses: readonly RoleOfColumn[]): string {
  const byRole = Map.groupBy(uses, ({ role }) => role);
  const quote = ({ index }: RoleOfColumn) => `“${columns[index]?.name}”`;
  return formatList(
    [...byRole].map(
      ([role, used]: [Role, RoleOfColumn[]]) => `${roleTexts[role]} ${used.map(quote).join(" + ")}`,
    ),
  );
}
