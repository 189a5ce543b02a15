/** Size and layout of a file in the language of the page. */

import { ROLE_TEXTS } from "../../../../batch/texts/roles.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { ReadFile } from "../../server/session-state.ts";
import type { FileTrait, RoleOfColumn } from "../answers.ts";
import { formatList, formatRows, formatShare } from "../format.ts";

const texts = pickTexts({
  noHeader: { en: "without column names", nl: "zonder kolomnamen" },
  addressFrom: {
    en: (parts: string) => `The address comes from ${parts}.`,
    nl: (parts: string) => `Het adres komt uit ${parts}.`,
  },
  columnsUsed: {
    en: (parts: string) => `These columns are used: ${parts}.`,
    nl: (parts: string) => `Deze kolommen worden gebruikt: ${parts}.`,
  },
  sampleFound: {
    en: (percent: string) => `With these columns, ${percent} of a sample is found exactly.`,
    nl: (percent: string) => `Met deze kolommen is ${percent} van een steekproef precies gevonden.`,
  },
});
/** Names of the roles of columns. */
export const roleTexts = pickTexts(ROLE_TEXTS);

/** Returns the number of rows and the layout of the file as short texts. */
export function fileFacts({ file, has_header }: ReadFile): string[] {
  return [formatRows(file.rows), ...(has_header ? [] : [texts.noHeader])];
}

/** The sheet of a spreadsheet that was read. */
export type ReadSheet = Extract<FileTrait, { code: "sheet" }>;

/** Returns the sheet that was read; undefined where there is no other. */
export function sheetOf({ file }: ReadFile): ReadSheet | undefined {
  const sheet = file.traits.find((trait) => trait.code === "sheet");
  return sheet?.others.length === 0 ? undefined : sheet;
}

/** Names the columns of the address or the id: `The address comes from postcode “PC” and number “Nr”.` */
export function addressText({ columns }: ReadFile, uses: readonly RoleOfColumn[]): string {
  const byRole = Map.groupBy(uses, ({ role }) => role);
  const quote = ({ index }: RoleOfColumn) => `“${columns[index]?.name}”`;
  const parts = [...byRole].map(([role, used]) => `${roleTexts[role]} ${used.map(quote).join(" + ")}`);
  return texts[byRole.has("id") ? "columnsUsed" : "addressFrom"](formatList(parts));
}

/** Returns how much of the sample is found; nothing where no sample was looked at. */
export function foundText(share: number | null): string {
  return share === null ? "" : texts.sampleFound(formatShare(share));
}
