/** Runs a process that may neither last nor grow beyond its limits: for work on files that may never end. */
import { readFileSync } from "node:fs";

export interface ProcessLimits {
  readonly seconds: number;
  /** Resident memory, as far as the system says how much that is (Linux). */
  readonly bytes: number;
}

export interface BoundedOutcome {
  readonly exitCode: number | null;
  /** Limit at which the process was ended. */
  readonly exceeded: "time" | "memory" | undefined;
  readonly stderr: string;
}

/** Milliseconds between looks at the memory: less than it takes to fill some hundred megabytes. */
const LOOK_MS = 20;
const PAGE_BYTES = 4096;

/** Lets the system end the process by its processor time, too, where there is a shell: containers have none. */
function limitTime(seconds: number): string[] {
  return Bun.which("sh") === null ? [] : ["sh", "-c", 'ulimit -t "$0" && exec "$@"', String(seconds)];
}

export async function runBounded(
  command: readonly string[],
  { seconds, bytes }: ProcessLimits,
): Promise<BoundedOutcome> {
  const child = Bun.spawn([...limitTime(seconds), ...command], {
    // Pipes, because "ignore" opens /dev/null, which a bare root does not have.
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let exceeded: BoundedOutcome["exceeded"];
  const endMs = performance.now() + seconds * 1_000;
  const look = setInterval(() => {
    exceeded ??= performance.now() > endMs ? "time" : residentBytes(child.pid) > bytes ? "memory" : undefined;
    if (exceeded !== undefined) {
      child.kill("SIGKILL");
    }
  }, LOOK_MS);
  try {
    const [stderr] = await Promise.all([
      new Response(child.stderr).text(),
      child.exited,
      new Response(child.stdout).text(),
    ]);
    const isOutOfTime = child.signalCode === "SIGXCPU" || child.signalCode === "SIGKILL";
    return { exitCode: child.exitCode, exceeded: exceeded ?? (isOutOfTime ? "time" : undefined), stderr };
  } finally {
    clearInterval(look);
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
