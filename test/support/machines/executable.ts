/** The executable of this machine's platform, as a release makes it. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { REPOSITORY } from "../../../release/program.ts";
import { SCHEMA_VERSION } from "../../../src/registry/schema/schema.ts";

const SCHEMA_FILE = "src/registry/schema/schema.ts";
/** Folders that a release does not read. */
const LEFT_OUT = [".git", "node_modules", "dist", "test", "bench"];

/** Compiles the sources of a repository into `folder`; returns the executable's path. */
export async function compileForThisMachine(folder: string, repository = REPOSITORY): Promise<string> {
  const load = async (file: string) => await import(join(repository, "release", file));
  const program = await (await load("program.ts")).prepareProgram(join(folder, "program"));
  const platform = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
  return await (await load("executable.ts")).compileExecutable(
    program,
    platform,
    join(folder, "executables"),
  );
}

/** Compiles a version of this program whose registries have the next schema. */
export async function compileWithNextSchema(folder: string): Promise<string> {
  const copy = join(folder, "sources");
  const filter = (path: string) => !LEFT_OUT.includes(relative(REPOSITORY, path).split("/")[0]!);
  cpSync(REPOSITORY, copy, { recursive: true, filter });
  symlinkSync(join(REPOSITORY, "node_modules"), join(copy, "node_modules"));
  const text = readFileSync(join(copy, SCHEMA_FILE), "utf8");
  const now = `SCHEMA_VERSION = ${SCHEMA_VERSION};`;
  if (!text.includes(now)) {
    throw new Error(`${SCHEMA_FILE} does not contain ${now}`);
  }
  writeFileSync(join(copy, SCHEMA_FILE), text.replace(now, `SCHEMA_VERSION = ${SCHEMA_VERSION + 1};`));
  return await compileForThisMachine(join(folder, "next"), copy);
}
