/** Reads a user's file whole before it is geocoded: its rows, and the columns with the addresses. */
import { threadUrl } from "../../base/program-files.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { Survey, SurveyedFile, SurveyTask } from "./survey-thread.ts";
import { TurnThread } from "./turn-thread.ts";

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
