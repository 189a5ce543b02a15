/**
 * Geocodes the file of a job in a process of its own. If a worker died, its file may have caused that: the process gets
 * little memory, and its death fails only this job.
 */
import { AppError, codeOf } from "../../base/errors.ts";
import { type ThreadFault, throwFault } from "../../base/thread-calls.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { ExportFiles } from "../export-files.ts";
import type { ClaimOf } from "../job.ts";
import type { ExportOutput } from "../write-export.ts";

/** Line on standard input of the process. */
export interface JobTask {
  readonly claim: ClaimOf<"geocode">;
  /** Path of the user's file. */
  readonly path: string;
  readonly dataDir: string;
  readonly registryPath: string;
  /** Bytes for the result; absent where that is not known. */
  readonly spaceLeft: number | undefined;
}

/** Line on its standard error; the last one is the answer. Its standard output is the result. */
export type JobMessage =
  | { readonly rows: number }
  | { readonly records: number }
  | { readonly fault: ThreadFault };

/** Memory of the process for data. */
const MEMORY_MB = 512;

/**
 * Limits the memory, makes this process the first that Linux ends when the machine or the container runs out of memory,
 * then runs the command that follows.
 */
const LIMITED = [
  "sh",
  "-c",
  `echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -d ${MEMORY_MB * 1024} 2>/dev/null; exec "$0" "$@"`,
];

export interface JobProcess {
  /** Command that runs job-process.ts. */
  readonly command: readonly string[];
  readonly dataDir: string;
}

interface JobOfProcess {
  readonly claim: ClaimOf<"geocode">;
  /** Path of the user's file. */
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly files: Pick<ExportFiles, "spaceLeft">;
}

/** Returns the number of rows. Throws AppError when the process ends before it answers. */
export async function geocodeInProcess(
  { command, dataDir }: JobProcess,
  { claim, path, snapshot, files }: JobOfProcess,
  { write, onProgress, signal }: ExportOutput,
): Promise<number> {
  signal?.throwIfAborted();
  const child = Bun.spawn([...LIMITED, ...command], { stdin: "pipe", stdout: "pipe", stderr: "pipe" });
  const kill = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", kill);
  try {
    const spaceLeft = files.spaceLeft();
    await send(child.stdin, { claim, path, dataDir, registryPath: snapshot.path, spaceLeft });
    const answer = readAnswer(child.stderr, (rows) => onProgress?.(rows));
    for await (const piece of child.stdout) {
      await write(piece);
    }
    await child.exited;
    signal?.throwIfAborted();
    return recordsOf(await answer);
  } finally {
    signal?.removeEventListener("abort", kill);
    kill();
  }
}

/** Sends the task. If the process has already ended, the missing answer shows it. */
async function send(stdin: Bun.FileSink, task: JobTask): Promise<void> {
  try {
    stdin.write(`${JSON.stringify(task)}\n`);
    await stdin.flush();
  } catch (error) {
    if (codeOf(error) !== "EPIPE") {
      throw error;
    }
  }
}

/** Returns the last message, progress left out; undefined when the process ended without one. */
async function readAnswer(
  stream: ReadableStream<Uint8Array>,
  onRows: (rows: number) => void,
): Promise<Exclude<JobMessage, { rows: number }> | undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let answer: Exclude<JobMessage, { rows: number }> | undefined;
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const message = parseMessage(line);
      if (message !== undefined && "rows" in message) {
        onRows(message.rows);
      } else {
        answer = message ?? answer;
      }
    }
  }
  return answer;
}

/** Returns undefined for another line, such as the last words of a process without memory. */
function parseMessage(line: string): JobMessage | undefined {
  return /^\{"(?:rows|records|fault)":/.test(line) ? (JSON.parse(line) as JobMessage) : undefined;
}

function recordsOf(answer: Awaited<ReturnType<typeof readAnswer>>): number {
  if (answer === undefined) {
    throw new AppError(
      "usage",
      `The geocoding of the file was interrupted, and again with ${MEMORY_MB} MB of memory of its own, which may be too little for it. Send it in parts.`,
    );
  }
  return "records" in answer ? answer.records : throwFault(answer.fault);
}
