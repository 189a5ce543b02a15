/** Geocodes the rows of a file in this process: the reference for command, endpoint and job. */
import { isColumnName } from "../../../src/batch/columns/roles.ts";
import { createRowGeocoder } from "../../../src/batch/geocode-row.ts";
import { planGeocoding } from "../../../src/batch/plan-geocoding.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { readTable } from "../tables/read-table.ts";
import type { Answer } from "./tally.ts";

/** Returns the answer to each row; former addresses only when `takesFormer`. */
export async function geocodeInProcess(
  snapshot: Snapshot,
  file: Uint8Array,
  takesFormer = false,
): Promise<Answer[]> {
  const table = await readTable(file, { isColumnName });
  const plan = await planGeocoding(table, { snapshot });
  const geocode = createRowGeocoder(snapshot, { ...plan, takesFormer });
  return table.rows.map((row) => {
    const { match, adres } = geocode(row);
    return { match, id: adres?.nummeraanduiding_id ?? "" };
  });
}
