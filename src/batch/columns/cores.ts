/** Lists the few ways in which columns may hold an address or a position, by their names and content. */
import type { Look, SampledColumn } from "./column-profile.ts";
import { type AddressRole, type ColumnUse, rankOfName } from "./roles.ts";

/** Column that may have a role: `rank` is the share of its cells that look like it, plus its points by name. */
interface Ranked {
  readonly column: SampledColumn;
  readonly rank: number;
}

/** Columns of a core: with them alone addresses can be found. */
export interface Core {
  readonly uses: readonly ColumnUse[];
  /** Mean rank of its columns. */
  readonly rank: number;
}

/** Minimum share of cells that look like a role: in a column without the role's own name, and in one with it. */
const MIN_SHARE = 0.6;
const MIN_SHARE_NAMED = 0.2;
const NAMED = 0.8;
/** Minimum filled cells for their content to rule out a name. */
const MIN_CELLS = 3;
const COUNTING = 1;
const BESIDE = 0.3;

/** Lists the columns that may have a role, the likeliest first. */
export function rankColumns(columns: readonly SampledColumn[], role: AddressRole): Ranked[] {
  return columns
    .flatMap((column) => {
      const { name, profile, index } = column;
      const named = rankOfName(name, role);
      const isNamed = named >= NAMED;
      const isUnseen = isNamed && profile.filled < MIN_CELLS;
      if (role === "number" && isNamedAsPostcode(name)) {
        return [];
      }
      if (!isUnseen && !profile.reaches(role, isNamed ? MIN_SHARE_NAMED : MIN_SHARE)) {
        return [];
      }
      const share = profile.shareOf(role);
      const counting = role === "number" && profile.isCounting ? COUNTING : 0;
      const beside = role === "number" && isBehindAddress(columns, index) ? BESIDE : 0;
      return [{ column, rank: share + named + beside - counting }];
    })
    .sort((a, b) => b.rank - a.rank);
}

/** Returns true for a column with a name for postcodes. Postcodes of other countries look like house numbers. */
function isNamedAsPostcode(name: string): boolean {
  return rankOfName(name, "postcode") >= NAMED && rankOfName(name, "number") === 0;
}

/** Returns true for a column directly after one of streets or postcodes, where numbers usually are. */
function isBehindAddress(columns: readonly SampledColumn[], index: number): boolean {
  const before = columns.find((column) => column.index === index - 1)?.profile;
  return (
    before !== undefined && ["street", "postcode"].some((look) => before.reaches(look as Look, MIN_SHARE))
  );
}

/** Columns that together have one role, and the role. */
type Part = readonly [role: AddressRole, columns: readonly Ranked[]];

/** Roles of the columns of cores. */
const CORE_ROLES: readonly AddressRole[] = [
  "postcode",
  "number",
  "street",
  "place",
  "text",
  "latitude",
  "longitude",
  "position",
];

/** Lists the cores, in the order in which equals are preferred. */
export async function listCores(
  columns: readonly SampledColumn[],
  pause: () => Promise<void>,
): Promise<Core[]> {
  for (const column of columns) {
    await pause();
    // Looks at the cells of one column at a time; the profiles keep the results.
    CORE_ROLES.map((role) => rankColumns([column], role));
  }
  const best = (role: AddressRole, most: number): Part[] =>
    rankColumns(columns, role)
      .slice(0, most)
      .map((each) => [role, [each]]);
  const postcodes = [...best("postcode", 3), ...splitPostcodes(columns)];
  const [place] = [...best("place", 1), ...best("gemeente", 1)];
  const placeOrNone = place === undefined ? [] : [place];
  const texts = best("text", 4);
  return [
    ...combine(postcodes, best("number", 10)),
    ...combine(best("street", 3), best("number", 6), ...placeOrNone.map((each) => [each])),
    ...combine(texts, postcodes.slice(0, 3)),
    ...combine(texts, placeOrNone),
    ...combine(texts),
    ...combine(best("latitude", 2), best("longitude", 2)),
    ...combine(best("position", 2)),
  ];
}

/**
 * Returns the cores that names speak for. When a column is named as the number, cores with any other number column are
 * left out, such as one of customer numbers or additions. Otherwise cores with a number column of postcodes are left
 * out, because postcodes begin with a number too.
 */
export function listNamed(cores: readonly Core[], columns: readonly SampledColumn[]): Core[] {
  const numberOf = ({ uses }: Core) => columns[uses.find(({ role }) => role === "number")?.index ?? -1];
  const isNamed = ({ name }: Pick<SampledColumn, "name">) => rankOfName(name, "number") > 0;
  const hasNamed = cores.some((core) => isNamed(numberOf(core) ?? { name: "" }));
  return cores.filter((core) => {
    const number = numberOf(core);
    return (
      number === undefined || (hasNamed ? isNamed(number) : !number.profile.reaches("postcode", MIN_SHARE))
    );
  });
}

/** Returns the cores with one part of each list and no column twice. */
function combine(...lists: readonly (readonly Part[])[]): Core[] {
  const combined = lists.reduce<readonly (readonly Part[])[]>(
    (cores, parts) => cores.flatMap((core) => parts.map((part) => [...core, part])),
    [[]],
  );
  return combined.flatMap((parts) => {
    const ranks = parts.flatMap(([, columns]) => columns.map(({ rank }) => rank));
    const uses = parts.flatMap(([role, columns]) =>
      columns.map(({ column }): ColumnUse => ({ role, index: column.index })),
    );
    const isOnce = new Set(uses.map(({ index }) => index)).size === uses.length;
    return isOnce ? [{ uses, rank: ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length }] : [];
  });
}

/** Minimum share of cells that are four digits, or two letters, in two columns that together contain a postcode. */
const MIN_SPLIT = 0.9;

/** Returns the columns of digits and of letters that together are postcodes. */
function splitPostcodes(columns: readonly SampledColumn[]): Part[] {
  const looking = (look: Look) =>
    columns.filter(({ profile }) => profile.reaches(look, MIN_SPLIT)).slice(0, 2);
  return looking("pc4").flatMap((digits) =>
    looking("pc2").map(
      (letters): Part => ["postcode", [digits, letters].map((column) => ({ column, rank: 1 }))],
    ),
  );
}
