import type { ExportRow } from "./kinds/export-kind.ts";

/** Writes the rows of a kind in one format. */
export interface RowWriter {
  write(rows: readonly ExportRow[]): Promise<void>;
  /** Writes the rest of the file. */
  finish(): Promise<void>;
  /** Releases temporary files; after `finish` or instead of it. */
  close(): Promise<void>;
}
