/** Parses the names of zips and files of extracts and mutation deliveries (docs/bag-format.md §1.1, §1.2 and §2). */
import { TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import type { EntryTreatment } from "./archive.ts";

/** Names in official deliveries. The patterns below also accept other letter case and other numbering. */
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
const CONTAINER = /^\d{4}(?:InOnderzoek|Inactief|NietBag|GEM)\d{8}(?:-\d{8})?\.zip$/i;
const RELATION = /^GEM-WPL-RELATIE(?:-\d{8})?(?:-\d{1,9})?\.(?:xml|zip)$/i;
const MUTATION = /^(\d{4})(IO)?MUT(\d{8})-(\d{8})(?:-(\d{1,9}))?\.(?:xml|zip)$/i;
const HEADER = /^Leveringsdocument-BAG-Extract\.xml$/i;

/** Contents of a file of one object type: counting voorkomens, marked ones, or kenmerken in onderzoek. */
export type ObjectFileKind = "counting" | "marked" | "in onderzoek";

/** Parsed name of a file of one object type. */
export interface ObjectFileName {
  /** A gemeente's code, or 9999 for the country. */
  readonly area: string;
  readonly code: TypeCode;
  /** Inactief and niet-BAG are marked (docs/bag-format.md §1.7, §1.8). */
  readonly kind: ObjectFileKind;
  /** As written: DDMMYYYY. */
  readonly date: string;
  /** File number from 1; NaN for a zip, and for a file without one. */
  readonly number: number;
}

/** Parsed name of a file of mutations. */
export interface MutationFileName {
  readonly area: string;
  /** True for changes of kenmerken in onderzoek, which only a history holds. */
  readonly isInOnderzoek: boolean;
  /** As written: DDMMYYYY. */
  readonly from: string;
  readonly to: string;
  readonly number: number;
}

export function parseObjectName(name: string): ObjectFileName | undefined {
  const match = OBJECTS.exec(name);
  if (match === null) {
    return undefined;
  }
  const [, area, prefix, code, date, number] = match;
  return {
    area: area!,
    code: code!.toUpperCase() as TypeCode,
    kind: kindOf(prefix),
    date: date!,
    number: Number(number),
  };
}

function kindOf(prefix: string | undefined): ObjectFileKind {
  if (prefix === undefined) {
    return "counting";
  }
  return /IO/i.test(prefix) ? "in onderzoek" : "marked";
}

export function parseMutationName(name: string): MutationFileName | undefined {
  const match = MUTATION.exec(name);
  if (match === null) {
    return undefined;
  }
  const [, area, prefix, from, to, number] = match;
  return { area: area!, isInOnderzoek: prefix !== undefined, from: from!, to: to!, number: Number(number) };
}

/** Returns true for the Leveringsdocument, which gives the date or period of a delivery. */
export function isHeaderName(name: string): boolean {
  return HEADER.test(name);
}

/** Returns true for GEM-WPL-RELATIE, which gives the gemeente of each woonplaats. */
export function isRelationName(name: string): boolean {
  return RELATION.test(name);
}

/** Returns true when official deliveries have entries with such a name. */
export function isOfficialName(name: string): boolean {
  return OFFICIAL.test(name);
}

/**
 * Returns the treatment of an entry when an extract, or a mutation delivery, is read; `withHistory` to read also the
 * files of marked voorkomens and kenmerken in onderzoek. Files of the other kind are only listed, to detect that kind.
 */
export function entryTreatment(
  name: string,
  source: "extract" | "delivery",
  withHistory = false,
): EntryTreatment {
  const inner: EntryTreatment = /\.xml$/i.test(name) ? "read" : "descend";
  const object = parseObjectName(name);
  const mutation = parseMutationName(name);
  const isOfHistory = mutation?.isInOnderzoek ?? (object !== undefined && object.kind !== "counting");
  if (isOfHistory && !withHistory) {
    return "skip";
  }
  if (object !== undefined || mutation !== undefined) {
    return (object !== undefined) === (source === "extract") ? inner : "read";
  }
  if (CONTAINER.test(name)) {
    return withHistory || /GEM/i.test(name) ? "descend" : "skip";
  }
  if (isRelationName(name)) {
    return inner;
  }
  return isHeaderName(name) ? "read" : "skip";
}

/** Returns true for a file of an extract, zip or XML, that an import reads. */
export function isExtractFile(name: string): boolean {
  return parseObjectName(name)?.kind === "counting" || isRelationName(name);
}

/** Returns the position of the first number that breaks the sequence 1, 2, 3, …, and the number expected there. */
export function findNumberingFault(numbers: readonly number[]): { at: number; expected: string } | undefined {
  const at = numbers.findIndex((number, i) => number !== i + 1);
  return at < 0 ? undefined : { at, expected: String(at + 1).padStart(6, "0") };
}
