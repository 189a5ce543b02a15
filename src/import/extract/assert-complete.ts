/** Refuses extracts with missing files, which no later stage could detect. */
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { refuse } from "../refuse.ts";
import type { ImportReport } from "../report.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { findNumberingFault, isOfficialName, parseObjectName } from "./entry-names.ts";
import type { Extract } from "./extract.ts";

export interface CompletenessOptions {
  readonly report: ImportReport;
  /** True when missing file numbers are tolerated. */
  readonly allowsMissingFiles: boolean;
}

/**
 * Refuses extracts without a required object type, without GEM-WPL-RELATIE or (unless `allowsMissingFiles`) with a
 * gap in the file numbers; reports absent optional types. Zips of the same areas are parts of one extract: each type
 * and each number must be in one of them.
 */
export function assertExtractComplete(
  extracts: readonly Extract[],
  { report, allowsMissingFiles }: CompletenessOptions,
): void {
  if (extracts.every(({ relations }) => relations.length === 0)) {
    refuse(`${extracts[0]!.file}: no GEM-WPL-RELATIE-…xml; without it no woonplaats has a gemeente`);
  }
  for (const [areas, parts] of Map.groupBy(extracts, (extract) => extract.areas.join())) {
    if (areas === "") {
      continue;
    }
    const file = parts.map((part) => part.file).join(", ");
    if (parts.every(({ relations }) => relations.length === 0)) {
      report.tolerate("file", "no GEM-WPL-RELATIE in it; the one of another extract is used", file);
    }
    for (const code of TYPE_CODES) {
      const entries = parts.flatMap((part) => part.objects.get(code) ?? []);
      if (entries.length === 0) {
        assertOptionalType(file, code, report);
      }
      const gap = findNumberGap(entries, code);
      if (gap !== undefined && !allowsMissingFiles) {
        refuse(`${file}: ${gap}; is a file missing? If not, repeat with --yes`);
      }
      if (gap !== undefined) {
        report.add("file", "noticed", "a file number is missing", gap);
      }
    }
  }
  for (const entry of extracts.flatMap((extract) => entriesOf(extract))) {
    reportUnofficialNames(entry, report);
  }
}

function entriesOf({ header, relations, objects }: Extract): ArchiveEntry[] {
  return [...(header === undefined ? [] : [header]), ...relations, ...[...objects.values()].flat()];
}

function assertOptionalType(file: string, code: TypeCode, report: ImportReport): void {
  if (OBJECT_TYPES[code].required) {
    refuse(`${file}: the file of type ${code} is absent (…${code}DDMMYYYY.zip)`);
  }
  report.tolerate(
    "file",
    `the file of type ${code} is absent (…${code}DDMMYYYY.zip); the registry will have no objects of that type`,
    file,
  );
}

/**
 * Returns a description of the first gap in the numbers 1, 2, 3, … of a type's files. A number 0, a duplicate or an
 * absent number is no fault, as it hides no missing file.
 */
function findNumberGap(entries: readonly ArchiveEntry[], code: TypeCode): string | undefined {
  for (const files of Map.groupBy(entries, ({ name }) => parseObjectName(name)!.area).values()) {
    const numbers = files.map(({ name }) => parseObjectName(name)!.number).filter((number) => number > 0);
    const sorted = [...new Set(numbers)].sort((a, b) => a - b);
    const fault = findNumberingFault(sorted);
    if (fault === undefined) {
      continue;
    }
    const found = files.find(({ name }) => parseObjectName(name)!.number === sorted[fault.at])!;
    return `${found.name} where number ${fault.expected} of type ${code} was expected`;
  }
  return undefined;
}

function reportUnofficialNames(entry: ArchiveEntry, report: ImportReport): void {
  const names = entry.path.split(" > ").slice(1);
  const unofficial = names
    .map((name) => name.slice(name.lastIndexOf("/") + 1))
    .find((name) => !isOfficialName(name));
  if (unofficial !== undefined) {
    report.tolerate("file", "a file name that differs from those of official files", entry.path);
  }
}
