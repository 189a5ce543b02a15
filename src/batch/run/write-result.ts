/**
 * Second phase of a run: writes rows of the input with their results as one file, and CSV in the form of the file that
 * was read.
 */
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
import type { GeocodePlan } from "../plan.ts";
import { addedColumnsOf } from "../result-columns.ts";
import type { BatchOfOutcomes, GeocodedBatch } from "./geocode-batches.ts";
import { type GeocodedRow, parseJournalLine, toGeocodedRow } from "./geocoded-row.ts";
import { type OnRows, rowsBetween, type WholeJournal } from "./journal.ts";
import { FileSummary } from "./summary.ts";

interface ResultOptions {
  readonly plan: GeocodePlan;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: OnRows | undefined;
}

/** Summary of a written file. */
export interface WrittenResult {
  readonly summary: FileSummary;
  /** Number of groups of equal addresses; undefined without their column. */
  readonly groups: number | undefined;
}

/** Describes the file to write: the unchanged columns of the input, then the columns that geocoding adds. */
export function layoutOf(source: TableSource, plan: GeocodePlan, name: string): TableLayout {
  const own = source.header.map((name): Column => ({ name, kind: "cell" }));
  return { name, columns: [...own, ...addedColumnsOf(plan.added)], geometryType: "Point" };
}

/** Joins the rows of the input with the journal, which holds a line for each. Throws an Error when it does not. */
export async function* joinJournal(
  source: TableSource,
  journal: WholeJournal,
): AsyncGenerator<GeocodedBatch> {
  const reader = await journal.read();
  try {
    let read = 0;
    for await (const batch of rowsBetween(source, 0, journal.rows)) {
      const lines = await reader.take(batch.rows.length);
      read += lines.length;
      yield { ...batch, lines };
    }
    if (read !== journal.rows) {
      throw new Error(`${journal.path} holds ${journal.rows} rows, but the input has ${read}`);
    }
  } finally {
    await reader.close();
  }
}

/** Writes all rows with their results, in order; returns their counts. The caller closes the writer. */
export async function writeResult(
  source: TableSource,
  batches: AsyncIterable<GeocodedBatch | BatchOfOutcomes>,
  writer: TableWriter,
  { plan, signal, onRows }: ResultOptions,
): Promise<WrittenResult> {
  const summary = new FileSummary();
  const groupAt = plan.added.findIndex(({ column }) => column === "result_group");
  const groups = groupAt === -1 ? undefined : new GroupNumbers();
  const firstNumber = source.headRows + 1;
  for await (const { rows, ...batch } of batches) {
    const written = rows.flatMap((row, i): OutputRow | [] => {
      const geocoded =
        "lines" in batch ? parseJournalLine(batch.lines[i]!) : toGeocodedRow(batch.outcomes[i]!);
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
    signal?.throwIfAborted();
    onRows?.(rows.length);
  }
  await writer.finish();
  return { summary, groups: groups?.count };
}

function geometryOf({ place }: GeocodedRow, crs: TableWriter["crs"]): Geometry | null {
  if (place === null) {
    return null;
  }
  const { rd, wgs84 } = place;
  return { type: "Point", ...(crs === "rd" ? rd : { x: wgs84.longitude, y: wgs84.latitude }) };
}

/** Share of the table that is filled at most, so that searches stay short. */
const MAX_LOAD = 0.6;
const FIRST_CAPACITY = 1 << 12;

/**
 * Numbers groups of rows from 1, in the order in which their keys come. It keeps 12 bytes for each group and not the
 * key, so that a million groups take some 30 MB: keys are equal when their hashes of 64 bits are, which for a million
 * different keys errs once in forty million files.
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

  /** Returns the slot of a hash: the one that holds it, or the free one where it belongs. */
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

/** Options of the writer by which CSV is separated as the file that was read. */
export function csvOptionsLike({ text }: TableSource): { delimiter?: string } {
  const delimiter = text?.delimiter ?? null;
  return delimiter === null ? {} : { delimiter };
}

/**
 * Writes a byte order mark before CSV in UTF-8 whose reader needs it: where the file that was read has one, is in
 * another encoding or is a spreadsheet, Excel opens the output, and takes text without the mark for windows-1252.
 */
export async function writeMarkLike(
  { text }: TableSource,
  format: TableFormat,
  write: WriteBytes,
): Promise<void> {
  const isForSpreadsheets = text === undefined || text.hasMark || text.encoding !== "utf-8";
  if (format === "csv" && isForSpreadsheets) {
    await write(UTF8_MARK);
  }
}
