/** How the zips and files of extracts and mutation deliveries are named (bag-format.md §1.1, §1.2 and §2). */
import { TYPE_CODES, type TypeCode } from "../registry/object-types.ts";
import type { EntryUse } from "./archive.ts";

/** Names as official deliveries have them; those that are told apart as well differ in case or in how they count. */
const OFFICIAL = new RegExp(
  [
    `\\d{4}(?:IO|IA|NB)?(?:${TYPE_CODES.join("|")})\\d{8}(?:-\\d{6}\\.xml|\\.zip)`,
    "\\d{4}(?:InOnderzoek|Inactief|NietBag|GEM)\\d{8}(?:-\\d{8})?\\.zip",
    "GEM-WPL-RELATIE-\\d{8}(?:-\\d{6}\\.xml|\\.zip)",
    "\\d{4}(?:IO)?MUT\\d{8}-\\d{8}(?:-\\d{6}\\.xml|\\.zip)",
    "Leveringsdocument-BAG-Extract\\.xml",
  ]
    .map((form) => `^${form}$`)
    .join("|"),
);
const OBJECTS = new RegExp(
  `^(\\d{4})(IO|IA|NB)?(${TYPE_CODES.join("|")})(\\d{8})(?:-(\\d{1,9}))?\\.(?:xml|zip)$`,
  "i",
);
const HOLDER = /^\d{4}(InOnderzoek|Inactief|NietBag|GEM)\d{8}(?:-\d{8})?\.zip$/i;
const RELATION = /^GEM-WPL-RELATIE(?:-\d{8})?(?:-\d{1,9})?\.(?:xml|zip)$/i;
const MUTATION = /^(\d{4})(IO)?MUT(\d{8})-(\d{8})(?:-(\d{1,9}))?\.(?:xml|zip)$/i;
const HEADER = /^Leveringsdocument-BAG-Extract\.xml$/i;

/** A file of one object type, by its name. */
export interface ObjectFileName {
  /** A gemeente's code, or 9999 for the country. */
  readonly area: string;
  readonly code: TypeCode;
  /** In onderzoek, inactief or niet-BAG, which say nothing about what exists (bag-format.md §1.7, §1.8). */
  readonly isAside: boolean;
  /** As written: DDMMYYYY. */
  readonly date: string;
  /** Counts from 1; NaN for a zip, and for a file that bears none. */
  readonly number: number;
}

/** A file of mutations, by its name. */
export interface MutationFileName {
  readonly area: string;
  /** Changes of what is in onderzoek, which a registry does not hold. */
  readonly isAside: boolean;
  /** As written: DDMMYYYY. */
  readonly from: string;
  readonly to: string;
  readonly number: number;
}

export function parseObjectName(name: string): ObjectFileName | undefined {
  const match = OBJECTS.exec(name);
  if (match === null) return undefined;
  const [, area, aside, code, date, number] = match;
  return {
    area: area!,
    code: code!.toUpperCase() as TypeCode,
    isAside: aside !== undefined,
    date: date!,
    number: Number(number),
  };
}

export function parseMutationName(name: string): MutationFileName | undefined {
  const match = MUTATION.exec(name);
  if (match === null) return undefined;
  const [, area, aside, from, to, number] = match;
  return { area: area!, isAside: aside !== undefined, from: from!, to: to!, number: Number(number) };
}

/** The Leveringsdocument: of which date or period a delivery is. */
export function isHeaderName(name: string): boolean {
  return HEADER.test(name);
}

/** GEM-WPL-RELATIE: which gemeente each woonplaats belongs to. */
export function isRelationName(name: string): boolean {
  return RELATION.test(name);
}

/** Whether official deliveries have entries of such a name. */
export function isOfficialName(name: string): boolean {
  return OFFICIAL.test(name);
}

/** What is read of an extract, or of a mutation delivery. Of the other one its files are only listed, to tell what it is. */
export function useOfEntry(name: string, wanted: "extract" | "delivery"): EntryUse {
  const inner: EntryUse = /\.xml$/i.test(name) ? "take" : "descend";
  const found = parseObjectName(name) ?? parseMutationName(name);
  if (found?.isAside) return "leave";
  if (found !== undefined) return "code" in found === (wanted === "extract") ? inner : "take";
  if (HOLDER.test(name)) return /GEM/i.test(name) ? "descend" : "leave";
  if (isRelationName(name)) return inner;
  return isHeaderName(name) ? "take" : "leave";
}

/** The first file that is not the next one where files must be numbered 1, 2, 3, …, and what was expected in its place. */
export function findNumberingFault(numbers: readonly number[]): { at: number; expected: string } | undefined {
  const at = numbers.findIndex((number, i) => number !== i + 1);
  return at < 0 ? undefined : { at, expected: String(at + 1).padStart(6, "0") };
}
