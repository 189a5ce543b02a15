/** Size and layout of a file in the language of the page. */
import type { FileTrait, ReadFile, Role, RoleOfColumn } from "../../answers.ts";
import { formatCount, formatList } from "../format.ts";
import { roleText } from "../role-texts.ts";
import { texts } from "../texts.ts";

/** Returns the number of rows and the layout of the file as short texts. */
export function fileFacts({ file, has_header }: ReadFile): string[] {
  const { rows, traits } = file;
  return [
    texts.rowCount(formatCount(rows), rows === 1),
    ...traits.flatMap(traitText),
    ...(has_header ? [] : [texts.noHeader]),
  ];
}

/** The sheet of a spreadsheet that was read. */
export type ReadSheet = Extract<FileTrait, { code: "sheet" }>;

/** Returns the sheet that was read; undefined for a text file. */
export function sheetOf({ file }: ReadFile): ReadSheet | undefined {
  return file.traits.find((trait) => trait.code === "sheet");
}

/** Returns the separator of a text file; the other traits are of no use to the reader. */
function traitText(trait: FileTrait): string[] {
  const separator = trait.code === "separator" ? texts.separators[trait.separator] : undefined;
  return separator === undefined ? [] : [texts.separator(separator)];
}

/** Returns the columns of the address with their names, as a part of a sentence: `postcode “PC” and number “Nr”`. */
export function addressParts({ columns }: ReadFile, uses: readonly RoleOfColumn[]): string {
  const byRole = Map.groupBy(uses, ({ role }) => role);
  const quote = ({ index }: RoleOfColumn) => `“${columns[index]?.name}”`;
  return formatList(
    [...byRole].map(
      ([role, used]: [Role, RoleOfColumn[]]) => `${roleText(role)} ${used.map(quote).join(" + ")}`,
    ),
  );
}
