/**
 * The program after a change of the registry's schema: a copy of this program whose declared schema number is one
 * higher.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../../../src/registry/schema/schema.ts";

export const NEWER_SCHEMA = SCHEMA_VERSION + 1;

export interface NewerProgram {
  /** Path of its launcher. */
  readonly baken: string;
  remove(): void;
}

/** Copies the program from its sources; neither its history nor a network is needed. */
export function makeNewerProgram(): NewerProgram {
  const home = join(import.meta.dir, "../../..");
  const copy = mkdtempSync(join(tmpdir(), "baken-newer-"));
  for (const name of ["baken", "package.json", "tsconfig.json", "src", "docs"]) {
    cpSync(join(home, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(home, "node_modules"), join(copy, "node_modules"));
  const path = join(copy, "src/registry/schema/schema.ts");
  const source = readFileSync(path, "utf8");
  const changed = source.replace(
    `export const SCHEMA_VERSION = ${SCHEMA_VERSION};`,
    `export const SCHEMA_VERSION = ${NEWER_SCHEMA};`,
  );
  if (changed === source) {
    throw new Error(`${path} declares no SCHEMA_VERSION as a number`);
  }
  writeFileSync(path, changed);
  return { baken: join(copy, "baken"), remove: () => rmSync(copy, { recursive: true }) };
}
