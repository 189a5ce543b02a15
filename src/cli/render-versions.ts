/** Versions of a data folder and what was used, as lines for people. */
import type { FolderReport, VersionReport } from "../operator/folder-report.ts";

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
