/** Writes the rows of a table with their results as one file; CSV in the form of the file that was read. */
import type { Geometry } from "../../geo/geometry.ts";
import type { TableFormat } from "../../tables/formats.ts";
import type {
  Column,
  OutputRow,
  TableLayout,
  TableSource,
  TableWriter,
  WriteBytes,
} from "../../tables/table.ts";
import { createTableWriter } from "../../tables/write/table-writer.ts";
import { addedColumnsOf } from "../result-columns.ts";
import type { GeocodedBatch } from "./geocode-table.ts";
import type { GeocodedRow } from "./geocoded-row.ts";
import type { PlannedTable } from "./open-input.ts";
import { FileSummary } from "./summary.ts";

/** File to write, piece by piece. */
export interface ResultFile {
  /** Name of the layer or sheet. */
  readonly name: string;
  readonly format: TableFormat;
  readonly write: WriteBytes;
  /** Makes a folder for temporary files, which the writer removes; every format but CSV needs it. */
  readonly makeScratchFolder?: (() => string) | undefined;
  /** Columns that follow the columns of the plan. The outcomes contain their values. */
  readonly further?: readonly Column[];
}

/** Summary of a written file. */
export interface WrittenResult {
  readonly summary: FileSummary;
  /** Number of groups of equal addresses; undefined without their column. */
  readonly groups: number | undefined;
}

/** Table and plan of the rows that are written. */
interface ResultRows extends PlannedTable {
  readonly batches: AsyncIterable<GeocodedBatch>;
}

/** Describes the file to write: the unchanged columns of the input, then the columns that geocoding adds. */
export function layoutOf({ source, plan }: PlannedTable, name: string): TableLayout {
  const own = source.header.map((name): Column => ({ name, kind: "cell" }));
  return { name, columns: [...own, ...addedColumnsOf(plan.added)], geometryType: "Point" };
}

/** Writes all rows with their results, in order; returns their counts. Only counts them without a file. */
export async function writeResult(rows: ResultRows, file: ResultFile | undefined): Promise<WrittenResult> {
  if (file === undefined) {
    return await writeRows(rows, ONLY_COUNTS);
  }
  const { source } = rows;
  const { name, format, write, further = [], makeScratchFolder = noScratch } = file;
  const layout = layoutOf(rows, name);
  const columns = [...layout.columns, ...further];
  const options = { ...csvOptionsLike(source), makeScratchFolder };
  await writeMarkLike(source, format, write);
  const writer = createTableWriter(format, { ...layout, columns }, write, options);
  try {
    return await writeRows(rows, writer);
  } finally {
    await writer.close();
  }
}

function noScratch(): never {
  throw new Error("CSV is written without temporary files");
}

const nothing = async () => undefined;
const ONLY_COUNTS: TableWriter = { crs: "rd", write: nothing, finish: nothing, close: nothing };

async function writeRows({ source, plan, batches }: ResultRows, writer: TableWriter): Promise<WrittenResult> {
  const summary = new FileSummary();
  const groupAt = plan.added.findIndex(({ column }) => column === "result_group");
  const groups = groupAt === -1 ? undefined : new GroupNumbers();
  const firstNumber = source.headRows + 1;
  for await (const { rows, outcomes } of batches) {
    const written = rows.flatMap((row, i): OutputRow | [] => {
      const geocoded = outcomes[i]!;
      summary.add(geocoded, firstNumber + summary.counts.rows);
      if (plan.onlyChanged && geocoded.match === "unchanged") {
        return [];
      }
      const values = [...geocoded.values];
      if (groups !== undefined) {
        values[groupAt] = geocoded.groupKey && groups.numberOf(geocoded.groupKey);
      }
      return { values: [...row, ...values], geometry: geometryOf(geocoded, writer.crs) };
    });
    await writer.write(written);
  }
  await writer.finish();
  return { summary, groups: groups?.count };
}

function geometryOf({ place }: GeocodedRow, crs: TableWriter["crs"]): Geometry | null {
  if (place === null) {
    return null;
  }
  const [x, y, longitude, latitude] = place;
  return { type: "Point", ...(crs === "rd" ? { x, y } : { x: longitude, y: latitude }) };
}

/** Share of the table that is filled at most, so that searches stay short. */
const MAX_LOAD = 0.6;
const FIRST_CAPACITY = 1 << 12;

/**
 * Numbers groups of rows from 1, in the order in which their keys come. Keeps 12 bytes for each group and not the key,
 * so that a million groups take some 30 MB. Keys count as equal when their 64-bit hashes are equal, which for a million
 * different keys is wrong once in forty million files.
 */
export class GroupNumbers {
  #hashes = new BigUint64Array(FIRST_CAPACITY);
  #numbers = new Uint32Array(FIRST_CAPACITY);
  #count = 0;

  /** Number of groups so far. */
  get count(): number {
    return this.#count;
  }

  /** Returns the number of the group of a key: the next one for a new key. */
  numberOf(key: string): number {
    const hash = Bun.hash.xxHash64(key);
    const slot = this.#slotOf(hash);
    if (this.#numbers[slot] !== 0) {
      return this.#numbers[slot]!;
    }
    this.#hashes[slot] = hash;
    this.#numbers[slot] = ++this.#count;
    if (this.#count > MAX_LOAD * this.#numbers.length) {
      this.#grow();
    }
    return this.#count;
  }

  /** Returns the slot that has a hash, or the free slot where the hash belongs. */
  #slotOf(hash: bigint): number {
    const mask = this.#numbers.length - 1;
    let slot = Number(hash & 0xffff_ffffn) & mask;
    while (this.#numbers[slot] !== 0 && this.#hashes[slot] !== hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const numbers = this.#numbers;
    this.#hashes = new BigUint64Array(2 * hashes.length);
    this.#numbers = new Uint32Array(2 * numbers.length);
    for (const [i, number] of numbers.entries()) {
      if (number !== 0) {
        const slot = this.#slotOf(hashes[i]!);
        this.#hashes[slot] = hashes[i]!;
        this.#numbers[slot] = number;
      }
    }
  }
}

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Returns options that give CSV the delimiter of the file that was read. */
function csvOptionsLike({ text }: TableSource): { delimiter?: string } {
  const delimiter = text?.delimiter ?? null;
  return delimiter === null ? {} : { delimiter };
}

/**
 * Writes a byte order mark before CSV in UTF-8 when the file that was read has one, is in another encoding or is a
 * spreadsheet. Then Excel opens the output, and it reads text without the mark as windows-1252.
 */
async function writeMarkLike({ text }: TableSource, format: TableFormat, write: WriteBytes): Promise<void> {
  const isForSpreadsheets = text === undefined || text.hasMark || text.encoding !== "utf-8";
  if (format === "csv" && isForSpreadsheets) {
    await write(UTF8_MARK);
  }
}
