/** The container image: the build context in `dist/container`, and the archived image that buildah makes of it. */
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packFiles } from "./archive.ts";
import { copyLicences } from "./licences.ts";
import { REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";
import { runProgram } from "./run-program.ts";

/** Entry of `manifest.json` in a docker archive. */
interface ArchivedImage {
  readonly Config: string;
  readonly Layers: readonly string[];
}

interface ImageConfig {
  readonly config: { Hostname: string };
}

/** Returns the name and tag of the image, which the files of deploy/ name. */
export function imageTag(version: string): string {
  return `localhost/baken:${version}`;
}

const USER_ID = 65532;
const PASSWD = `root:x:0:0:root:/:/sbin/nologin\nbaken:x:${USER_ID}:${USER_ID}:baken:/data:/sbin/nologin\n`;
const GROUP = `root:x:0:\nbaken:x:${USER_ID}:\n`;
const LIBC_LICENCE = "/usr/share/doc/libc6/copyright";

/**
 * Makes the image for this machine's platform, whose libc it takes: `docker load` and `podman load` read the archive.
 * Needs buildah and root. Makes nothing when the release lacks this platform.
 */
export function packContainer(release: Release): string[] {
  const { version, dist, work, executables, epochSeconds } = release;
  const platform = `${process.platform}-${process.arch}` as const;
  const executable = executables.get(platform as never);
  if (executable === undefined || process.platform !== "linux") {
    return [];
  }
  const context = join(dist, "container");
  writeRoot(join(context, "root"), executable);
  mkdirSync(join(context, "data"));
  cpSync(join(REPOSITORY, "release/container/Containerfile"), join(context, "Containerfile"));
  const name = `baken-${version}-${platform}-container`;
  const folder = join(work, name);
  buildImage(context, folder, release);
  packFiles(folder, describeImage(folder), epochSeconds, join(dist, `${name}.tar.gz`));
  return [`${name}.tar.gz`];
}

function writeRoot(root: string, executable: string): void {
  const put = (from: string, to: string) => {
    mkdirSync(join(root, dirname(to)), { recursive: true });
    cpSync(from, join(root, to), { dereference: true });
  };
  put(executable, "usr/bin/baken");
  for (const library of listLibraries(executable)) {
    put(library, library);
  }
  for (const folder of ["etc", "proc", "tmp", "usr/share/doc/baken"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), PASSWD);
  writeFileSync(join(root, "etc/group"), GROUP);
  copyLicences(join(root, "usr/share/doc/baken"));
  if (existsSync(LIBC_LICENCE)) {
    put(LIBC_LICENCE, LIBC_LICENCE);
  }
}

/** Returns the paths of the shared libraries of an executable, and of their loader. */
function listLibraries(executable: string): string[] {
  const printed = new TextDecoder().decode(runProgram(["ldd", executable]));
  return Array.from(printed.matchAll(/(\/\S+) \(0x/g), ([, path]) => path!);
}

/** Builds the image without a registry, a daemon or storage of the machine, into the folder of a docker archive. */
function buildImage(context: string, folder: string, { version, work, epochSeconds }: Release): void {
  const storage = ["--storage-driver=vfs", `--root=${work}/storage`, `--runroot=${work}/run`];
  const tag = imageTag(version);
  const format = ["--format=docker", "--isolation=chroot", `--timestamp=${epochSeconds}`];
  const build = ["build", ...format, `--build-arg=VERSION=${version}`, `--tag=${tag}`, context];
  runProgram(["buildah", ...storage, ...build]);
  runProgram(["buildah", ...storage, "push", tag, `docker-archive:${folder}.tar:${tag}`]);
  mkdirSync(folder);
  runProgram(["tar", "--extract", `--file=${folder}.tar`, "--directory", folder]);
}

/**
 * Rewrites the description of an unpacked docker archive without the random ids of the build. Returns the names of the
 * files that the archive needs.
 */
function describeImage(folder: string): string[] {
  const [image]: ArchivedImage[] = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const config: ImageConfig = JSON.parse(readFileSync(join(folder, image!.Config), "utf8"));
  config.config.Hostname = "";
  // Without the values, JSON leaves both out.
  const text = JSON.stringify({ ...config, container: undefined, container_config: undefined });
  const name = `${createHash("sha256").update(text).digest("hex")}.json`;
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify([{ ...image, Config: name }]));
  return [...image!.Layers, name, "manifest.json"];
}
