/** The executable of each platform with its licences, as `baken-<version>-<platform>.tar.gz`. */
import { linkSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { packFiles } from "./archive.ts";
import { copyLicences } from "./licences.ts";
import type { Release } from "./release.ts";

export function packExecutables({ version, dist, work, executables, epochSeconds }: Release): string[] {
  return Array.from(executables, ([platform, executable]) => {
    const name = `baken-${version}-${platform}`;
    const folder = join(work, name);
    mkdirSync(folder);
    linkSync(executable, join(folder, basename(executable)));
    copyLicences(folder);
    packFiles(work, [name], epochSeconds, join(dist, `${name}.tar.gz`));
    return `${name}.tar.gz`;
  });
}
