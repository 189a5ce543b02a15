/** Debian packages: the executable as a service with its user, units, settings and manual pages. Needs dpkg-deb. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlatformName } from "../platforms.ts";
import type { Release } from "../release.ts";
import { runProgram } from "../run-program.ts";
import { controlFiles, packageFiles } from "./package-files.ts";
import { writeTree } from "./write-tree.ts";

/** Architectures of Debian by platform; Debian's C library is glibc. */
const ARCHITECTURES: Partial<Record<PlatformName, string>> = { "linux-x64": "amd64", "linux-arm64": "arm64" };

export interface DebOptions {
  /** Path of the executable. */
  readonly executable: string;
  /** Debian's name of its architecture. */
  readonly arch: string;
  readonly version: string;
  /** Folder that receives the package. */
  readonly dist: string;
  /** Time of every file in the package, in seconds since 1970. */
  readonly epochSeconds: number;
  /** Arguments of dpkg-deb. Default: xz, which every dpkg and lintian reads; it takes most of a minute. */
  readonly compression?: readonly string[];
}

/** Makes the package of each platform that has Debian; returns their names. */
export async function packDebs({ version, dist, executables, epochSeconds }: Release): Promise<string[]> {
  const names: string[] = [];
  for (const [platform, executable] of executables) {
    const arch = ARCHITECTURES[platform];
    if (arch !== undefined) {
      names.push(await packDeb({ executable, arch, version, dist, epochSeconds }));
    }
  }
  return names;
}

/** Makes the package of one architecture; returns its name. Equal options give equal bytes. */
export async function packDeb(options: DebOptions): Promise<string> {
  const { arch, dist, epochSeconds, version, compression = ["-Zxz"] } = options;
  const name = `baken_${version}_${arch}.deb`;
  const tree = mkdtempSync(join(tmpdir(), "baken-deb-"));
  try {
    const files = await packageFiles(options);
    const installedKiB = writeTree(tree, files, epochSeconds);
    writeTree(tree, controlFiles({ version, arch, installedKiB, files }), epochSeconds);
    runProgram(["dpkg-deb", "--root-owner-group", ...compression, "--build", tree, join(dist, name)], {
      env: { SOURCE_DATE_EPOCH: String(epochSeconds) },
    });
    return name;
  } finally {
    rmSync(tree, { recursive: true });
  }
}
