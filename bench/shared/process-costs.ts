/** Reads from /proc what processes cost: processor time and memory. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** Ticks of /proc/PID/stat in a second: 100 on every Linux. */
const TICKS_PER_SECOND = 100;
const PPID = 1;
const UTIME = 11;
const STIME = 12;
/** Times of children that have ended. */
const CUTIME = 13;
const CSTIME = 14;

/** Returns the fields of /proc/PID/stat after the name of the program; none when the process has ended. */
function statOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

/** Returns the processor time of processes in seconds, user and system, of threads and children that have ended too. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const stat = statOf(pid);
    return [UTIME, STIME, CUTIME, CSTIME].reduce((sum, field) => sum + (stat[field] ?? 0), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Returns a process and its children. */
export function familyOf(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [pid, ...all.filter((other) => statOf(other)[PPID] === pid).map(Number)];
}

export interface Memory {
  readonly rssMb: number;
  /** Like RSS, but with shared pages divided among the processes that share them. */
  readonly pssMb: number;
  /** Anonymous memory: not backed by a file. */
  readonly anonymousMb: number;
}

/**
 * Returns the total memory of processes. A process that has ended since it was listed, as a worker of PostgreSQL may,
 * counts as 0.
 */
export function memoryOf(pids: readonly number[]): Memory {
  const texts = pids.map(memoryTextOf);
  const sum = (field: string) =>
    texts.reduce((total, text) => {
      const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text) ?? [];
      return total + Number(kilobytes ?? 0) / 1024;
    }, 0);
  return { rssMb: sum("Rss"), pssMb: sum("Pss"), anonymousMb: sum("Anonymous") };
}

function memoryTextOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch (cause) {
    // ENOENT: ended before the file was opened. ESRCH: ended between open and read.
    if (cause instanceof Error && "code" in cause && ["ENOENT", "ESRCH"].includes(String(cause.code))) {
      return "";
    }
    throw cause;
  }
}

/** Returns the memory of one process from counters of the kernel, without PSS: cheap enough for every second. */
export function residentOf(pid: number): Omit<Memory, "pssMb"> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024;
  return { rssMb: megabytes("VmRSS"), anonymousMb: megabytes("RssAnon") };
}

/** Samples a process twenty times a second until `stop`, which returns its peaks. */
export function watchPeaks(pid: number): { stop(): Omit<Memory, "pssMb"> } {
  const peaks = { rssMb: 0, anonymousMb: 0 };
  const timer = setInterval(() => {
    try {
      const { rssMb, anonymousMb } = residentOf(pid);
      peaks.rssMb = Math.max(peaks.rssMb, rssMb);
      peaks.anonymousMb = Math.max(peaks.anonymousMb, anonymousMb);
    } catch {
      // The process has ended.
    }
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peaks;
    },
  };
}
