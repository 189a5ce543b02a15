/** The executable of this machine's platform, as a release makes it. */
import { join } from "node:path";
import { compileExecutable } from "../../../release/executable.ts";
import { prepareProgram } from "../../../release/program.ts";

/** Compiles it below `folder`; returns its path. */
export async function compileForThisMachine(folder: string): Promise<string> {
  const program = await prepareProgram(join(folder, "program"));
  const platform = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
  return await compileExecutable(program, platform, join(folder, "executables"));
}
