/** The program as every artefact contains it: entries, chunks, and the files that it reads. */
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUNDLED_FILES } from "../src/base/program-files.ts";
import { buildId } from "../src/base/version.ts";
import { serializeAssets } from "../src/pages/kit/server/assets.ts";
import { CLIENT_PACKAGE } from "../src/pages/reference/server/client-package.ts";
import { packClient } from "./client/build-client.ts";

export const REPOSITORY = join(import.meta.dir, "..");
const SRC = join(REPOSITORY, "src");
/** Calls of threadUrl and programFile, whose argument is a text, or a template that may name several files. */
const THREAD = /\bthreadUrl\("([^"]+)"/g;
const FILE = /\bprogramFile\(["`]([^"`]+)["`]\)/g;

export interface Program {
  /** Folder of the files that the program reads. It must be next to the chunks, under its own name. */
  readonly files: string;
  /** Options of Bun.build that executables and the npm package share. */
  readonly build: Pick<
    Bun.BuildConfig,
    "define" | "entrypoints" | "format" | "minify" | "root" | "splitting" | "target"
  >;
}

/** Collects into `folder` what the program reads, builds the scripts of its pages, and lists its entries. */
export async function prepareProgram(folder: string): Promise<Program> {
  const files = join(folder, BUNDLED_FILES);
  const sources = listSources().map((file) => readFileSync(join(SRC, file), "utf8"));
  for (const path of findCalls(sources, FILE).flatMap(expandTemplate)) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    cpSync(join(REPOSITORY, path), join(files, path));
  }
  for (const [path, bytes] of await serializeAssets()) {
    writeFileSync(join(files, path), bytes);
  }
  renameSync(await packClient(files), join(files, CLIENT_PACKAGE));
  const entries = ["main.ts", ...findCalls(sources, THREAD)];
  return {
    files,
    build: {
      entrypoints: entries.map((entry) => join(SRC, entry)),
      root: SRC,
      target: "bun",
      format: "esm",
      splitting: true,
      minify: true,
      define: { BAKEN_BUILD_ID: JSON.stringify(buildId()) },
    },
  };
}

function listSources(): string[] {
  return globSync("**/*.ts", { cwd: SRC }).filter((file) => !file.endsWith(".test.ts"));
}

function findCalls(sources: readonly string[], call: RegExp): string[] {
  const paths = sources.flatMap((source) => Array.from(source.matchAll(call), ([, path]) => path!));
  return [...new Set(paths)].sort();
}

/** Returns the files that a template names, any text in place of `${…}`. Throws an Error when there is none. */
function expandTemplate(path: string): string[] {
  const found = globSync(path.replaceAll(/\$\{[^}]+\}/g, "*"), { cwd: REPOSITORY }).sort();
  if (found.length === 0) {
    throw new Error(`The sources read ${path}, which does not exist.`);
  }
  return found;
}
