import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { ArchiveEntry } from "./archive-entry.ts";

/** Zip of an extract, usually the whole extract: of the country, or of one gemeente. */
export interface Extract {
  readonly file: string;
  /**
   * Codes of the gemeenten it has objects of, ascending, or ALL_GEMEENTEN; empty for a zip without files of objects.
   */
  readonly areas: readonly string[];
  readonly header: ArchiveEntry | undefined;
  readonly relations: readonly ArchiveEntry[];
  readonly objects: ReadonlyMap<TypeCode, readonly ArchiveEntry[]>;
}
