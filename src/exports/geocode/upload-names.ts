/** Names of the files of uploads under way. They say which process receives the file, so that others notice its end. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isWorkerDead } from "../job.ts";

/** Identifies this process in file names. Includes its start, because a restarted container has the same process id. */
const PROCESS = `${process.pid}-${readStartTime()}@${hostname()}`;
const NAME = /^[^.]+\.(?<key>\d+)\.(?<process>(?<pid>\d+)-\d+@(?<host>.+))\.upload$/;

/** Returns the start of this process in ticks since the start of the machine; 0 where the system does not say. */
function readStartTime(): string {
  if (process.platform !== "linux") {
    return "0";
  }
  // The second field, the name of the program, may contain spaces: docs of proc(5).
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields[19]!;
}

/** Returns the name of the file of an upload to this process. */
export function uploadName(id: string, keyId: number): string {
  return `${id}.${keyId}.${PROCESS}.upload`;
}

/** Returns true for an upload of the key that a running process receives. */
export function isUnderWay(name: string, keyId: number): boolean {
  const groups = NAME.exec(name)?.groups;
  return groups !== undefined && Number(groups.key) === keyId && !hasEnded(groups);
}

/** Returns true for an upload whose process has ended: no other process continues it. */
export function isAbandonedUpload(name: string): boolean {
  const groups = NAME.exec(name)?.groups;
  return groups !== undefined && hasEnded(groups);
}

function hasEnded({ process: receiver, pid, host }: Readonly<Record<string, string>>): boolean {
  const isOwnId = Number(pid) === process.pid && host === hostname();
  return isOwnId ? receiver !== PROCESS : isWorkerDead(`${host}/${pid}`);
}
