/** Reads a user's file whole before it is geocoded: its rows, and the columns with the addresses. */
import { threadUrl } from "../../base/program-files.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import type { IdColumns } from "../../batch/recheck/plan-recheck.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { FileTrait } from "../../tables/file-trait.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import { TurnThread } from "./turn-thread.ts";

export interface Survey {
  /** Number of rows of the file. */
  readonly rows: number;
  readonly plan: GeocodePlan;
}

/** Facts of a file that the page for files shows before anything is geocoded. */
export interface SurveyedFile {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly headRows: number;
  readonly traits: readonly FileTrait[];
  /** Cells as text: of the first rows, and of each column some that differ. */
  readonly firstRows: readonly (readonly string[])[];
  readonly samples: readonly (readonly string[])[];
  /** Columns of ids, where the file can be rechecked. */
  readonly ids?: IdColumns;
  /** Absent where no addresses were recognised and nobody has chosen columns yet. */
  readonly plan?: GeocodePlan;
  /** Share of the sample that is exact with these columns, 0–1; absent without a plan. */
  readonly exact?: number;
}

export interface SurveyTask {
  readonly input: TableInput;
  readonly options: InputOptions;
  readonly registryPath: string;
  readonly isForPage: boolean;
}

interface FileToSurvey {
  readonly path: string;
  readonly sizeBytes: number;
  readonly options: InputOptions;
  readonly snapshot: Snapshot;
}

/** Bytes of a file whose survey takes a second at most. */
const SMALL_BYTES = 2_000_000;

/** Threads by the size of their files: a small file does not wait for a large one. */
const threads = { small: openThread(), large: openThread() };

function openThread() {
  return new TurnThread<SurveyTask, Survey | SurveyedFile>(threadUrl("exports/geocode/survey-thread.ts"));
}

/** Surveys a file in its turn. Throws AppError `usage` for what cannot be read or geocoded. */
export async function surveyFile(file: FileToSurvey): Promise<Survey> {
  return (await run(file, false)) as Survey;
}

/** Surveys a file for the page in its turn. Throws AppError `usage` for what cannot be read. */
export async function surveyForPage(file: FileToSurvey): Promise<SurveyedFile> {
  return (await run(file, true)) as SurveyedFile;
}

async function run({ path, sizeBytes, options, snapshot }: FileToSurvey, isForPage: boolean) {
  const input = { name: "The file", path };
  const thread = threads[sizeBytes > SMALL_BYTES ? "large" : "small"];
  return await thread.run({ input, options, registryPath: snapshot.path, isForPage });
}
