/**
 * Identifies the given files by their content, and the entries of an extract by their names (docs/bag-format.md
 * §1.1–§1.3 and §2); ignores whatever is not part of a BAG extract.
 */
import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { shellWord } from "../../base/shell-word.ts";
import { ALL_GEMEENTEN } from "../../registry/file/registry-meta.ts";
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import {
  byCompanion,
  COMPANION_KINDS,
  type CompanionFile,
  type CompanionFlag,
} from "../companions/companion-kinds.ts";
import type { CompanionFiles } from "../companions/companions.ts";
import { readHead } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";
import type { ImportReport } from "../report.ts";
import { listEntries } from "./archive.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import {
  entryTreatment,
  findNumberingFault,
  isExtractFile,
  isHeaderName,
  isOfficialName,
  isRelationName,
  parseMutationName,
  parseObjectName,
} from "./entry-names.ts";
import type { Extract } from "./extract-header.ts";

export interface Sources {
  readonly extracts: readonly Extract[];
  readonly companions: CompanionFiles;
}

/** Files that the user gave. The companion files are listed by the flag of their kind, as the user typed them. */
export interface GivenFiles extends Readonly<Partial<Record<CompanionFlag, readonly string[]>>> {
  /** Files, or folders whose files are all taken. */
  readonly paths: readonly string[];
}

export interface SourceOptions extends CompletenessOptions {
  readonly workDir: string;
  /** True to list also the files that only a history is made from. */
  readonly withHistory?: boolean;
}

export async function readSources(given: GivenFiles, options: SourceOptions): Promise<Sources> {
  const extracts: Extract[] = [];
  const companions = givenCompanions(given);
  for (const { path, isFromFolder } of given.paths.flatMap(expandFolder)) {
    if (/\.xml$/i.test(path) && isExtractFile(basename(path))) {
      refuseUnpacked(path, isFromFolder ? dirname(path) : path);
    }
    const head = readHead(path);
    const flag = COMPANION_FLAGS.find((one) => COMPANION_KINDS[one].recognises(head));
    if (isZip(head)) {
      extracts.push(...(await readZip(path, isFromFolder, options)));
    } else if (flag !== undefined) {
      companions[flag].push({ path, label: labelOf(path) });
    } else if (!isFromFolder) {
      refuseImport(
        `${path}: neither a BAG extract (zip), nor a file of gemeente names (CSV) or boundaries (GeoJSON, ` +
          "GeoPackage)",
      );
    }
  }
  if (extracts.every(({ objects }) => [...objects.values()].every((list) => list.length === 0))) {
    for (const folder of given.paths) {
      const unpacked = findUnpacked(folder);
      if (unpacked !== undefined) {
        refuseUnpacked(unpacked, folder);
      }
    }
    refuseImport("no BAG extract given: expected a zip such as lvbag-extract-nl.zip");
  }
  assertExtractComplete(extracts, options);
  return { extracts, companions };
}

/**
 * Returns the part of an extract that a zip contains; none for any other zip found in a folder. Throws `import_refused`
 * for any other zip that was given by name.
 */
async function readZip(file: string, isFromFolder: boolean, options: SourceOptions): Promise<Extract[]> {
  const entries = await listEntries(file, options.workDir, (name) =>
    entryTreatment(name, "extract", options.withHistory),
  );
  const isDelivery = entries.some((entry) => parseMutationName(entry.name) !== undefined);
  const [objects, ofHistory] = [listsByType(), listsByType()];
  const areas = new Set<string>();
  for (const entry of entries) {
    const name = parseObjectName(entry.name);
    if (name === undefined) {
      continue;
    }
    if (name.kind !== "counting") {
      ofHistory.get(name.code)!.push(entry);
      continue;
    }
    objects.get(name.code)!.push(entry);
    areas.add(name.area);
  }
  for (const list of [...objects.values(), ...ofHistory.values()]) {
    list.sort(byNumber);
  }
  const relations = entries.filter((entry) => isRelationName(entry.name));
  const hasObjects = areas.size > 0;
  const header = entries.find((entry) => isHeaderName(entry.name));
  if (hasObjects || (relations.length > 0 && !isDelivery && isFromFolder)) {
    return [{ file, areas: [...areas].sort(), header, relations, objects, ofHistory }];
  }
  const reason = isDelivery
    ? "a mutation delivery, which changes a registry: use `baken update`"
    : "a zip, but no BAG extract: nothing named like 9999PND08112026.zip in it. If an extract is packed in it, unpack it and give that zip";
  if (!isFromFolder) {
    refuseImport(`${file}: ${reason}`);
  }
  options.report.tolerate("file", `ignored: ${reason}`, file);
  return [];
}

function listsByType(): Map<TypeCode, ArchiveEntry[]> {
  return new Map(TYPE_CODES.map((code) => [code, []]));
}

/** Returns the area that extracts cover together: codes of gemeenten, ascending, or ALL_GEMEENTEN alone. */
export function areaOfExtracts(extracts: readonly Extract[]): string[] {
  const areas = new Set(extracts.flatMap((extract) => extract.areas));
  return areas.has(ALL_GEMEENTEN) ? [ALL_GEMEENTEN] : [...areas].sort();
}

/** Returns the names of extracts and labels of companion files, as a registry states its sources. */
export function sourceNames({ extracts, companions }: Sources): string[] {
  const labelled = Object.values(byCompanion(({ isLabelled }, flag) => (isLabelled ? companions[flag] : [])));
  return [...extracts.map(({ file }) => basename(file)), ...labelled.flat().map(({ label }) => label)];
}

/** Returns the bytes of the XML of objects, including the files that only a history needs. */
export function sumXmlBytes({ extracts }: Sources): number {
  return extracts
    .flatMap(({ objects, ofHistory }) => [...objects.values(), ...ofHistory.values()].flat())
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function byNumber(a: ArchiveEntry, b: ArchiveEntry): number {
  const [one, other] = [parseObjectName(a.name)!, parseObjectName(b.name)!];
  if (one.area !== other.area) {
    return one.area < other.area ? -1 : 1;
  }
  return (one.number || 0) - (other.number || 0) || (a.path < b.path ? -1 : 1);
}

/** Throws `import_refused` for a file or folder that does not exist. */
export function assertFilesExist(given: GivenFiles): void {
  const companions = Object.values(givenCompanions(given)).flat();
  for (const path of [...given.paths, ...companions.map((file) => file.path)]) {
    statGiven(path);
  }
}

function statGiven(path: string): Stats {
  return statSync(path, { throwIfNoEntry: false }) ?? refuseImport(`${path}: no such file or folder`);
}

function expandFolder(path: string): { path: string; isFromFolder: boolean }[] {
  if (!statGiven(path).isDirectory()) {
    return [{ path, isFromFolder: false }];
  }
  const files = readdirSync(path).map((name) => join(path, name));
  // statSync follows links.
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return files
    .filter(isFile)
    .map((file) => ({ path: file, isFromFolder: true }))
    .sort(byPath);
}

/** Maximum depth of folders that are searched for an unpacked extract: a zip in a zip in a zip gives three. */
const UNPACKED_DEPTH = 3;

/** Returns the path of an extract's file in the folders of a folder; undefined without any, and for a file. */
function findUnpacked(folder: string, depth = 0): string | undefined {
  if (!statGiven(folder).isDirectory()) {
    return undefined;
  }
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = entries.find((entry) => entry.isFile() && isExtractFile(entry.name));
  if (found !== undefined) {
    return join(folder, found.name);
  }
  for (const entry of depth < UNPACKED_DEPTH ? entries.filter((one) => one.isDirectory()) : []) {
    const inside = findUnpacked(join(folder, entry.name), depth + 1);
    if (inside !== undefined) {
      return inside;
    }
  }
  return undefined;
}

function refuseUnpacked(file: string, given: string): never {
  return refuseImport(
    `${file}: a file of an extract that was unpacked: give the zip as it was downloaded, or zip the files again: ` +
      `zip -r extract.zip ${shellWord(given)}`,
  );
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** Returns true for a local file header, an empty zip's end record, or a spanned-zip mark. */
export function isZip(head: Buffer): boolean {
  const signature = head.length >= 4 ? head.readUInt32BE(0) : 0;
  return signature === 0x504b0304 || signature === 0x504b0506 || signature === 0x504b0708;
}

const COMPANION_FLAGS = Object.keys(COMPANION_KINDS) as CompanionFlag[];

function givenCompanions(given: GivenFiles): Record<CompanionFlag, CompanionFile[]> {
  return byCompanion(({ isLabelled }, flag) =>
    (given[flag] ?? []).map((text) => {
      const [, label, path] = (isLabelled && /^([^=/\\]+)=(.+)$/.exec(text)) || [];
      return { path: path ?? text, label: label ?? labelOf(text) };
    }),
  );
}

function labelOf(path: string): string {
  return basename(path, extname(path));
}

interface CompletenessOptions {
  readonly report: ImportReport;
  /** True when missing file numbers are tolerated. */
  readonly allowsMissingFiles: boolean;
}

/**
 * Refuses extracts without a required object type, without GEM-WPL-RELATIE or (unless `allowsMissingFiles`) with a
 * gap in the file numbers; reports absent optional types. Zips of the same areas are parts of one extract: each type
 * and each number must be in one of them.
 */
function assertExtractComplete(
  extracts: readonly Extract[],
  { report, allowsMissingFiles }: CompletenessOptions,
): void {
  if (extracts.every(({ relations }) => relations.length === 0)) {
    refuseImport(`${extracts[0]!.file}: no GEM-WPL-RELATIE-…xml; without it no woonplaats has a gemeente`);
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
        refuseImport(`${file}: ${gap}; is a file missing? If not, repeat with --yes`);
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
    refuseImport(`${file}: the file of type ${code} is absent (…${code}DDMMYYYY.zip)`);
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
    report.tolerate("file", "a file name that differs from official file names", entry.path);
  }
}
