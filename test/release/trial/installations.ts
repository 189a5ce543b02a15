/** Installs each artefact of a release in the root folder of an empty machine. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runProgram } from "../../../release/run-program.ts";
import { inRoot, makeDebianRoot } from "../../support/machines/debian-root.ts";
import type { Installation } from "./walk.ts";

const NODE = resolve(import.meta.dir, "../../../node_modules/node/bin/node");
/** User of the container image, which has no name there. */
const CONTAINER_USER = "65532:65532";

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
  { name: "container", file: /oci.*amd64.*\.tar$|x64.*oci.*\.tar$|container.*\.tar$/, install: unpackImage },
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

interface Manifest {
  readonly layers: readonly { readonly digest: string }[];
  readonly config: { readonly digest: string };
}

/** Unpacks an OCI archive, whose layers are all that the machine has. */
function unpackImage(file: string): Installation {
  const [archive, root] = [
    mkdtempSync(join(tmpdir(), "baken-image-")),
    mkdtempSync(join(tmpdir(), "baken-machine-")),
  ];
  runProgram(["tar", "--extract", "--file", file, "--directory", archive]);
  const blob = (digest: string) => join(archive, "blobs", ...digest.split(":"));
  const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));
  const index = readJson<{ manifests: { digest: string }[] }>(join(archive, "index.json"));
  const manifest = readJson<Manifest>(blob(index.manifests[0]!.digest));
  for (const { digest } of manifest.layers) {
    runProgram(["tar", "--extract", "--file", blob(digest), "--directory", root]);
  }
  const { config } = readJson<{ config: { Entrypoint: string[] } }>(blob(manifest.config.digest));
  chmodSync(root, 0o755);
  for (const folder of ["proc", "srv", "srv/walk"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  chmodSync(join(root, "srv/walk"), 0o777);
  return runsIn(root, config.Entrypoint, CONTAINER_USER);
}

/** Returns the total size in MB of what an installation added, given as the files of a folder or one file. */
export function sizeInMB(path: string): string {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  const bytes = files.reduce((sum, name) => sum + statSync(name).size, 0);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
