/**
 * The program as a release compiles it, with names of the sources in messages and stacks: an executable holds the
 * compiled form of the code, so that it starts with half the processor time of a bundle and a third of the sources'.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeOnce } from "../countries/shared-countries.ts";

const REPOSITORY = join(import.meta.dir, "../../..");
/** Key of what makes the program, besides the sources of baken. */
const MAKER = Bun.hash(
  ["release/program.ts", "release/executable.ts", "baken", "test/support/servers/bundled-program.ts"]
    .map((path) => readFileSync(join(REPOSITORY, path), "utf8"))
    .join(""),
);

/** Returns the launcher `./baken` with the executable in place of Bun and the sources. */
function launcherOf(executable: string): string {
  const launcher = readFileSync(join(REPOSITORY, "baken"), "utf8");
  const findsBun = /^bun=\n[\s\S]*?^done\n/m;
  const runsSources = /^# Without both options .*\nexec .*$/m;
  return launcher.replace(findsBun, `bun="$home/${executable}"\n`).replace(runsSources, 'exec "$bun" "$@"');
}

/** Returns the path of the program of these sources, made once for all test files. */
export async function bundledProgram(): Promise<string> {
  const folder = await makeOnce(`program-${MAKER}`, async (draft) => {
    const { prepareProgram } = await import("../../../release/program.ts");
    const { compileExecutable } = await import("../../../release/executable.ts");
    const collected = join(draft, "program");
    const { build, files } = await prepareProgram(collected);
    const readable = { ...build, minify: { whitespace: true, syntax: true } };
    const platform = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
    await compileExecutable({ files, build: readable }, platform, draft);
    rmSync(collected, { recursive: true });
    writeFileSync(join(draft, "baken"), launcherOf(`${platform}/baken`), { mode: 0o755 });
    // Servers of other users read it too.
    chmodSync(draft, 0o755);
  });
  return join(folder, "baken");
}
