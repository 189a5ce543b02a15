/** Second phase of a run: writes rows of the input with their results as one file. */
import type { Column, OutputRow, TableLayout, TableSource, TableWriter } from "../../tables/table.ts";
import { resultColumnsOf } from "../result-columns.ts";
import type { GeocodePlan } from "../plan.ts";
import { type OnRows, rowsBetween } from "./fill-journal.ts";
import type { GeocodedBatch } from "./geocode-batches.ts";
import { type GeocodedRow, parseLine } from "./geocoded-row.ts";
import { GroupNumbers } from "./group-numbers.ts";
import type { Journal } from "./journal.ts";
import { Summary } from "./summary.ts";

export interface ResultOptions {
  /** Adds the column with the number of the group of equal addresses. */
  readonly isDeduped: boolean;
  readonly signal?: AbortSignal;
  readonly onRows?: OnRows;
}

/** Column that `isDeduped` adds. */
const GROUP_COLUMN: Column = { name: "result_group", kind: "integer" };

/** Describes the file to write: the columns of the input as they are, then those that geocoding adds. */
export function layoutOf(
  source: TableSource,
  { plan, isDeduped, name }: { plan: GeocodePlan; isDeduped: boolean; name: string },
): TableLayout {
  const own = source.columns.map((column): Column => ({ name: column, kind: "cell" }));
  const columns = [...own, ...resultColumnsOf(plan), ...(isDeduped ? [GROUP_COLUMN] : [])];
  return { name, columns, geometryType: "Point" };
}

/** Joins the rows of the input with the journal, which holds a line for each. Throws an Error when it does not. */
export async function* joinJournal(source: TableSource, journal: Journal): AsyncGenerator<GeocodedBatch> {
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

/** Writes all rows with their results; returns their counts. The caller closes the writer. */
export async function writeResult(
  source: TableSource,
  batches: AsyncIterable<GeocodedBatch>,
  writer: TableWriter,
  { isDeduped, signal, onRows }: ResultOptions,
): Promise<{ summary: Summary; groups: number | undefined }> {
  const summary = new Summary();
  const groups = isDeduped ? new GroupNumbers() : undefined;
  const firstNumber = source.hasHeader ? 2 : 1;
  for await (const { rows, lines, progress } of batches) {
    const written = rows.map((row, i): OutputRow => {
      const geocoded = parseLine(lines[i]!);
      summary.add(geocoded, firstNumber + summary.rows);
      const group = groups && [geocoded.groupKey && groups.numberOf(geocoded.groupKey)];
      return {
        values: [...row, ...geocoded.values, ...(group ?? [])],
        geometry: geometryOf(geocoded, writer.crs),
      };
    });
    await writer.write(written);
    signal?.throwIfAborted();
    onRows?.(summary.rows, progress);
  }
  await writer.finish();
  return { summary, groups: groups?.count };
}

function geometryOf({ place }: GeocodedRow, crs: TableWriter["crs"]): OutputRow["geometry"] {
  if (place === null) {
    return null;
  }
  const { rd, wgs84 } = place;
  return { type: "Point", ...(crs === "rd" ? rd : { x: wgs84.longitude, y: wgs84.latitude }) };
}
