/**
 * A thread that works on users' files for the threads that serve, one task at a time, and is there only while there is
 * work.
 */
import { serveTasks, TaskWorker } from "../../base/ordered-workers.ts";
import { lowerPriority } from "../../base/process-resources.ts";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";

/** Task that reads a registry. */
interface RegistryTask {
  readonly registryPath: string;
}

/** In the thread: answers each task with what `work` returns or throws. */
export function answerTasks<Task extends RegistryTask, Result>(
  work: (task: Task, snapshot: Snapshot) => Promise<Result>,
): void {
  lowerPriority();
  serveTasks(async (task: Task) => {
    const snapshot = openSnapshot(task.registryPath);
    try {
      return await work(task, snapshot);
    } finally {
      snapshot.close();
    }
  });
}

/** Milliseconds that the thread waits for another task: its start takes as long as some thirty small files. */
const IDLE_MS = 60_000;

/** Ends its thread after a while without a task, which returns the memory that a large task took. */
export class TurnThread<Task extends RegistryTask, Result> {
  readonly #script: URL;
  #worker: TaskWorker | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #end: NodeJS.Timeout | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  /**
   * Returns the result of a task in its turn. Throws what the work threw. Also throws when the thread fails; the next
   * task then starts a new thread.
   */
  async run(task: Task): Promise<Result> {
    const turn = this.#lastTurn.then(() => this.#run(task));
    this.#lastTurn = turn.catch(() => {});
    return await turn;
  }

  async #run(task: Task): Promise<Result> {
    clearTimeout(this.#end);
    this.#worker ??= new TaskWorker(this.#script, { ref: false });
    try {
      return await this.#worker.run<Result>(task);
    } finally {
      if (this.#worker.hasFailed) {
        this.#terminate();
      }
      this.#end = setTimeout(() => this.#terminate(), IDLE_MS).unref();
    }
  }

  #terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
