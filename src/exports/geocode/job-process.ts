/**
 * Process that geocodes the file of one job and prints the result: `baken --geocode-job`. Its standard input is a pipe
 * of the process that started it, so both end together.
 */
import { AppError } from "../../base/errors.ts";
import { toThreadFault } from "../../base/thread-calls.ts";
import { openSnapshot } from "../../registry/file/snapshot.ts";
import type { JobMessage, JobTask } from "./geocode-in-process.ts";
import { openWorkFolder } from "./work-folder.ts";
import { writeGeocoded } from "./write-geocoded.ts";

export async function runJobProcess(): Promise<void> {
  const { task, ended } = await readTask();
  tell(await answerOf(task, ended));
}

async function answerOf({ claim, path, dataDir, registryPath, spaceLeft }: JobTask, signal: AbortSignal) {
  const snapshot = openSnapshot(registryPath);
  const workFolder = openWorkFolder(dataDir);
  try {
    const records = await writeGeocoded(
      claim,
      { path, snapshot, files: { spaceLeft: () => spaceLeft }, workFolder },
      {
        write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve)),
        onProgress: (rows) => tell({ rows }),
        makeScratchFolder: () => workFolder.makeScratchFolder(claim.id),
        signal,
      },
    );
    return { records };
  } catch (error) {
    return { fault: toThreadFault(error) };
  } finally {
    snapshot.close();
  }
}

function tell(message: JobMessage): void {
  process.stderr.write(`${JSON.stringify(message)}\n`);
}

/** Reads the task, which is a line; `ended` is aborted at the end of the input. */
async function readTask(): Promise<{ readonly task: JobTask; readonly ended: AbortSignal }> {
  const task = Promise.withResolvers<JobTask>();
  const ended = new AbortController();
  let text = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (piece: string) => {
    text += piece;
    if (text.endsWith("\n")) {
      task.resolve(JSON.parse(text));
    }
  });
  process.stdin.on("end", () => {
    ended.abort();
    task.reject(new AppError("usage", "This is started by a server, to geocode the file of a job."));
  });
  return { task: await task.promise, ended: ended.signal };
}
