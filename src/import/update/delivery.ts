/** Reads a mutation delivery: identifies its files and checks that none is missing (docs/bag-format.md §2). */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { listEntries } from "../extract/archive.ts";
import type { ArchiveEntry } from "../extract/archive-entry.ts";
import { formatBagDate } from "../extract/dates.ts";
import {
  entryTreatment,
  findNumberingFault,
  isHeaderName,
  isRelationName,
  type MutationFileName,
  parseMutationName,
  parseObjectName,
} from "../extract/entry-names.ts";
import { type MutationPeriod, readPeriod } from "../extract/extract-header.ts";
import { isZip } from "../extract/sources.ts";
import { readHead } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";
import { MutationReader } from "./mutation-reader.ts";

/** One delivery, of the country or of single gemeenten; its mutations have not been read. */
export interface Delivery {
  readonly file: string;
  readonly period: MutationPeriod;
  /** Codes of the gemeenten that it covers, or 9999 for the country; ascending. */
  readonly areas: readonly string[];
  /** Digest of the mutation files: equal for the same delivery in another zip. */
  readonly digest: string;
  readonly relationFiles: readonly ArchiveEntry[];
  /** In order of application; the first of each area is a header. */
  readonly mutationFiles: readonly ArchiveEntry[];
  /** Changes of kenmerken in onderzoek, in order; none unless they are read for a history. */
  readonly inOnderzoekFiles: readonly ArchiveEntry[];
}

/** Reads deliveries; `withHistory` adds the files that only a history needs. */
export async function readDeliveries(
  files: readonly string[],
  workDir: string,
  withHistory = false,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (const file of files) {
    deliveries.push(await readDelivery(file, workDir, withHistory));
  }
  return deliveries;
}

/** Recognises a delivery by its content; throws `import_refused` when files are missing or of different periods. */
async function readDelivery(file: string, workDir: string, withHistory: boolean): Promise<Delivery> {
  assertZip(file);
  const entries = await listEntries(file, workDir, (name) => entryTreatment(name, "delivery", withHistory));
  const numbered = entries
    .filter((entry) => Number.isFinite(parseMutationName(entry.name)?.number))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const [inOnderzoekFiles, mutationFiles] = [true, false].map((isInOnderzoek) =>
    numbered.filter((entry) => parseMutationName(entry.name)!.isInOnderzoek === isInOnderzoek),
  ) as [ArchiveEntry[], ArchiveEntry[]];
  if (mutationFiles.length === 0) {
    refuseNonDelivery(file, entries);
  }
  const filesByArea = Map.groupBy(mutationFiles, (entry) => parseMutationName(entry.name)!.area);
  const headers = [...filesByArea.values()].map((areaFiles) => readCompleteFiles(file, areaFiles));
  const relationFiles = entries.filter((entry) => isRelationName(entry.name));
  if (relationFiles.length === 0) {
    refuseImport(
      `${file}: no GEM-WPL-RELATIE-…xml, which states the gemeente of each woonplaats: give the complete delivery`,
    );
  }
  return {
    file,
    period: periodOf(file, {
      header: entries.find((entry) => isHeaderName(entry.name)),
      mutations: mutationFiles,
      first: headers[0]!,
    }),
    areas: [...filesByArea.keys()].sort(),
    digest: digestOf(mutationFiles),
    relationFiles,
    mutationFiles,
    inOnderzoekFiles,
  };
}

function assertZip(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    refuseImport(`${file}: no such file`);
  }
  if (stat.isDirectory()) {
    refuseImport(`${file}: a folder, not a file: give the deliveries in it, e.g. ${file}/*.zip`);
  }
  if (!isZip(readHead(file))) {
    refuseImport(`${file}: not a mutation delivery: expected a zip such as BAGNLDM-….zip`);
  }
}

function refuseNonDelivery(file: string, entries: readonly ArchiveEntry[]): never {
  if (entries.some((entry) => parseObjectName(entry.name) !== undefined)) {
    refuseImport(`${file}: an extract, not a mutation delivery: import it with \`baken import\``);
  }
  refuseImport(
    `${file}: a zip, but not a mutation delivery: it contains no file named like 9999MUT08112026-09112026-000001.xml`,
  );
}

/**
 * Reads the head of the first file of an area, as a rule a header without mutations. Throws `import_refused` unless the
 * files are numbered 1, 2, 3, … and, when the first announces mutations, there are mutations.
 */
function readCompleteFiles(file: string, areaFiles: readonly ArchiveEntry[]): MutationReader {
  const fault = findNumberingFault(areaFiles.map((entry) => parseMutationName(entry.name)!.number));
  if (fault !== undefined) {
    refuseImport(
      `${file}: ${areaFiles[fault.at]!.name} where number ${fault.expected} was expected: a file may be missing`,
    );
  }
  const reader = new MutationReader(areaFiles[0]!);
  // Its mutations are read when they are applied.
  reader.read().next();
  if (areaFiles.length === 1 && reader.announcedTypeCount > 0 && reader.groupCount === 0) {
    refuseImport(
      `${file}: ${areaFiles[0]!.name} announces mutations, but number 000002, which contains them, is missing`,
    );
  }
  return reader;
}

/**
 * Returns the period; throws `import_refused` when it is empty, or when the Leveringsdocument, the first mutation file
 * and the names of all mutation files disagree about it.
 */
function periodOf(
  file: string,
  {
    header,
    mutations: mutationFiles,
    first,
  }: { header: ArchiveEntry | undefined; mutations: readonly ArchiveEntry[]; first: MutationReader },
): MutationPeriod {
  const { period } = first;
  const stated = header === undefined ? period : readPeriod(header);
  if (stated.from !== period.from || stated.to !== period.to) {
    refuseImport(
      `${header!.path}: states the period ${formatPeriod(stated)}, but ${mutationFiles[0]!.name} states ${formatPeriod(period)}`,
    );
  }
  if (period.from >= period.to) {
    refuseImport(`${file}: the end of its period, ${formatPeriod(period)}, is not after its begin`);
  }
  for (const entry of mutationFiles) {
    assertNamedPeriod(entry, period);
  }
  return period;
}

function assertNamedPeriod(entry: ArchiveEntry, period: MutationPeriod): void {
  const { from, to } = parseMutationName(entry.name) as MutationFileName;
  if (from !== formatEntryDate(period.from) || to !== formatEntryDate(period.to)) {
    refuseImport(
      `${entry.path}: the period in the file name differs from the delivery's, ${formatPeriod(period)}`,
    );
  }
}

/** Formats 20211114 as `14112021`. */
function formatEntryDate(date: number): string {
  return formatBagDate(date).split("-").reverse().join("");
}

export function formatPeriod({ from, to }: MutationPeriod): string {
  return `${formatBagDate(from)} to ${formatBagDate(to)}`;
}

function digestOf(mutationFiles: readonly ArchiveEntry[]): string {
  const hash = createHash("sha256");
  for (const { name, crc32, sizeBytes } of mutationFiles) {
    hash.update(`${name} ${crc32} ${sizeBytes}\n`);
  }
  return hash.digest("hex").slice(0, 32);
}

/** Returns the name of a delivery in messages and in the import log. */
export function deliveryName({ file }: Delivery): string {
  return basename(file);
}
