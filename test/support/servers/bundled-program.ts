/** The program as the npm package holds it, which starts with half the processor time that the sources take. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeOnce } from "../countries/shared-countries.ts";

const REPOSITORY = join(import.meta.dir, "../../..");
/** Key of what makes the bundle, besides the sources of baken. */
const MAKER = Bun.hash(
  ["../../../release/program.ts", "../../../baken", "bundled-program.ts"].map(readBeside).join(""),
);

function readBeside(file: string): string {
  return readFileSync(join(import.meta.dir, file), "utf8");
}

/** Returns the launcher `./baken` with another program, and with the Bun that runs the tests. */
function launcherOf(program: string): string {
  const launcher = readFileSync(join(REPOSITORY, "baken"), "utf8");
  const findsBun = /^bun=\n[\s\S]*?^done\n/m;
  return launcher
    .replace(findsBun, `bun="${process.execPath}"\n`)
    .replace('"$home/src/main.ts"', `"$home/${program}"`);
}

/** Returns the path of the bundled program of these sources, made once for all test files. */
export async function bundledProgram(): Promise<string> {
  const folder = await makeOnce(`program-${MAKER}`, async (draft) => {
    const { prepareProgram } = await import("../../../release/program.ts");
    const { build, files } = await prepareProgram(draft);
    const outdir = join(draft, "bundle");
    // Names in messages and stacks stay those of the sources.
    const { success, logs } = await Bun.build({
      ...build,
      outdir,
      minify: { whitespace: true, syntax: true },
    });
    if (!success) {
      throw new Error(`the program cannot be bundled: ${logs.join("; ")}`);
    }
    cpSync(files, join(outdir, "files"), { recursive: true });
    writeFileSync(join(draft, "baken"), launcherOf("bundle/main.js"), { mode: 0o755 });
    // Servers of other users read it too.
    chmodSync(draft, 0o755);
  });
  return join(folder, "baken");
}
