/**
 * A Linux control group that limits the memory of its processes, including cached pages of files that they read first.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const V1 = "/sys/fs/cgroup/memory";
const REMOVAL_ATTEMPTS = 100;
const REMOVAL_PAUSE_MS = 20;
const V2 = "/sys/fs/cgroup";

export interface MemoryLimit {
  /** Words before a command that run it within the limit. */
  readonly launcher: readonly string[];
  /** Returns true when the kernel ended a process of the group because the limit left it no memory. */
  wasTooLittle(): boolean;
  /** Removes the group; its processes must have ended. */
  remove(): Promise<void>;
}

/** Returns undefined where this machine does not let us make control groups. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const isV1 = existsSync(V1);
  const group = join(isV1 ? V1 : V2, `baken-bench-${process.pid}`);
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, isV1 ? "memory.limit_in_bytes" : "memory.max"), String(Math.round(bytes)));
  } catch {
    return undefined;
  }
  const enter = `echo $$ > ${join(group, "cgroup.procs")}; exec "$0" "$@"`;
  const events = join(group, isV1 ? "memory.oom_control" : "memory.events");
  return {
    launcher: ["sh", "-c", enter],
    wasTooLittle: () => !/^oom_kill 0$/m.test(readFileSync(events, "utf8")),
    remove: () => removeEmptied(group),
  };
}

/** Removes a group, which may list its processes for a moment after they have ended. */
async function removeEmptied(group: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (attempt === REMOVAL_ATTEMPTS) {
        throw error;
      }
      await Bun.sleep(REMOVAL_PAUSE_MS);
    }
  }
}

/** Drops the pages of a file from the page cache; only pages that no process has mapped go. */
export function evict(path: string): void {
  const { exitCode, stderr } = Bun.spawnSync([
    "dd",
    `of=${path}`,
    "oflag=nocache",
    "conv=notrunc,fdatasync",
    "count=0",
  ]);
  if (exitCode !== 0) {
    throw new Error(`dd: ${stderr}`);
  }
}
