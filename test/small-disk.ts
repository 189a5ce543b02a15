/** Commands of baken on a file system of their own, which is as small as wanted and goes with the process. */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { BAKEN } from "./baken-process.ts";
import { printSkipped } from "./reference-files.ts";

/** Mounts are permitted to root, or in a user namespace. */
const unshare = [
  ["unshare", "-m"],
  ["unshare", "-rm"],
].find((command) => Bun.spawnSync([...command, "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).success);

/** Whether disks can be made here; says so where they cannot. */
export function canMakeDisks(tests: string): boolean {
  if (unshare === undefined) printSkipped(`${tests}: mounting a tmpfs is not permitted`);
  return unshare !== undefined;
}

export interface SmallDisk {
  readonly sizeBytes: number;
  /** Where it is mounted, for this command only. */
  readonly mount: string;
  /** Copied there. */
  readonly dataDir: string;
  /** Shell lines that ready it. */
  readonly then?: string | undefined;
}

/** Runs baken on the copy; gives its last message, what it prints, its exit code, and what it changed or `same`. */
export function runOnDisk({ sizeBytes, mount, dataDir, then = ":" }: SmallDisk, args: readonly string[]) {
  mkdirSync(mount, { recursive: true });
  const script = `
    mount -t tmpfs -o size=${sizeBytes} tmpfs "${mount}" && cp -a "${dataDir}/." "${mount}" || exit 9
    ${then}
    "${BAKEN}" ${args.map((word) => `"${word}"`).join(" ")} --data "${mount}"
    echo "exit $?"
    diff -r "${dataDir}" "${mount}" && echo same`;
  const run = Bun.spawnSync([...unshare!, "sh", "-c", script]);
  return { stdout: run.stdout.toString(), message: run.stderr.toString().trimEnd().split("\n").at(-1)! };
}
