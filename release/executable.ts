/** One executable per platform: Bun's runtime, the program, and the files that it reads. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PLATFORMS, type PlatformName } from "./platforms.ts";
import type { Program } from "./program.ts";

/**
 * Compiles the executable of a platform and returns its path. The same sources and the same Bun give the same bytes.
 * The name of the file is part of these bytes, so each platform has a folder of its own.
 */
export async function compileExecutable(
  { build, files }: Program,
  platform: PlatformName,
  folder: string,
): Promise<string> {
  const { target, file } = PLATFORMS[platform];
  const outfile = join(folder, platform, file);
  mkdirSync(join(folder, platform), { recursive: true });
  await Bun.build({
    ...build,
    bytecode: true,
    compile: {
      target,
      outfile,
      assets: [files],
      // Otherwise Bun reads .env and runs the preloads of bunfig.toml, both in the working folder of the user.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  return outfile;
}
