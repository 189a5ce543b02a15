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

export interface SmallDisk {
  readonly sizeBytes: number;
  /** Mount point, for this command only. */
  readonly mount: string;
  /** Data folder that is copied to the disk. */
  readonly dataDir: string;
  /** Shell lines that prepare the disk. */
  readonly prepare?: string | undefined;
}

/** Runs baken on the copy; returns its last message, its output, its exit code, and the changed files or `same`. */
export function runOnDisk({ sizeBytes, mount, dataDir, prepare = ":" }: SmallDisk, args: readonly string[]) {
  mkdirSync(mount, { recursive: true });
  const script = `
    mount -t tmpfs -o size=${sizeBytes} tmpfs "${mount}" && cp -a "${dataDir}/." "${mount}" || exit 9
    ${prepare}
    "${BAKEN}" ${args.map((word) => `"${word}"`).join(" ")} --data "${mount}"
    echo "exit $?"
    diff -r "${dataDir}" "${mount}" && echo same`;
  const run = Bun.spawnSync([...unshare!, "sh", "-c", script]);
  return { stdout: run.stdout.toString(), message: run.stderr.toString().trimEnd().split("\n").at(-1)! };
}
