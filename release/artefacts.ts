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

/** Programs of the system that an artefact needs, and the package of Debian that has each. */
const PROGRAMS: Partial<Record<ArtefactName, Readonly<Record<string, string>>>> = {
  container: { buildah: "buildah", tar: "tar", ldd: "libc-bin" },
  deb: { "dpkg-deb": "dpkg" },
};

/** Returns a sentence that says why an artefact cannot be made on this machine; undefined when it can. */
export function faultOfMachine(artefacts: readonly ArtefactName[]): string | undefined {
  for (const artefact of artefacts) {
    const programs = Object.entries(PROGRAMS[artefact] ?? {});
    const missing = programs.find(([name]) => Bun.which(name) === null);
    if (missing !== undefined) {
      const [name, debianPackage] = missing;
      const others = Object.keys(ARTEFACTS).filter((each) => each !== artefact);
      return `The artefact ${artefact} needs ${name}: apt-get install ${debianPackage}. To leave it out: npm run release -- ${others.map((each) => `--artefact ${each}`).join(" ")}`;
    }
  }
  return undefined;
}
