/**
 * Lines about registries for people: the published registry, its problems, its area; versions of a data folder and what
 * was used.
 */
import type { ImportProblem } from "../import/report.ts";
import type { FolderReport, VersionReport } from "../operator/folder-report.ts";
import { readPointedName } from "../registry/file/pointer.ts";
import { ALL_GEMEENTEN, type RegistryMeta } from "../registry/file/registry-meta.ts";
import { updateStableLink } from "../registry/file/stable-link.ts";
import { describePin, findPin } from "../registry/file/use-log.ts";
import { printNote, printResult } from "./output.ts";

/** Prints which registry is current now, or stored next to a pinned one, and why the link to it could not be set. */
export function printPublished(dataDir: string, name: string, content: string): void {
  const pin = findPin(dataDir);
  if (pin !== undefined && readPointedName(dataDir) !== name) {
    printResult(
      `${dataDir}/${name} ${content} is stored, but not current: ${describePin(pin)}. To make it current: baken use ${name}`,
    );
    return;
  }
  printResult(`${dataDir}/${name} ${content} is now the current registry.`);
  const fault = updateStableLink(dataDir);
  if (fault !== undefined) {
    printNote(fault);
  }
}

/** Renders a version of a data folder as a line for people. */
export function renderVersion(version: VersionReport): string {
  const { file, referenceDate, bytes, dataVersion, isCurrent, isPinned, fault, hasReaders } = version;
  const readers = hasReaders === null ? "" : hasReaders ? ", in use" : ", not in use";
  const role = fault ?? (isCurrent ? "current" : "kept");
  const name = dataVersion === null ? "" : `, version ${dataVersion}`;
  const pinned = isPinned ? ", pinned" : "";
  return `${file.padEnd(32)}${referenceDate}  ${showBytes(bytes).padStart(9)}  ${role}${pinned}${readers}${name}`;
}

export function renderUse({ file, usedAt, isPinned, reason }: FolderReport["uses"][number]): string {
  return `${usedAt}  ${file}${isPinned ? ", pinned" : ""}${reason === null ? "" : `: ${reason}`}`;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Returns a number of bytes with three digits and its unit. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Returns the area of a registry in words, for the owner of its folder. */
export function describeArea(area: RegistryMeta["area"]): string {
  if (area.includes(ALL_GEMEENTEN)) {
    return "the whole country";
  }
  return `${area.length === 1 ? "gemeente" : "gemeenten"} ${area.join(", ")}`;
}

/** Prints what an import or update left out or noticed, one line for each reason. */
export function printProblems(problems: readonly ImportProblem[]): void {
  for (const { about, kind, reason, count, examples } of problems) {
    const shown = examples.join(", ") + (count > examples.length ? ", …" : "");
    printNote(`${kind} ${count.toLocaleString("en")} (${about}): ${reason}: ${shown}`);
  }
}
