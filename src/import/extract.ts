import type { TypeCode } from "../registry/object-types.ts";
import type { ArchiveEntry } from "./archive.ts";

/** One zip of an extract, as a rule all of it: of the country, or of one gemeente. */
export interface Extract {
  readonly file: string;
  /** Codes of the gemeenten it has objects of, ascending, or COUNTRY; empty for a zip of other parts. */
  readonly areas: readonly string[];
  readonly header: ArchiveEntry | undefined;
  readonly relations: readonly ArchiveEntry[];
  readonly objects: ReadonlyMap<TypeCode, readonly ArchiveEntry[]>;
}
