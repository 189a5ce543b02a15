/** Work of a geocoding job: geocodes the file of its user through a journal into the format asked for. */
import { constants, copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { assertSpace } from "../../base/disk-space.ts";
import { AppError } from "../../base/errors.ts";
import { buildId } from "../../base/version.ts";
import { geocodeTable } from "../../batch/run/geocode-table.ts";
import { Journal } from "../../batch/run/journal.ts";
import { openInput } from "../../batch/run/open-input.ts";
import { layoutOf, writeResult } from "../../batch/run/write-result.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { TableFormat } from "../../tables/formats.ts";
import type { TableLayout, TableSource } from "../../tables/table.ts";
import type { ExportFiles } from "../export-files.ts";
import type { ClaimOf } from "../job.ts";
import { assertSpaceFor } from "../job-space.ts";
import { writeReview } from "../sessions/review-rows.ts";
import type { SessionFolder } from "../sessions/session-folder.ts";
import type { ExportOutput } from "../write-export.ts";
import type { GeocodeRequest } from "./geocode-request.ts";
import type { WorkFolder } from "./work-folder.ts";

interface GeocodeJobContext {
  /** Path of the user's file. */
  readonly path: string;
  readonly snapshot: Snapshot;
  /** Place of the result. */
  readonly files: Pick<ExportFiles, "spaceLeft">;
  readonly workFolder: WorkFolder;
}

/**
 * Geocodes the file of a job and writes the result; returns the number of rows. The file of a session is geocoded into
 * the folder of the session. Continues where an earlier attempt ended.
 */
export async function writeGeocoded(
  claim: ClaimOf<"geocode">,
  { path, snapshot, files, workFolder }: GeocodeJobContext,
  { write, signal, onProgress, makeScratchFolder }: ExportOutput,
): Promise<number> {
  const { format, session: sessionId } = claim.request;
  const session = sessionId === undefined ? undefined : workFolder.sessions.of(sessionId);
  const { options, plan: planned } = session === undefined ? claim.request : readPaidSession(session, claim);
  const input = await openInput({ name: "The file", path }, options, { snapshot, plan: planned });
  const { source, plan } = input;
  try {
    if (session === undefined) {
      assertSpaceFor(files, estimateGeocodedBytes(source, layoutOf(input, "geocoded"), format));
    }
    const journal = await openJournal(claim, session ?? workFolder, snapshot);
    try {
      let done = 0;
      const onRows = (rows: number) => {
        done += rows;
        onProgress?.(done);
      };
      const batches = geocodeTable(source, { snapshot, plan, threads: 0, journal, signal, onRows });
      if (session === undefined) {
        const file = { name: "geocoded", format, write, makeScratchFolder };
        await writeResult({ source, plan, batches }, file);
      } else {
        await writeReview(session, { source, batches, journalName: basename(journal.path) });
      }
      return journal.rows;
    } finally {
      await journal.close();
    }
  } finally {
    await source.close();
  }
}

/** Returns options and plan of the session's file. Throws `usage` when its rows are not the number that was paid. */
function readPaidSession(
  session: SessionFolder,
  { request: { paidRows } }: ClaimOf<"geocode">,
): Pick<GeocodeRequest, "options" | "plan"> {
  const { options, file } = session.read() ?? {};
  if (options === undefined || file?.plan === undefined) {
    throw new AppError("usage", "The session has ended.");
  }
  if (file.rows !== paidRows) {
    throw new AppError("usage", "Another sheet was chosen while the run began.");
  }
  return { options, plan: file.plan };
}

/**
 * Opens the journal of this attempt. It begins with a copy of the earlier attempt's journal, to which a worker that
 * lost the job may still write. Rows found in another registry are searched again, so that all results come from one
 * registry.
 */
async function openJournal(
  { id, attempt }: ClaimOf<"geocode">,
  folder: Pick<WorkFolder, "pathOf">,
  snapshot: Snapshot,
): Promise<Journal> {
  const pathOf = (number: number) => folder.pathOf(`${id}.${number}.journal`);
  const path = pathOf(attempt);
  const owner = { registry: snapshot.identity, program: buildId(), job: id };
  for (let earlier = attempt - 1; earlier > 0; earlier--) {
    if (existsSync(pathOf(earlier))) {
      assertSpace(path, statSync(pathOf(earlier)).size);
      copyFileSync(pathOf(earlier), path, constants.COPYFILE_FICLONE);
      rmSync(pathOf(earlier), { force: true });
      break;
    }
  }
  try {
    return await Journal.open(path, owner);
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    rmSync(path, { force: true });
    return await Journal.open(path, owner);
  }
}

/** Characters of an average row in the columns that geocoding adds. */
const ADDED_TEXT = 150;
/** Bytes of a row and its cells in a format in addition to their text; includes compressed form and temporary files. */
const ROW_BYTES: Readonly<Record<TableFormat, (cells: number, names: number) => number>> = {
  csv: (cells) => 1.1 * cells,
  // Every row repeats the names, each with `"":null,`; compressed they take little.
  geojson: (cells, names) => 1.1 * (names + 8 * cells + 80),
  xlsx: () => 20,
  gpkg: (cells) => 2 * (cells + 120),
  parquet: () => 30,
};
/** Bytes on disk for each character. */
const TEXT_BYTES: Readonly<Record<TableFormat, number>> = {
  csv: 1.2,
  geojson: 1.2,
  xlsx: 0.5,
  gpkg: 2.4,
  parquet: 0.5,
};

/** Estimates the bytes on disk that a geocoded file needs from its rows and columns: cells without text take some. */
function estimateGeocodedBytes(source: TableSource, layout: TableLayout, format: TableFormat): number {
  const { rowCount, sizeBytes } = source;
  const names = layout.columns.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0);
  const rowBytes = ROW_BYTES[format](layout.columns.length, names);
  return rowCount * rowBytes + (sizeBytes + rowCount * ADDED_TEXT) * TEXT_BYTES[format];
}
