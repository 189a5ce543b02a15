/** Version of this program and the build id of its sources. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { BUNDLED_BUILD_ID } from "./program-files.ts";

const ROOT = join(import.meta.dir, "../..");
const ID_LENGTH = 12;

let cachedId: string | undefined;

/**
 * Returns the build id: a hash of the sources and of package.json, which pins the dependencies. The same sources give
 * the same id on every thread and machine, bundled or not; a release that forgets to raise its version still gets a new
 * one. Computed once for each thread.
 */
export function buildId(): string {
  cachedId ??= BUNDLED_BUILD_ID ?? hashSources(ROOT);
  return cachedId;
}

/**
 * Returns the first hexadecimal digits of a SHA-256 over package.json and every file below `src` except tests,
 * ordered by relative path.
 */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const path of listSources(root)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, ID_LENGTH);
}

function listSources(root: string): string[] {
  const entries = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  return ["package.json", ...paths.map((path) => path.replaceAll("\\", "/")).sort()];
}

/** Version of the software, apart from the interface's `v1` and from the date of the data. */
export const SOFTWARE_VERSION: string = packageJson.version;
