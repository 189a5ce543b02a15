/**
 * A thread that works on users' files for the threads that serve, one task at a time, and is there only while there is
 * work.
 */
import { TaskWorker } from "../../base/ordered-workers.ts";
import { lowerPriority } from "../../base/process-resources.ts";
import { type ThreadFault, throwFault, toThreadFault } from "../../base/thread-calls.ts";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";

type Answer<Result> = { readonly result: Result } | { readonly fault: ThreadFault };

/** Task that reads a registry. */
interface RegistryTask {
  readonly registryPath: string;
}

declare const self: Worker;

/** In the thread: answers each task with what `work` returns or throws. */
export function answerTasks<Task extends RegistryTask, Result>(
  work: (task: Task, snapshot: Snapshot) => Promise<Result>,
): void {
  const answer = async (task: Task): Promise<Answer<Result>> => {
    let snapshot: Snapshot | undefined;
    try {
      snapshot = openSnapshot(task.registryPath);
      return { result: await work(task, snapshot) };
    } catch (error) {
      return { fault: toThreadFault(error) };
    } finally {
      snapshot?.close();
    }
  };
  lowerPriority();
  self.onmessage = async ({ data }: MessageEvent<Task>) => self.postMessage(await answer(data));
}

/** Milliseconds that the thread waits for another task: its start takes as long as some thirty small files. */
const IDLE_MS = 60_000;

/** Its end, after a while without a task, returns the memory that a large one took. */
export class TurnThread<Task extends RegistryTask, Result> {
  readonly #script: URL;
  #worker: TaskWorker | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #end: NodeJS.Timeout | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  /**
   * Returns the result of a task in its turn. Throws what the work threw; also when the thread fails, and the next task
   * has another one.
   */
  async run(task: Task): Promise<Result> {
    const turn = this.#lastTurn.then(() => this.#run(task));
    this.#lastTurn = turn.catch(() => {});
    const answer = await turn;
    return "fault" in answer ? throwFault(answer.fault) : answer.result;
  }

  async #run(task: Task): Promise<Answer<Result>> {
    clearTimeout(this.#end);
    this.#worker ??= new TaskWorker(this.#script, { ref: false });
    try {
      return await this.#worker.run<Answer<Result>>(task);
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
