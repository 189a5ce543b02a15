/** Names the build of the software. */
import { buildId, SOFTWARE_VERSION } from "../base/version.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";

/** Describes this build for `baken --version --json`; `schema` is the registry schema which it reads and writes. */
export function describeBuild() {
  const { platform, arch } = process;
  return {
    version: SOFTWARE_VERSION,
    build: buildId(),
    schema: SCHEMA_VERSION,
    bun: Bun.version,
    platform: `${platform}-${arch}`,
  };
}
