/** A thread that works for those that serve, one task at a time, and is there only while there is work. */
import { TaskWorker } from "../../base/ordered-workers.ts";

/** Milliseconds that the thread waits for another task: its start takes as long as some thirty small files. */
const IDLE_MS = 60_000;

/** Its end, after a while without a task, returns the memory that a large one took. */
export class TurnThread<Task, Answer> {
  readonly #script: URL;
  #worker: TaskWorker | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #end: NodeJS.Timeout | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  /** Returns the answer to a task in its turn. Rejects when the thread fails; the next task has another one. */
  async run(task: Task): Promise<Answer> {
    const turn = this.#lastTurn.then(() => this.#run(task));
    this.#lastTurn = turn.catch(() => {});
    return await turn;
  }

  async #run(task: Task): Promise<Answer> {
    clearTimeout(this.#end);
    this.#worker ??= new TaskWorker(this.#script, { ref: false });
    try {
      return await this.#worker.run<Answer>(task);
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
