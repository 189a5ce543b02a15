/** The SBOM: what npm says about the locked packages, in CycloneDX, without what changes from run to run. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";
import { runProgram } from "./run-program.ts";

interface CycloneDx {
  serialNumber: string;
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
  sbom.serialNumber = "";
  sbom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(sbom))}`;
  const file = `baken-${version}.cdx.json`;
  writeFileSync(join(dist, file), `${JSON.stringify(sbom, null, 2)}\n`);
  return [file];
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
