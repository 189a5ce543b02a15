/** Worker thread: geocodes batches of rows of one file. */
import { serveTasks } from "../../base/ordered-workers.ts";
import { openSnapshot } from "../../registry/file/snapshot.ts";
import { type SharedIndex, useSharedIndex } from "../../search/index/index-store.ts";
import type { Row } from "../../tables/table.ts";
import { createRowGeocoder } from "../geocode-row.ts";
import type { GeocodePlan } from "../plan.ts";
import { toGeocodedRow, toJsonLine } from "./geocoded-row.ts";

/** Sent first: the settings that all rows share. */
export interface FileToGeocode {
  readonly registryPath: string;
  readonly plan: GeocodePlan;
  /** Search index of the registry, in memory that all threads share; undefined where it has none. */
  readonly index: SharedIndex | undefined;
}

interface RowsToGeocode {
  readonly rows: readonly Row[];
}

let file: FileToGeocode;
let geocodeRow: ReturnType<typeof createRowGeocoder> | undefined;

function open({ registryPath, plan, index }: FileToGeocode) {
  if (index !== undefined) {
    useSharedIndex(index);
  }
  const snapshot = openSnapshot(registryPath);
  // Saves a seventh of a recheck. Only commands start these threads: no server ends when someone truncates the file.
  snapshot.history?.db.run("PRAGMA mmap_size = 2147483648");
  return createRowGeocoder(snapshot, plan);
}

function geocodeLines({ rows }: RowsToGeocode): string[] {
  geocodeRow ??= open(file);
  const geocode = geocodeRow;
  return rows.map((row) => toJsonLine(toGeocodedRow(geocode(row))));
}

serveTasks(geocodeLines, {
  onBroadcast(message: FileToGeocode) {
    file = message;
  },
});
