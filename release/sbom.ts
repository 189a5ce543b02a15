/** The SBOM: locked packages, as npm lists them, and the data of others, in CycloneDX; the same from run to run. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";
import { runProgram } from "./run-program.ts";

/** Data of others that every artefact contains (NOTICE). */
const DATA = [
  {
    file: "src/import/sample/BAGGEM0457L-15102021.zip",
    version: "2021-10-15",
    supplier: "Kadaster",
    licence: "CC0-1.0",
  },
  {
    file: "src/import/companions/gemeenten-since-2009.csv",
    version: "2026-01-01",
    supplier: "CBS",
    licence: "CC-BY-4.0",
  },
  { file: "src/geo/rdcorr2018.bin", version: "2018", supplier: "NSGI", licence: "CC-BY-4.0" },
] as const;

interface CycloneDx {
  serialNumber: string;
  components: object[];
  readonly metadata: {
    timestamp: string;
    readonly component: { name: string; type: string; properties?: unknown };
  };
}

export function writeSbom({ version, dist, epochSeconds }: Release): string[] {
  const packages = ["npm", "sbom", "--omit=dev", "--package-lock-only", "--sbom-format=cyclonedx"];
  const sbom: CycloneDx = JSON.parse(
    new TextDecoder().decode(runProgram([...packages, "--sbom-type=application"], { cwd: REPOSITORY })),
  );
  // npm names the component after the folder, and marks it as never published.
  sbom.metadata.component.name = packageJson.name;
  delete sbom.metadata.component.properties;
  sbom.metadata.timestamp = new Date(epochSeconds * 1000).toISOString();
  sbom.components.push(...DATA.map(toComponent));
  sbom.serialNumber = "";
  sbom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(sbom))}`;
  const file = `baken-${version}.cdx.json`;
  writeFileSync(join(dist, file), `${JSON.stringify(sbom, null, 2)}\n`);
  return [file];
}

function toComponent({ file, version, supplier, licence }: (typeof DATA)[number]): object {
  const content = createHash("sha256")
    .update(readFileSync(join(REPOSITORY, file)))
    .digest("hex");
  return {
    type: "data",
    "bom-ref": file,
    name: file,
    version,
    supplier: { name: supplier },
    hashes: [{ alg: "SHA-256", content }],
    licenses: [{ license: { id: licence } }],
  };
}

/** Returns a UUID of version 8 (RFC 9562: of the maker's own design), the hash of a text. */
function uuidOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
