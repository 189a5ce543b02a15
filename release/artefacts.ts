/** The artefacts of a release. A new one is a maker and its line in ARTEFACTS. */
import { basename } from "node:path";
import { writeChangelog } from "./changelog.ts";
import { packClient } from "./client/build-client.ts";
import { packContainer } from "./container-image.ts";
import { packDebs } from "./debian/deb.ts";
import { packExecutables } from "./executable-archives.ts";
import { packNpm } from "./npm-package.ts";
import type { PlatformName } from "./platforms.ts";
import type { Program } from "./program.ts";
import { writeSbom } from "./sbom.ts";

/** What makers of artefacts are given. */
export interface Release {
  /** Version of package.json, the only place that states it. */
  readonly version: string;
  /** Folder that receives the artefacts. */
  readonly dist: string;
  /** Folder for what is on the way, removed in the end. */
  readonly work: string;
  readonly program: Program;
  /** Path of the executable of each platform of this release, in `dist/executables/<platform>/`. */
  readonly executables: ReadonlyMap<PlatformName, string>;
  /** Time that archives state for their files, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** Makes an artefact; returns the names of its files in `dist`, none when no platform of the release needs it. */
export type MakeArtefact = (release: Release) => readonly string[] | Promise<readonly string[]>;

export const ARTEFACTS = {
  executables: packExecutables,
  npm: packNpm,
  client: async ({ dist }) => [basename(await packClient(dist))],
  container: packContainer,
  sbom: writeSbom,
  changelog: writeChangelog,
  deb: packDebs,
} as const satisfies Record<string, MakeArtefact>;
export type ArtefactName = keyof typeof ARTEFACTS;
