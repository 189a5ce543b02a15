/** Installs each artefact of a release in the root folder of an empty machine. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runProgram } from "../../../release/run-program.ts";
import { inRoot, makeDebianRoot } from "../../support/machines/debian-root.ts";
import { type Installation, WALK_FOLDER } from "./walk.ts";

const NODE = resolve(import.meta.dir, "../../../node_modules/node/bin/node");

/** Installs a file; returns how baken runs then. */
export type Install = (file: string) => Installation;

/** Installers by a pattern of the files of a release. */
export const INSTALLERS: readonly {
  readonly name: string;
  readonly file: RegExp;
  readonly install: Install;
}[] = [
  { name: "executable", file: /-linux-x64\.tar\.gz$/, install: installExecutable },
  { name: "Debian package", file: /_amd64\.deb$/, install: installDeb },
  { name: "npm package", file: /^baken-[\d.]+\.tgz$/, install: installNpm },
  { name: "container", file: /-linux-x64-container\.tar\.gz$/, install: unpackImage },
];

function runsIn(root: string, program: readonly string[], user?: string): Installation {
  return { root, command: (args) => inRoot(root, [...program, ...args], user) };
}

function installExecutable(file: string): Installation {
  const root = makeDebianRoot();
  runProgram([
    "tar",
    "--extract",
    "--file",
    file,
    "--strip-components=1",
    "--directory",
    join(root, "usr/local/bin"),
  ]);
  return runsIn(root, ["/usr/local/bin/baken"]);
}

function installDeb(file: string): Installation {
  const root = makeDebianRoot();
  copyFileSync(file, join(root, "root/baken.deb"));
  runProgram(inRoot(root, ["dpkg", "--install", "/root/baken.deb"]));
  return runsIn(root, ["/usr/bin/baken"]);
}

/** npm runs here, since Debian's is old; the machine has only what it installed, and Node. */
function installNpm(file: string): Installation {
  const root = makeDebianRoot();
  runProgram([
    "npm",
    "install",
    "--global",
    "--no-audit",
    "--no-fund",
    "--prefix",
    join(root, "usr/local"),
    file,
  ]);
  copyFileSync(NODE, join(root, "usr/local/bin/node"));
  return runsIn(root, ["/usr/local/bin/baken"]);
}

/** Entry of `manifest.json` in a docker archive. */
interface ArchivedImage {
  readonly Config: string;
  readonly Layers: readonly string[];
}

/** Unpacks an image, whose layers are all that the machine has, and runs it as its configuration says. */
function unpackImage(file: string): Installation {
  const [archive, root] = [
    mkdtempSync(join(tmpdir(), "baken-image-")),
    mkdtempSync(join(tmpdir(), "baken-machine-")),
  ];
  runProgram(["tar", "--extract", "--file", file, "--directory", archive]);
  const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(archive, name), "utf8"));
  const [image] = readJson<ArchivedImage[]>("manifest.json");
  for (const layer of image!.Layers) {
    runProgram(["tar", "--extract", "--file", join(archive, layer), "--directory", root]);
  }
  const { config } = readJson<{ config: { Entrypoint: string[]; User: string } }>(image!.Config);
  rmSync(archive, { recursive: true });
  chmodSync(root, 0o755);
  mkdirSync(join(root, WALK_FOLDER), { recursive: true });
  chmodSync(join(root, WALK_FOLDER), 0o777);
  return runsIn(root, config.Entrypoint, config.User);
}

/** Returns the total size in MB of what an installation added, given as the files of a folder or one file. */
export function sizeInMB(path: string): string {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  const bytes = files.reduce((sum, name) => sum + statSync(name).size, 0);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
