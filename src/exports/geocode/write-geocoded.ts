/** Work of a geocoding job: the file of its user, geocoded into a journal, then written in the format asked for. */
import { constants, copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { assertSpace } from "../../base/disk-space.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { buildId } from "../../base/version.ts";
import { fillJournal, Journal } from "../../batch/run/journal.ts";
import { type OpenedInput, openInput } from "../../batch/run/open-input.ts";
import {
  csvOptionsLike,
  joinJournal,
  layoutOf,
  writeMarkLike,
  writeResult,
} from "../../batch/run/write-result.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { TableFormat } from "../../tables/formats.ts";
import type { TableLayout, TableSource } from "../../tables/table.ts";
import { createTableWriter } from "../../tables/write/table-writer.ts";
import type { ExportFiles } from "../export-files.ts";
import type { ClaimOf } from "../job.ts";
import { assertSpaceFor } from "../job-space.ts";
import { writeReview } from "../sessions/review-rows.ts";
import type { SessionFolder } from "../sessions/session-folder.ts";
import type { ExportOutput } from "../write-export.ts";
import type { WorkFolder } from "./work-folder.ts";

interface GeocodeJobContext {
  /** Path of the user's file. */
  readonly path: string;
  readonly snapshot: Snapshot;
  /** Place of the result. */
  readonly files: Pick<ExportFiles, "spaceLeft">;
  readonly workFolder: WorkFolder;
}

/** Geocodes the file of a job and writes the result; returns the number of rows. Goes on where an attempt has ended. */
export function writeGeocoded(
  claim: ClaimOf<"geocode">,
  { path, snapshot, files, workFolder }: GeocodeJobContext,
  output: ExportOutput,
): Promise<number> {
  const { format, session } = claim.request;
  if (session !== undefined) {
    return geocodeSession(claim, workFolder.sessions.of(session), snapshot, output);
  }
  return geocodeInput(claim, { path, snapshot, folder: workFolder }, output, async (input) => {
    const { source, plan } = input;
    assertSpaceFor(files, estimateGeocodedBytes(source, layoutOf(source, plan, "geocoded"), format));
    await input.fill();
    await writeFile(input, format, output);
  });
}

/** Geocodes the file of a session into the folder of the session; writes nothing else. */
async function geocodeSession(
  claim: ClaimOf<"geocode">,
  session: SessionFolder,
  snapshot: Snapshot,
  output: ExportOutput,
): Promise<number> {
  const record = session.read();
  const plan = record?.file?.plan;
  if (record === undefined || plan === undefined) {
    throw new AppError("usage", "The session has ended.");
  }
  if (record.file!.rows !== claim.request.paidRows) {
    throw new AppError("usage", "Another sheet was chosen while the run began.");
  }
  const request = { ...claim.request, options: record.options, plan };
  const job = { ...claim, request };
  const where = { path: session.inputPath, snapshot, folder: session };
  return await geocodeInput(job, where, output, async ({ source, journal, fill }) => {
    await fill();
    await writeReview(session, { source, journal, journalName: basename(journal.path) }, output.signal);
  });
}

interface FilledInput extends Pick<OpenedInput, "source" | "plan"> {
  readonly journal: Journal;
  /** Geocodes the rows that the journal lacks. */
  fill(): Promise<void>;
}

interface InputPlace {
  readonly path: string;
  readonly snapshot: Snapshot;
  /** Folder of the journal. */
  readonly folder: Pick<WorkFolder, "pathOf">;
}

/** Opens the file of a job and its journal, and closes both after `use`; returns the number of rows geocoded. */
async function geocodeInput(
  claim: ClaimOf<"geocode">,
  { path, snapshot, folder }: InputPlace,
  { signal, onProgress }: ExportOutput,
  use: (input: FilledInput) => Promise<void>,
): Promise<number> {
  const { options, plan: planned } = claim.request;
  const { source, plan } = await openInput({ name: "The file", path }, options, { snapshot, plan: planned });
  try {
    const journal = await openJournal(claim, folder, snapshot);
    let rows = journal.rows;
    const onRows = (further: number) => {
      rows += further;
      onProgress?.(rows);
    };
    try {
      const fill = () => fillJournal(source, journal, { snapshot, plan, threads: 0, signal, onRows });
      await use({ source, plan, journal, fill });
      return journal.rows;
    } finally {
      await journal.close();
    }
  } finally {
    await source.close();
  }
}

/** Writes the rows with their outcomes in the journal. */
async function writeFile(
  { source, plan, journal }: FilledInput,
  format: TableFormat,
  { write, signal, makeScratchFolder }: ExportOutput,
): Promise<void> {
  const options = { ...csvOptionsLike(source), makeScratchFolder };
  const writer = createTableWriter(format, layoutOf(source, plan, "geocoded"), write, options);
  try {
    await writeMarkLike(source, format, write);
    await writeResult(source, joinJournal(source, journal), writer, { plan, signal });
  } finally {
    await writer.close();
  }
}

/**
 * Opens the journal of this attempt, which begins with a copy of the earlier attempt's: a worker that lost the job may
 * still write to its own. Rows found in another registry are found again, so that all come from one.
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
    return await Journal.resume(path, owner);
  } catch (error) {
    if (!(error instanceof AppError) && codeOf(error) !== "ENOENT") {
      throw error;
    }
    rmSync(path, { force: true });
    return await Journal.create(path, owner);
  }
}

/** Characters of an average row in the columns that geocoding adds. */
const ADDED_TEXT = 150;
/** Bytes that a row and its cells take in a format beside their text, compressed form and temporary files included. */
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
