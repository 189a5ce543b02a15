/** Reads tables in tests. */
import { AppError } from "../../../src/base/errors.ts";
import { fileTraitText } from "../../../src/tables/file-trait.ts";
import { openTable, type TableOptions } from "../../../src/tables/read/open-table.ts";
import type { Cell } from "../../../src/tables/table.ts";

interface ReadTable {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** In English. */
  readonly traits: readonly string[];
  readonly rowCount: number;
  readonly headRows: number;
  readonly sample: readonly (readonly Cell[])[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads a file, or bytes as an upload brings them, whole. */
export async function readTable(input: string | Uint8Array, options: TableOptions = {}): Promise<ReadTable> {
  const source = await openTable(
    typeof input === "string" ? input : { name: "upload", bytes: input },
    options,
  );
  try {
    const rows: (readonly Cell[])[] = [];
    for await (const batch of source.batches()) {
      rows.push(...batch.rows);
    }
    const { columns, hasHeader, headRows, sample, traits, rowCount } = source;
    return { columns, hasHeader, headRows, sample, traits: traits.map(fileTraitText), rowCount, rows };
  } finally {
    await source.close();
  }
}

/** Returns the message with which a table is refused. */
export async function refusalOf(input: string | Uint8Array, options: TableOptions = {}): Promise<string> {
  try {
    await readTable(input, options);
  } catch (error) {
    if (error instanceof AppError && error.code === "usage") {
      return error.message;
    }
    throw error;
  }
  throw new Error("the table was not refused");
}
