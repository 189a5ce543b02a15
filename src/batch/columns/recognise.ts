/** Recognises the columns of a table by their names and, where these say nothing, by their content. */
import type { Row } from "../../tables/table.ts";
import { ColumnContent } from "./content.ts";
import { ROLE_NAMES, type Role, roleOfName, roleOfWords } from "./roles.ts";

/** Column taken for a role. */
export interface Recognised {
  readonly role: Role;
  readonly index: number;
  /** Completes "because of its …". */
  readonly by: "name" | "content";
}

interface Table {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
}

/** Returns the columns recognised, in their order. */
export function recogniseColumns({ columns, hasHeader }: Table, rows: readonly Row[]): Recognised[] {
  const contents = columns.map((_, index) => new ColumnContent(rows, index));
  const found = new Map<number, Recognised>();
  const has = (role: Role) => found.values().some((each) => each.role === role);
  const take = (role: Role, index: number, by: Recognised["by"]) => {
    if (!found.has(index) && (role === "text" ? by === "name" || !has(role) : !has(role))) {
      found.set(index, { role, index, by });
    }
  };
  if (hasHeader) {
    for (const [index, role] of roleOfNames(columns, contents)) {
      take(role, index, "name");
    }
  }
  recogniseContents(contents, { has, take, isFree: (index) => !found.has(index) });
  return [...found.values()].sort((a, b) => a.index - b.index);
}

/** Yields the columns whose name is a role, then those whose name holds one that their content agrees with. */
function* roleOfNames(
  columns: readonly string[],
  contents: readonly ColumnContent[],
): Generator<readonly [index: number, role: Role]> {
  for (const [index, name] of columns.entries()) {
    const role = roleOfName(name);
    if (role !== undefined) {
      yield [index, role];
    }
  }
  for (const [index, name] of columns.entries()) {
    const role = roleOfWords(name);
    if (role !== undefined && contents[index]!.looksLike(role)) {
      yield [index, role];
    }
  }
}

interface Recognition {
  readonly has: (role: Role) => boolean;
  readonly take: (role: Role, index: number, by: "content") => void;
  readonly isFree: (index: number) => boolean;
}

function recogniseContents(contents: readonly ColumnContent[], { has, take, isFree }: Recognition): void {
  /** Returns the column whose cells look most like the role, the first of equals; -1 for none. */
  const find = (role: Role, accepts: (index: number) => boolean = () => true) =>
    contents
      .map((content, index) => ({ index, share: content.shareOf(role) }))
      .filter(({ index }) => isFree(index) && contents[index]!.looksLike(role) && accepts(index))
      .reduce((best, each) => (each.share > best.share ? each : best), { index: -1, share: 0 }).index;
  const takeBest = (role: Role, accepts?: (index: number) => boolean) => {
    const index = has(role) ? -1 : find(role, accepts);
    if (index >= 0) {
      take(role, index, "content");
    }
    return index;
  };
  takeBest("postcode");
  const street = takeBest("street");
  const postcode = contents.findIndex((content, index) => !isFree(index) && content.looksLike("postcode"));
  const isBeside = (anchor: number) => (index: number) => anchor >= 0 && Math.abs(index - anchor) === 1;
  // Ids and years are numbers too: only the column beside street or postcode is taken for house numbers.
  if (!has("number")) {
    takeBest("number", (index) => street >= 0 && index === street + 1);
    takeBest("number", (index) => postcode >= 0 && index === postcode + 1);
    takeBest("number", isBeside(postcode));
  }
  const isAddressed = has("postcode") && has("number");
  if (!isAddressed && !has("street")) {
    takeBest("text");
  }
  takeBest("country");
  takeBest("place", (index) => isBeside(postcode)(index) || (street >= 0 && index === street + 2));
  const isEmpty = !ROLE_NAMES.some((role) => role !== "country" && has(role));
  if (isEmpty) {
    takeBest("latitude");
    takeBest("longitude");
  }
}
