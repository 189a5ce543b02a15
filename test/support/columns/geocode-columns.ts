/** Geocodes the file of a header set in this process, by the path of the command. */
import { AppError } from "../../../src/base/errors.ts";
import { cellText } from "../../../src/batch/cells/address-cells.ts";
import { createRowGeocoder } from "../../../src/batch/geocode-row.ts";
import { describePlan } from "../../../src/batch/plan.ts";
import { openInput } from "../../../src/batch/run/open-input.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import type { AnsweredRow, ColumnFile } from "./column-file.ts";

interface GeocodedColumns {
  readonly answers: readonly AnsweredRow[];
  /** Notices of the command about the columns, or the reason for its refusal. */
  readonly said: readonly string[];
}

/** Returns the answers to all rows; `none` for every row of a refused file. */
export async function geocodeColumns(snapshot: Snapshot, file: ColumnFile): Promise<GeocodedColumns> {
  try {
    const { source, plan } = await openInput({ name: "upload", bytes: file.bytes }, {}, { snapshot });
    const geocode = createRowGeocoder(snapshot, plan);
    const answers: AnsweredRow[] = [];
    for await (const { rows } of source.batches()) {
      for (const row of rows) {
        const { match, adres } = geocode(row);
        answers.push({ cells: row.map(cellText), match, id: adres?.nummeraanduiding_id ?? "" });
      }
    }
    await source.close();
    return { answers, said: describePlan(plan) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === "usage")) {
      throw error;
    }
    const answers = file.rows.map((cells) => ({ cells, match: "none", id: "" }));
    return { answers, said: [`refused: ${error.message}`] };
  }
}
