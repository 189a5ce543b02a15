/** Geocodes a file to standard output, as CSV and without a journal: what was written cannot be taken back. */
import { codeOf } from "../../base/errors.ts";
import { csvOptionsLike, writeMarkLike } from "../../batch/run/csv-form.ts";
import { rowsBetween } from "../../batch/run/fill-journal.ts";
import { geocodeBatches } from "../../batch/run/geocode-batches.ts";
import { layoutOf, type WrittenResult, writeResult } from "../../batch/run/write-result.ts";
import { CsvWriter } from "../../tables/write/csv-writer.ts";
import type { GeocodeRequest, OpenedFile } from "./geocode-request.ts";

/** Returns undefined when the reader has stopped reading (`| head`), which is no error. */
export async function runToStandardOutput(
  { snapshot, source, plan }: OpenedFile,
  { threads, limit }: GeocodeRequest,
): Promise<WrittenResult | undefined> {
  const outputClosed = new AbortController();
  process.stdout.on("error", (error) => outputClosed.abort(error));
  const { signal } = outputClosed;
  const write = (bytes: Uint8Array) =>
    new Promise((resolve) => process.stdout.write(bytes, () => resolve(undefined)));
  const writer = new CsvWriter(layoutOf(source, plan, "result"), write, csvOptionsLike(source));
  const batches = geocodeBatches(rowsBetween(source, 0, limit), { snapshot, plan, threads, signal });
  try {
    await writeMarkLike(source, "csv", write);
    return await writeResult(source, batches, writer, { plan, signal });
  } catch (error) {
    if (codeOf(error) === "EPIPE") {
      return undefined;
    }
    throw error;
  }
}
