import type { PlatformName } from "./platforms.ts";
import type { Program } from "./program.ts";

/** Given to the makers of artefacts. */
export interface Release {
  /** Version of package.json, the only place that states it. */
  readonly version: string;
  /** Folder that receives the artefacts. */
  readonly dist: string;
  /** Folder for intermediate files, removed in the end. */
  readonly work: string;
  readonly program: Program;
  /** Path of the executable of each platform of this release, in `dist/executables/<platform>/`. */
  readonly executables: ReadonlyMap<PlatformName, string>;
  /** Time that archives state for their files, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** Makes an artefact; returns the names of its files in `dist`, none when no platform of the release needs it. */
export type MakeArtefact = (release: Release) => readonly string[] | Promise<readonly string[]>;
