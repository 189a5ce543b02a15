/** The artefacts of a release. A new one is a maker and its line in ARTEFACTS. */
import { basename } from "node:path";
import { writeChangelog } from "./changelog.ts";
import { packClient } from "./client/build-client.ts";
import { packContainer } from "./container-image.ts";
import { packDebs } from "./debian/deb.ts";
import { packExecutables } from "./executable-archives.ts";
import { packNpm } from "./npm-package.ts";
import type { MakeArtefact } from "./release.ts";
import { writeSbom } from "./sbom.ts";

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
