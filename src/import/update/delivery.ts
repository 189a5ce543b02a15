/** Reads a mutation delivery: identifies its files and checks that none is missing (bag-format.md §2). */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { type ArchiveEntry, listEntries } from "../archive.ts";
import {
  findNumberingFault,
  isHeaderName,
  isRelationName,
  type MutationFileName,
  parseMutationName,
  parseObjectName,
  useOfEntry,
} from "../entry-names.ts";
import { type MutationPeriod, readPeriod } from "../extract-header.ts";
import { refuse } from "../refuse.ts";
import { isZip, readHead } from "../sources.ts";
import { formatDate } from "../voorkomen.ts";
import { MutationReader } from "./mutation-reader.ts";

/** One delivery, of the country or of single gemeenten; its mutations have not been read. */
export interface Delivery {
  readonly file: string;
  readonly period: MutationPeriod;
  /** Codes of the gemeenten that it covers, or 9999 for the country; ascending. */
  readonly areas: readonly string[];
  /** Digest of the mutation files: equal for the same delivery in another zip. */
  readonly digest: string;
  readonly relations: readonly ArchiveEntry[];
  /** In order of application; the first of each area is a header. */
  readonly mutations: readonly ArchiveEntry[];
}

export async function readDeliveries(files: readonly string[], workDir: string): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (const file of files) deliveries.push(await readDelivery(file, workDir));
  return deliveries;
}

/** Recognises a delivery by its content; throws `import_refused` when files are missing or of different periods. */
export async function readDelivery(file: string, workDir: string): Promise<Delivery> {
  assertZip(file);
  const entries = await listEntries(file, workDir, (name) => useOfEntry(name, "delivery"));
  const mutations = entries
    .filter((entry) => Number.isFinite(parseMutationName(entry.name)?.number))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (mutations.length === 0) refuseOther(file, entries);
  const perArea = Map.groupBy(mutations, (entry) => parseMutationName(entry.name)!.area);
  for (const list of perArea.values()) assertComplete(file, list);
  const relations = entries.filter((entry) => isRelationName(entry.name));
  if (relations.length === 0)
    refuse(`${file}: no GEM-WPL-RELATIE-…xml; without it no woonplaats has a gemeente`);
  return {
    file,
    period: periodOf(file, { header: entries.find((entry) => isHeaderName(entry.name)), mutations }),
    areas: [...perArea.keys()].sort(),
    digest: digestOf(mutations),
    relations,
    mutations,
  };
}

function assertZip(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) refuse(`${file}: no such file`);
  if (stat.isDirectory()) refuse(`${file}: a folder; name the deliveries in it, e.g. ${file}/*.zip`);
  if (!isZip(readHead(file))) refuse(`${file}: no mutation delivery: expected a zip such as BAGNLDM-….zip`);
}

function refuseOther(file: string, entries: readonly ArchiveEntry[]): never {
  if (entries.some((entry) => parseObjectName(entry.name) !== undefined))
    refuse(`${file}: an extract, which makes a registry: use \`baken import\``);
  refuse(
    `${file}: a zip, but no mutation delivery: no file named like 9999MUT08112026-09112026-000001.xml in it`,
  );
}

/**
 * Throws `import_refused` unless the files are numbered 1, 2, 3, … and, when the first (a header) announces mutations,
 * there are mutations.
 */
function assertComplete(file: string, list: readonly ArchiveEntry[]): void {
  const fault = findNumberingFault(list.map((entry) => parseMutationName(entry.name)!.number));
  if (fault !== undefined)
    refuse(
      `${file}: ${list[fault.at]!.name} where number ${fault.expected} was expected; is a file missing?`,
    );
  const { announcedTypes, groups } = readWhole(list[0]!);
  if (list.length === 1 && announcedTypes > 0 && groups === 0)
    refuse(`${file}: ${list[0]!.name} announces mutations; number 000002, which holds them, is missing`);
}

/**
 * Returns the period; throws `import_refused` when it is empty, or when the Leveringsdocument, the first mutation file
 * and the names of all mutation files disagree about it.
 */
function periodOf(
  file: string,
  { header, mutations }: { header: ArchiveEntry | undefined; mutations: readonly ArchiveEntry[] },
): MutationPeriod {
  const first = mutations[0]!;
  const { period } = readWhole(first);
  const stated = header === undefined ? period : readPeriod(header);
  if (stated.from !== period.from || stated.to !== period.to)
    refuse(
      `${header!.path}: mutations of ${formatPeriod(stated)}; ${first.name} is of ${formatPeriod(period)}`,
    );
  if (period.from >= period.to)
    refuse(`${file}: its period, ${formatPeriod(period)}, ends before it has begun`);
  for (const entry of mutations) assertName(entry, period);
  return period;
}

/** Reads a whole file; meant for the first file of an area, which as a rule holds only a header. */
function readWhole(entry: ArchiveEntry): MutationReader {
  const reader = new MutationReader(entry);
  for (const _mutation of reader.read());
  return reader;
}

function assertName(entry: ArchiveEntry, period: MutationPeriod): void {
  const { from, to } = parseMutationName(entry.name) as MutationFileName;
  if (from !== entryDate(period.from) || to !== entryDate(period.to))
    refuse(`${entry.path}: named for another period than its delivery, ${formatPeriod(period)}`);
}

/** Formats 20211114 as `14112021`. */
function entryDate(date: number): string {
  return formatDate(date).split("-").reverse().join("");
}

export function formatPeriod({ from, to }: MutationPeriod): string {
  return `${formatDate(from)} to ${formatDate(to)}`;
}

function digestOf(mutations: readonly ArchiveEntry[]): string {
  const hash = createHash("sha256");
  for (const { name, crc32, sizeBytes } of mutations) hash.update(`${name} ${crc32} ${sizeBytes}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** Returns the name of a delivery in messages and in the import log. */
export function deliveryName({ file }: Delivery): string {
  return basename(file);
}
