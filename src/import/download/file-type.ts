/** Detects the type of a downloaded file from its first bytes: an error page with status 200 must not pass for data. */
import { closeSync, openSync, readSync } from "node:fs";
import { isBoundaryFile } from "../companions/boundaries.ts";
import { isGemeenteNames } from "../companions/gemeente-names.ts";

export type FileType = "zip" | "GeoPackage" | "GeoJSON" | "CSV of gemeente names";

/** Number of first bytes needed to detect the type. */
export const HEAD_BYTES = 4096;

/** Signature of a zip's first entry: `PK\3\4`. */
const ZIP_SIGNATURE = 0x504b0304;

/** Returns the type of a file, or `undefined` when it is none that can be imported. */
export function readFileType(path: string): FileType | undefined {
  const head = readHead(path);
  if (head.length >= 4 && head.readUInt32BE(0) === ZIP_SIGNATURE) {
    return "zip";
  }
  if (isBoundaryFile(head)) {
    return head.toString("latin1", 0, 6) === "SQLite" ? "GeoPackage" : "GeoJSON";
  }
  return isGemeenteNames(head.toString("utf8")) ? "CSV of gemeente names" : undefined;
}

/** Returns the first characters of a file, quoted, for the message that its type is not the expected one. */
export function describeHead(path: string): string {
  return JSON.stringify(readHead(path).toString("latin1").slice(0, 40));
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const fd = openSync(path, "r");
  try {
    return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}
