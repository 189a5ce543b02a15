/** Makes all artefacts of a release into one folder: `npm run release -- --help`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import { ARTEFACTS, type ArtefactName, faultOfMachine } from "./artefacts.ts";
import { renderChecksums } from "./checksums.ts";
import { compileExecutable } from "./executable.ts";
import { makeOutputFolder, ReleaseRefusal } from "./output-folder.ts";
import { PLATFORMS, type PlatformName } from "./platforms.ts";
import { prepareProgram, REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";
import { releaseTime } from "./release-time.ts";

const HELP = `npm run release -- [--platform NAME]… [--artefact NAME]… [--out DIR]
  --platform NAME   only this platform: ${Object.keys(PLATFORMS).join(", ")}
  --artefact NAME   only this artefact: ${Object.keys(ARTEFACTS).join(", ")}
  --out DIR         folder to write to, emptied when a release made it; ./dist by default`;

const { values } = parseArgs({
  options: {
    platform: { type: "string", multiple: true, default: Object.keys(PLATFORMS) },
    artefact: { type: "string", multiple: true, default: Object.keys(ARTEFACTS) },
    out: { type: "string", default: join(REPOSITORY, "dist") },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  print(HELP);
} else {
  try {
    await makeRelease(
      resolve(values.out),
      checkNames("platform", values.platform, PLATFORMS),
      checkNames("artefact", values.artefact, ARTEFACTS),
    );
  } catch (error) {
    if (!(error instanceof ReleaseRefusal)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function makeRelease(
  dist: string,
  platforms: readonly PlatformName[],
  artefacts: readonly ArtefactName[],
): Promise<void> {
  const fault = faultOfMachine(artefacts);
  if (fault !== undefined) {
    throw new ReleaseRefusal(fault);
  }
  makeOutputFolder(dist);
  const work = mkdtempSync(join(dist, "work-"));
  try {
    const program = await prepareProgram(join(work, "program"));
    const executables = new Map<PlatformName, string>();
    for (const platform of platforms) {
      executables.set(platform, await compileExecutable(program, platform, join(dist, "executables")));
      print(`executables/${platform}`);
    }
    const { version } = packageJson;
    const release: Release = { version, dist, work, program, executables, epochSeconds: releaseTime() };
    const files: string[] = [];
    for (const artefact of artefacts) {
      const made = await ARTEFACTS[artefact](release);
      made.forEach(print);
      files.push(...made);
    }
    writeFileSync(join(dist, "SHA256SUMS"), renderChecksums(dist, files));
  } finally {
    rmSync(work, { recursive: true });
  }
}

function checkNames<Name extends string>(
  option: string,
  given: readonly string[],
  known: Readonly<Record<Name, unknown>>,
): Name[] {
  const unknown = given.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw new ReleaseRefusal(`--${option} ${unknown} is none of: ${Object.keys(known).join(", ")}`);
  }
  return given as Name[];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
