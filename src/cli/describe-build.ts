/** Tells which build of the software this is. */
import { buildId, SOFTWARE_VERSION } from "../base/version.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";

/** What `baken --version --json` prints; `schema` is that of the registries which this build reads and writes. */
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
