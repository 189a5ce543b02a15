/** Runs a process that may neither last nor grow beyond its limits: for work on files that may never end. */
import { readFileSync } from "node:fs";

export interface ProcessLimits {
  /** Processor time. */
  readonly seconds: number;
  /** Resident memory. */
  readonly bytes: number;
}

export interface BoundedOutcome {
  readonly exitCode: number | null;
  /** Limit at which the process was ended. */
  readonly exceeded: "time" | "memory" | undefined;
  readonly stderr: string;
}

/** Milliseconds between looks at the process: less than it takes to fill some hundred megabytes. */
const LOOK_MS = 20;
/** Clock ticks per second of /proc, and bytes of a page. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
/** How many times its processor time a process may last: it may wait for a busy processor or disk. */
const WAITING = 10;

/** Without /proc (not Linux), only the time on the clock is limited. */
export async function runBounded(
  command: readonly string[],
  { seconds, bytes }: ProcessLimits,
): Promise<BoundedOutcome> {
  // Pipes, because "ignore" opens /dev/null, which a bare root does not have.
  const child = Bun.spawn([...command], { stdin: "pipe", stdout: "pipe", stderr: "pipe" });
  let exceeded: BoundedOutcome["exceeded"];
  const endMs = performance.now() + seconds * WAITING * 1_000;
  const look = setInterval(() => {
    const used = readUsage(child.pid);
    if (used.seconds > seconds || performance.now() > endMs) {
      exceeded ??= "time";
    } else if (used.bytes > bytes) {
      exceeded ??= "memory";
    }
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
    return { exitCode: child.exitCode, exceeded, stderr };
  } finally {
    clearInterval(look);
  }
}

/** Reads the processor time and the memory of a process, by the numbers of fields in proc_pid_stat(5). */
function readUsage(pid: number): { seconds: number; bytes: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 3 is the first after the name of the program in parentheses, which may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    return { seconds: (field(14) + field(15)) / TICKS_PER_SECOND, bytes: field(24) * PAGE_BYTES };
  } catch {
    return { seconds: 0, bytes: 0 };
  }
}
