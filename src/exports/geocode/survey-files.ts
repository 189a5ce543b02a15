/** Reads files of users whole, one at a time, in a thread of its own. */
import { AppError } from "../../base/errors.ts";
import { TaskWorker } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import { throwFault } from "../../base/thread-fault.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";
import type { Survey, SurveyAnswer, SurveyTask } from "./survey-thread.ts";

/** Milliseconds that the thread waits for another file: its start takes as long as some thirty small files. */
const IDLE_MS = 60_000;

/** The thread that surveys. Its end, after a while without a file, returns the memory that a large one took. */
export class SurveyThread {
  #worker: TaskWorker | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #end: NodeJS.Timeout | undefined;

  /** Surveys a file in its turn. Throws AppError `usage` for what cannot be read or geocoded. */
  async survey(
    input: TableInput,
    { options, snapshot }: { readonly options: GeocodeFileOptions; readonly snapshot: Snapshot },
  ): Promise<Survey> {
    const turn = this.#lastTurn.then(() => this.#run({ input, options, registryPath: snapshot.path }));
    this.#lastTurn = turn.catch(() => {});
    const answer = await turn;
    if ("refused" in answer) {
      throw new AppError("usage", answer.refused);
    }
    return "fault" in answer ? throwFault(answer.fault) : answer;
  }

  async #run(task: SurveyTask): Promise<SurveyAnswer> {
    clearTimeout(this.#end);
    this.#worker ??= new TaskWorker(threadUrl("exports/geocode/survey-thread.ts"), { ref: false });
    try {
      return await this.#worker.run<SurveyAnswer>(task);
    } catch (error) {
      this.#terminate();
      throw error;
    } finally {
      this.#end = setTimeout(() => this.#terminate(), IDLE_MS).unref();
    }
  }

  #terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
