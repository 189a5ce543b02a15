/** Runs the steps of {@link SIDE_STEPS} while a draft is being written, and adds their results to the draft. */
import { join } from "node:path";
import { TaskWorker } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Database } from "../../base/sqlite.ts";
import type { Box } from "../../geo/geometry.ts";
import type { RtreeFile } from "../derive/spatial/layer-boxes.ts";
import { tablesAt } from "../steps/derived-steps.ts";
import { isWorthThreads } from "../worth-threads.ts";
import {
  fillSideFile,
  openSideFile,
  SIDE_STEPS,
  type SideStepName,
  type SideTask,
  sideFileIn,
} from "./side-file.ts";

/** Minimum size of a draft for which a thread saves time. Smaller ones are done before the thread has started. */
const MIN_BYTES_FOR_THREAD = 64 * 1024 * 1024;

/** A side file that is being filled; the extent of its layer, if it has one, is known when it is done. */
interface SideWork {
  readonly task: SideTask;
  readonly extent: Promise<Box | undefined>;
}

export class SideTables {
  readonly #draft: string;
  readonly #workDir: string;
  readonly #minBytesForThread: number;
  readonly #works: SideWork[] = [];
  readonly #threads: TaskWorker[] = [];

  /** `workDir` receives a folder for each step. */
  constructor(
    { draft, workDir }: { readonly draft: string; readonly workDir: string },
    minBytesForThread = MIN_BYTES_FOR_THREAD,
  ) {
    this.#minBytesForThread = minBytesForThread;
    this.#draft = draft;
    this.#workDir = workDir;
  }

  /**
   * Commits the draft and begins a step; for a small registry, runs the step to its end. The rows that the step reads
   * must not change any more.
   */
  async begin(step: SideStepName, db: Database): Promise<void> {
    db.run("COMMIT");
    const task = { step, draft: this.#draft, folder: join(this.#workDir, step) };
    if (isWorthThreads(this.#draft, this.#minBytesForThread)) {
      await this.#beginThread(task);
    } else {
      this.#works.push({ task, extent: Promise.resolve(fillSideFile(openSideFile(task), task)) });
    }
    db.run("BEGIN");
  }

  /** Resolves when the thread has opened the draft. */
  async #beginThread(task: SideTask): Promise<void> {
    const thread = new TaskWorker(threadUrl("import/threads/side-worker.ts"));
    this.#threads.push(thread);
    await thread.run(task);
    const extent = thread.run<Box | undefined>(task).finally(() => thread.terminate());
    // It is awaited later; until then a failure must not count as an unhandled rejection.
    extent.catch(() => undefined);
    this.#works.push({ task, extent });
  }

  /** Waits for the threads, and adds their tables to the draft, which has no transaction; returns the R*Trees. */
  async finish(db: Database): Promise<RtreeFile[]> {
    const files: RtreeFile[] = [];
    for (const { task, extent } of this.#works) {
      const path = sideFileIn(task.folder);
      const { layer } = SIDE_STEPS[task.step];
      const layerExtent = await extent;
      db.query("ATTACH ? AS side").run(path);
      for (const table of tablesAt(task.step)) {
        // Copied without decoding rows, because both tables are declared alike.
        db.run(`INSERT INTO main.${table} SELECT * FROM side.${table}`);
      }
      db.run("DETACH side");
      if (layer !== undefined && layerExtent !== undefined) {
        files.push({ layer, path, extent: layerExtent });
      }
    }
    return files;
  }

  /** Ends the threads. */
  [Symbol.dispose](): void {
    this.#threads.forEach((thread) => void thread.terminate());
  }
}
