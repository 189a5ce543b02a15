/** The registries of a data folder as files: what they are called, and in which order they were published. */
import { readdirSync } from "node:fs";
import { pointedName } from "./pointer.ts";

/** A file that an import or an update published. */
export interface RegistryFile {
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  /** Counts the publishes of a data folder from 1, whatever their dates. */
  readonly number: number;
}

/** The folder's registries in the order in which they were published. None in a folder that is not there. */
export function listRegistryFiles(dataDir: string): RegistryFile[] {
  return namesIn(dataDir)
    .map(parseName)
    .filter((file) => file !== undefined)
    .sort(byPublish);
}

/**
 * The file of the next publish, for which `lastNumber` is the highest number that is known to have been given
 * (import-state.ts). A number is never given twice, so that the name of one version never comes to mean another.
 */
export function nextFile(dataDir: string, referenceDate: string, lastNumber: number): RegistryFile {
  const pointed = parseName(pointedName(dataDir) ?? "")?.number ?? 0;
  const number = 1 + Math.max(lastNumber, pointed, ...listRegistryFiles(dataDir).map((file) => file.number));
  return { name: nameOf(referenceDate, number), referenceDate, number };
}

const NAME = /^registry-(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,8}))?\.gpkg$/;

/** Undefined for a name that no publish gives. */
export function parseName(name: string): RegistryFile | undefined {
  const match = NAME.exec(name);
  return match === null ? undefined : { name, referenceDate: match[1]!, number: Number(match[2] ?? 1) };
}

function nameOf(referenceDate: string, number: number): string {
  return `registry-${referenceDate}${number === 1 ? "" : `.${number}`}.gpkg`;
}

/** Numbers alone order what this version published; files of older ones may share a number. */
export function byPublish(a: RegistryFile, b: RegistryFile): number {
  return (
    a.number - b.number ||
    (a.referenceDate < b.referenceDate ? -1 : Number(a.referenceDate > b.referenceDate))
  );
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}
