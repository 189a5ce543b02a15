/** Runs commands of baken on a separate file system, as small as needed, which disappears with the process. */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { printSkipped } from "../extracts/reference-files.ts";
import { BAKEN } from "./baken-process.ts";

/** Command that permits mounts: as root, or in a user namespace. */
const unshare = [
  ["unshare", "-m"],
  ["unshare", "-rm"],
].find((command) => Bun.spawnSync([...command, "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).success);

/** Returns true when disks can be made here; reports the skipped tests when they cannot. */
export function canMountDisks(tests: string): boolean {
  if (unshare === undefined) {
    printSkipped(`${tests}: mounting a tmpfs is not permitted`);
  }
  return unshare !== undefined;
}

/** Returns the words before a command that give it a small disk at `mount`, with a copy of the data folder. */
export function onSmallDisk({ sizeBytes, mount, dataDir }: SmallDisk): string[] {
  mkdirSync(mount, { recursive: true });
  const script = `mount -t tmpfs -o size=${sizeBytes} tmpfs "${mount}" && cp -a "${dataDir}/." "${mount}" && exec "$@"`;
  return inMountSpace(script);
}

/** Returns the words before a command that run it by a script whose mounts no other process sees. */
export function inMountSpace(script: string): string[] {
  return [...unshare!, "sh", "-c", script, "sh"];
}

/**
 * Returns the words before a command that give it a disk as `onSmallDisk` does, but in a file, so that the contents
 * take no memory of a control group. Returns undefined where that is not permitted.
 */
export function onDiskInFile({ sizeBytes, mount, dataDir }: SmallDisk): string[] | undefined {
  mkdirSync(mount, { recursive: true });
  const image = `${mount}.image`;
  const make = `truncate -s ${sizeBytes} "${image}" && mkfs.ext4 -qF "${image}"`;
  const use = `mount -o loop "${image}" "${mount}" && rm "${image}"`;
  const command = ["unshare", "-m", "sh", "-c"];
  if (!Bun.spawnSync([...command, `${make} && ${use}`]).success) {
    return undefined;
  }
  return [...command, `${make} && ${use} && cp -a "${dataDir}/." "${mount}" && exec "$@"`, "sh"];
}

export interface SmallDisk {
  readonly sizeBytes: number;
  /** Mount point, for this command only. */
  readonly mount: string;
  /** Data folder that is copied to the disk. */
  readonly dataDir: string;
  /** Shell lines that prepare the disk. */
  readonly prepare?: string | undefined;
}

/**
 * Runs baken on the copy; returns its last message; its output, its exit code, and the changed files or `same`; the
 * bytes that are free at the end.
 */
export function runOnDisk({ sizeBytes, mount, dataDir, prepare = ":" }: SmallDisk, args: readonly string[]) {
  mkdirSync(mount, { recursive: true });
  const script = `
    mount -t tmpfs -o size=${sizeBytes} tmpfs "${mount}" && cp -a "${dataDir}/." "${mount}" || exit 9
    ${prepare}
    "${BAKEN}" ${args.map((word) => `"${word}"`).join(" ")} --data "${mount}"
    echo "exit $?"
    echo "free $(df -B1 --output=avail "${mount}" | tail -1)"
    diff -r -x ".failed-*" "${dataDir}" "${mount}" && echo same`;
  const run = Bun.spawnSync([...unshare!, "sh", "-c", script]);
  const [, freeBytes = ""] = /^free +(\d+)\n/m.exec(run.stdout.toString()) ?? [];
  const stdout = run.stdout.toString().replace(/^free .*\n/m, "");
  return {
    stdout,
    freeBytes: Number(freeBytes),
    message: run.stderr.toString().trimEnd().split("\n").at(-1)!,
  };
}
