/** Reads a file of a user whole in a thread that lives as long as that takes. */
import { AppError } from "../../base/errors.ts";
import { TaskWorker } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import { throwFault } from "../../base/thread-fault.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";
import type { Survey, SurveyAnswer, SurveyTask } from "./survey-thread.ts";

/** Surveys a file. Throws AppError `usage` for what cannot be read or geocoded. */
export async function surveyInThread(
  input: TableInput,
  { options, snapshot }: { readonly options: GeocodeFileOptions; readonly snapshot: Snapshot },
): Promise<Survey> {
  const worker = new TaskWorker(threadUrl("exports/geocode/survey-thread.ts"));
  try {
    const task: SurveyTask = { input, options, registryPath: snapshot.path };
    const answer = await worker.run<SurveyAnswer>(task);
    if ("refused" in answer) {
      throw new AppError("usage", answer.refused);
    }
    return "fault" in answer ? throwFault(answer.fault) : answer;
  } finally {
    worker.terminate();
  }
}
