/** Writes the files of a package below a folder, with modes and times that do not depend on the machine. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A file of the package: its text or bytes, or the path of the file to copy. */
export interface PackageFile {
  /** Path below the root, without a leading slash. */
  readonly path: string;
  readonly content: string | Uint8Array | { readonly copyOf: string };
  readonly mode?: number;
}

/** Writes the files; returns their size in KiB, each rounded up, as Debian counts installed sizes. */
export function writeTree(root: string, files: readonly PackageFile[], epochSeconds: number): number {
  let installedKiB = 0;
  for (const { path, content, mode = 0o644 } of files) {
    const target = join(root, path);
    makeFolders(root, dirname(path));
    if (typeof content === "string" || content instanceof Uint8Array) {
      writeFileSync(target, content);
    } else {
      copyFileSync(content.copyOf, target);
    }
    chmodSync(target, mode);
    installedKiB += Math.ceil(statSync(target).size / 1024);
  }
  setTimes(root, epochSeconds);
  return installedKiB;
}

/** Makes folders that all users may read, whatever the umask. */
function makeFolders(root: string, folder: string): void {
  let path = root;
  chmodSync(path, 0o755);
  for (const name of folder.split("/")) {
    path = join(path, name);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
  }
}

function setTimes(root: string, epochSeconds: number): void {
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(root, name), epochSeconds, epochSeconds);
  }
  utimesSync(root, epochSeconds, epochSeconds);
}
