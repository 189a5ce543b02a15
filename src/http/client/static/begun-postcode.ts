/** Suggests the addresses of a typed postcode, or the first address of each postcode with the typed beginning. */
import { foldName } from "../../../static/name-words.ts";
import { type BegunLine, rankOf } from "./begun-line.ts";
import { readTable } from "./read-table.ts";
import type { AddressSuggestion } from "./static-answers.ts";
import type { StaticFiles } from "./static-files.ts";

export async function suggestOfPostcode(
  files: StaticFiles,
  { postcode, numbers: [asked] }: BegunLine,
  limit: number,
): Promise<AddressSuggestion[]> {
  if (postcode === undefined) {
    return [];
  }
  const table = await readTable(files, Number(postcode.slice(0, 4)));
  const letters = postcode.slice(4);
  const rows = table?.rows.filter((row) => row.letters !== "" && row.letters.startsWith(letters)) ?? [];
  const isWhole = letters.length === 2;
  const firsts = rows.filter((row, i) => row.letters !== rows[i - 1]?.letters);
  const ranked = (isWhole ? rows : firsts).map((row) => ({
    row,
    rank: asked === undefined ? 1 : rankOf(row, asked),
  }));
  return ranked
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, limit)
    .map(({ row, rank }) => {
      const address = table!.addressOf(row);
      const isStreet = foldName(address.straatnaam).startsWith(foldName(asked?.before ?? ""));
      return { kind: "address", label: address.full_address, address, exact: rank === 0 && isStreet };
    });
}
