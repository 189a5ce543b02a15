/**
 * Registry files of a data folder: their names, the order in which they were published, and the space for another one.
 */
import { readdirSync } from "node:fs";
import { readPointedName } from "./pointer.ts";

/** File that an import or an update published. */
export interface RegistryFile {
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  /** Sequence number of the publish in its data folder, from 1, independent of reference dates. */
  readonly number: number;
}

/** Lists the registries of a folder in order of publish; empty when the folder cannot be read. */
export function listRegistryFiles(dataDir: string): RegistryFile[] {
  return listNames(dataDir)
    .map(parseRegistryFileName)
    .filter((file) => file !== undefined)
    .sort(compareByPublish);
}

/**
 * Returns the file of the next publish; `lastNumber` is the number of the last publish as stored in the lock file
 * (import-state.ts). Numbers are never reused, so that the name of one version never refers to another.
 */
export function nextRegistryFile(dataDir: string, referenceDate: string, lastNumber: number): RegistryFile {
  const pointed = parseRegistryFileName(readPointedName(dataDir) ?? "")?.number ?? 0;
  const number = 1 + Math.max(lastNumber, pointed, ...listRegistryFiles(dataDir).map((file) => file.number));
  return { name: formatRegistryFileName(referenceDate, number), referenceDate, number };
}

const NAME = /^registry-(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,8}))?\.gpkg$/;

/** Parses the name of a registry file; undefined for a name that no publish generates. */
export function parseRegistryFileName(name: string): RegistryFile | undefined {
  const match = NAME.exec(name);
  return match === null ? undefined : { name, referenceDate: match[1]!, number: Number(match[2] ?? 1) };
}

function formatRegistryFileName(referenceDate: string, number: number): string {
  return `registry-${referenceDate}${number === 1 ? "" : `.${number}`}.gpkg`;
}

/**
 * Compares by order of publish. Numbers are unique for files that this version of baken published; older versions may
 * have published files with the same number, which are ordered by date.
 */
export function compareByPublish(a: RegistryFile, b: RegistryFile): number {
  return (
    a.number - b.number ||
    (a.referenceDate < b.referenceDate ? -1 : Number(a.referenceDate > b.referenceDate))
  );
}

function listNames(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}

/** Default size estimate when there is no earlier registry. */
const FIRST_BYTES = 1_000_000_000;

/**
 * Returns the free bytes that the next import needs, for a second registry next to the current one and work files;
 * `currentBytes` is the size of the current one, 0 for none.
 */
export function spaceForImport(currentBytes: number): number {
  return currentBytes === 0 ? FIRST_BYTES : 2 * currentBytes;
}

/**
 * Parts of the bytes of an extract's XML that an import with history takes: the history file is 5 to 6 % of it, its
 * intermediate tables half as much; the registry is 10 % and works with as much again.
 */
const HISTORY_PART = 0.1;
const REGISTRY_PART = 0.2;

/** Returns the free bytes that an import with history needs, from the bytes of its XML. */
export function spaceForHistory(xmlBytes: number): { historyBytes: number; allBytes: number } {
  return { historyBytes: HISTORY_PART * xmlBytes, allBytes: (HISTORY_PART + REGISTRY_PART) * xmlBytes };
}
