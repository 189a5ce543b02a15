/** Checks of the machine and of the permissions of files. */
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { DRAFT_SUFFIX } from "../../base/draft-file.ts";
import { messageOf } from "../../base/errors.ts";
import { readOpenFilesLimit } from "../../base/process-resources.ts";
import type { FolderReport } from "../folder-report.ts";
import { error, type Finding, failure, formatBytes, ok, warning } from "./finding.ts";

/** Memory of a process with one thread, and of each further one, on the whole country (docs/performance.md#memory). */
const FIRST_THREAD_BYTES = 300_000_000;
const FURTHER_THREAD_BYTES = 130_000_000;
/** Open files that a busy server needs: a connection is one. */
const MIN_OPEN_FILES = 4_096;

export function checkMemory({ registry, versions }: FolderReport, threads = availableParallelism()): Finding {
  const limit = memoryLimit();
  const own = FIRST_THREAD_BYTES + (threads - 1) * FURTHER_THREAD_BYTES;
  const registryBytes = currentBytes(versions);
  const text = `${formatBytes(limit)} for this process; ${threads} threads take about ${formatBytes(own)}`;
  if (limit < own && registry !== null && !registry.isDemo) {
    return error("memory", `${text}.`, "Give it more memory, or serve with fewer threads (--threads).");
  }
  return limit < own + registryBytes / 4
    ? warning(
        "memory",
        `${text}, and the registry of ${formatBytes(registryBytes)} is read through the page cache.`,
        "Below a quarter of the registry's size in free memory, many requests wait for the disk: give the machine more memory.",
      )
    : ok("memory", text);
}

function currentBytes(versions: FolderReport["versions"]): number {
  return versions.find(({ isCurrent }) => isCurrent)?.bytes ?? 0;
}

function memoryLimit(): number {
  return Math.min(totalmem(), readGroupLimit());
}

/** Returns the memory limit of the control group (a container, a systemd unit) in bytes. */
function readGroupLimit(): number {
  const paths = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
  const limits = paths.map((path) => Number.parseInt(readText(path), 10)).filter((limit) => limit > 0);
  return Math.min(Number.POSITIVE_INFINITY, ...limits);
}

/** Checks the limit of open files of this process; one in another session may have another limit. */
export function checkOpenFiles(): Finding | undefined {
  const soft = readOpenFilesLimit();
  if (soft === undefined) {
    return undefined;
  }
  return soft < MIN_OPEN_FILES
    ? warning(
        "open files",
        `A process may open ${soft} files, and every connection is one.`,
        `Raise the limit: ulimit -n 65536, or LimitNOFILE=65536 in the unit.`,
      )
    : ok("open files", `up to ${soft}`);
}

/** Read-ahead beyond which a cold registry reads much that is not needed: Linux's own default, in KB. */
const USUAL_READ_AHEAD_KB = 128;

/**
 * Checks how much the disk of the registry reads ahead. A server tells the kernel to read no further than asked, but
 * not while it loads a registry, and other programs do not. A registry that fits into half of the memory stays there.
 */
export function checkReadAhead({ dataDir, registry, versions }: FolderReport): Finding | undefined {
  const disk = registry === null ? undefined : diskOf(join(dataDir, registry.file));
  if (disk === undefined) {
    return undefined;
  }
  const { path, readAheadKb } = disk;
  const isInMemory = currentBytes(versions) < memoryLimit() / 2;
  return readAheadKb > USUAL_READ_AHEAD_KB && !isInMemory
    ? warning(
        "read-ahead",
        `The disk of ${dataDir} reads ${readAheadKb} KB ahead: with less memory than the registry needs, requests wait for it.`,
        `Set ${USUAL_READ_AHEAD_KB}: echo ${USUAL_READ_AHEAD_KB} | sudo tee ${path}, and at each start (docs/troubleshooting.md#read-ahead).`,
      )
    : ok("read-ahead", `${readAheadKb} KB`);
}

/** Returns the read-ahead of the disk that a file is on; undefined where the system does not tell. */
function diskOf(file: string): { readonly path: string; readonly readAheadKb: number } | undefined {
  const device = statOf(file)?.dev;
  if (device === undefined || process.platform !== "linux") {
    return undefined;
  }
  // As makedev() of glibc joins them.
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  const block = `/sys/dev/block/${major}:${minor}`;
  // A partition has the queue of its disk.
  const path = [`${block}/queue/read_ahead_kb`, `${block}/../queue/read_ahead_kb`].find(existsSync);
  const readAheadKb = path === undefined ? Number.NaN : Number.parseInt(readText(path), 10);
  return path === undefined || Number.isNaN(readAheadKb)
    ? undefined
    : { path: realpathSync(path), readAheadKb };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Checks that only this user may write the files that a server writes. */
export function checkPermissions(dataDir: string, adminTokenPath: string): Finding[] {
  const findings = [
    ...checkAccess(dataDir),
    ...checkExposure(dataDir, adminTokenPath),
    ...checkDrafts(dataDir),
  ];
  return findings.length > 0 ? findings : [ok("permissions", "files of the data folder")];
}

function checkAccess(dataDir: string): Finding[] {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const remedy = "Run baken as the owner of the folder, or give the folder to its user with chown -R.";
    return [error("permissions", `This user cannot write to ${dataDir}: ${messageOf(cause)}.`, remedy)];
  }
  const { uid } = statSync(dataDir);
  const foreign = readdirSync(dataDir).filter((name) => statOf(join(dataDir, name))?.uid !== uid);
  if (foreign.length === 0) {
    return [];
  }
  const text = `${foreign.slice(0, 5).join(", ")} in ${dataDir} belong to another user than the folder.`;
  const remedy = `A server that runs as the folder's owner may not write them: chown -R ${uid} ${dataDir}`;
  return [error("permissions", text, remedy)];
}

function checkExposure(dataDir: string, adminTokenPath: string): Finding[] {
  const accounts = join(dataDir, "accounts.db");
  return [
    ...((statOf(dataDir)?.mode ?? 0) & 0o002
      ? [error("permissions", `Every user may write to ${dataDir}.`, `chmod o-w ${dataDir}`)]
      : []),
    ...((statOf(accounts)?.mode ?? 0) & 0o007
      ? [
          warning(
            "permissions",
            `Every user of this machine may read ${accounts}: names, addresses and use of keys, no tokens.`,
            `chmod o= ${accounts}`,
          ),
        ]
      : []),
    ...((statOf(adminTokenPath)?.mode ?? 0) & 0o077
      ? [failure("token_exposed", { values: { path: adminTokenPath } })]
      : []),
  ];
}

/** Finds leftovers of killed commands that no later command removes. */
function checkDrafts(dataDir: string): Finding[] {
  const drafts = readdirSync(dataDir).filter(
    (name) => name.includes(".restore-") && name.endsWith(DRAFT_SUFFIX),
  );
  return drafts.map((name) =>
    warning("permissions", `${name} was left by a restore that was killed.`, `rm -r ${join(dataDir, name)}`),
  );
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
