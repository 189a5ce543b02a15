/** Makes artefacts for this machine, as `npm run release` does. */
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };

const REPOSITORY = join(import.meta.dir, "../../..");
export const VERSION: string = packageJson.version;
/** Platform of this machine by the name of releases. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** Makes artefacts into a folder; throws an Error with the messages when it fails. */
export function makeRelease(dist: string, ...artefacts: readonly string[]): void {
  const options = ["--platform", PLATFORM, ...artefacts.flatMap((name) => ["--artefact", name])];
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, join(REPOSITORY, "release/main.ts"), ...options, "--out", dist],
    { cwd: REPOSITORY, stdout: "ignore" },
  );
  if (exitCode !== 0) {
    throw new Error(`the release failed: ${stderr}`);
  }
}
