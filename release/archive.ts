/** Compressed archives whose bytes depend on their content only. */
import { renameSync, writeFileSync } from "node:fs";
import { runProgram } from "./run-program.ts";

const GZIP_LEVEL = 9;

/**
 * Writes files and folders of `parent` to a `.tar.gz`: by name, of root, and of the time `epochSeconds`. Needs GNU tar.
 */
export function packFiles(
  parent: string,
  names: readonly string[],
  epochSeconds: number,
  path: string,
): void {
  const ownership = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rw,go=rX,go-w"];
  const order = ["--format=ustar", "--sort=name", `--mtime=@${epochSeconds}`];
  const tar = runProgram(["tar", "--create", ...order, ...ownership, "--directory", parent, ...names]);
  writeFileSync(`${path}.draft`, Bun.gzipSync(tar, { library: "libdeflate", level: GZIP_LEVEL }));
  renameSync(`${path}.draft`, path);
}
