/** Makes the history file of an import next to the draft: in a separate thread, or at once for a small extract. */
import { TaskWorker } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Database } from "../../base/sqlite.ts";
import { type HistoryInput, type HistoryTask, HistoryWriter } from "../derive/history/history-writer.ts";
import { finishSound, verifyHistory } from "../derive/history/verify-history.ts";
import { lifeBuffersOf } from "../objects/life-batch.ts";
import type { HistoryMessage } from "./history-worker.ts";

/** Bytes of XML below which a thread takes more time to start than it saves. */
const MIN_BYTES_FOR_THREAD = 64 * 1024 * 1024;

export class HistoryThread {
  readonly #thread: TaskWorker | undefined;
  readonly #writer: HistoryWriter | undefined;
  /** The message that the thread works on: one more waits here at most, which bounds memory. */
  #running: Promise<void> = Promise.resolve();

  /** `xmlBytes`: size of the extract's XML. */
  constructor(task: HistoryTask, xmlBytes: number) {
    if (xmlBytes < MIN_BYTES_FOR_THREAD) {
      this.#writer = new HistoryWriter(task);
    } else {
      this.#thread = new TaskWorker(threadUrl("import/threads/history-worker.ts"));
      this.#send({ begin: task });
    }
  }

  /**
   * Sends the contents of a file to the thread, after it has finished the file before. The caller must not use the
   * buffers any more.
   */
  async take(input: HistoryInput): Promise<void> {
    this.#writer?.take(input);
    await this.#running;
    this.#send({ take: input }, input.life && lifeBuffersOf(input.life));
  }

  /**
   * Commits the draft, whose rows of adressen and panden are complete, and begins to complete the file from them;
   * `referenceDate` is YYYYMMDD.
   */
  async beginFinish(db: Database, draft: string, referenceDate: number): Promise<void> {
    db.run("COMMIT");
    await this.#running;
    this.#writer?.openDraft(draft);
    this.#send({ openDraft: draft });
    await this.#running;
    if (this.#writer !== undefined) {
      await finishSound(this.#writer, referenceDate);
    }
    this.#send({ finish: referenceDate });
    db.run("BEGIN");
  }

  /**
   * Waits until the file is complete. Throws `import_refused` when it is damaged or lacks voorkomens of the draft,
   * which must be complete.
   */
  async verify(draft: string): Promise<void> {
    await this.#running;
    if (this.#writer !== undefined) {
      verifyHistory(draft, this.#writer.path);
    }
    this.#send({ verify: draft });
    await this.#running;
  }

  /** Ends the thread. */
  [Symbol.dispose](): void {
    this.#thread?.terminate();
  }

  #send(message: HistoryMessage, transfer?: ArrayBuffer[]): void {
    if (this.#thread === undefined) {
      return;
    }
    this.#running = this.#thread.run(message, transfer);
    // It is awaited later; until then a failure must not count as an unhandled rejection.
    this.#running.catch(() => undefined);
  }
}
