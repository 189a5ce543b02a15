/** Debian packages of a program, in a machine. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { packDeb } from "../../../release/debian/deb.ts";
import type { BootedMachine } from "./booted-machine.ts";

/** Seconds since 1970 of the files in the packages. */
const EPOCH = 1_790_000_000;

/** Puts the package of a version into the machine: /root/baken-<version>.deb. `folder` receives it too. */
export async function packInto(
  { root }: BootedMachine,
  { executable, version, folder }: { executable: string; version: string; folder: string },
): Promise<void> {
  const fast = { compression: ["-Znone"], epochSeconds: EPOCH, arch: "amd64" };
  const deb = await packDeb({ executable, version, dist: folder, ...fast });
  copyFileSync(join(folder, deb), join(root, "root", `baken-${version}.deb`));
}
