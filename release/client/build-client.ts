/**
 * Builds the client for JavaScript: `client.js` and `client.d.ts`, which import nothing. They are the subpath
 * `baken/client` of the npm package, and a package of their own, `baken-client`, that brings no server along.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** Lines of the declarations that lead to the printed types, which the build puts into the same file. */
const TYPE_IMPORTS = /^(import|export) type .* from "\.\/endpoint-types\.ts";\n/gm;

/** Value in `exports` of the package.json of a package that has the client's files in this folder. */
export function clientExports(folder: string) {
  return { types: `${folder}/client.d.ts`, default: `${folder}/client.js` };
}

/** Writes `client.js` and `client.d.ts` into the folder. Throws an Error with the compiler's output when it fails. */
export async function buildClient(folder: string): Promise<void> {
  const compiled = mkdtempSync(join(tmpdir(), "baken-client-"));
  try {
    await run([
      process.execPath,
      join(ROOT, "node_modules/typescript/bin/tsc"),
      ...["--project", join(import.meta.dir, "tsconfig.json"), "--outDir", compiled],
    ]);
    const declarations = readFileSync(join(compiled, "client.d.ts"), "utf8");
    if (declarations.match(TYPE_IMPORTS)?.length !== 2) {
      throw new Error("The client's declarations do not import and export the printed types as expected.");
    }
    const printed = readFileSync(join(compiled, "endpoint-types.d.ts"), "utf8");
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(compiled, "client.js"), join(folder, "client.js"));
    writeFileSync(join(folder, "client.d.ts"), declarations.replaceAll(TYPE_IMPORTS, "") + printed);
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

/** Writes the package `baken-client` into the folder, ready for `npm pack` or `npm publish`. */
export async function buildClientPackage(folder: string): Promise<void> {
  const { version, license, engines } = await Bun.file(join(ROOT, "package.json")).json();
  await buildClient(folder);
  const manifest = {
    name: "baken-client",
    version,
    description: "Typed client of baken, the server of Dutch addresses. No dependencies.",
    license,
    type: "module",
    sideEffects: false,
    engines,
    exports: { ".": clientExports("."), "./package.json": "./package.json" },
    files: ["client.js", "client.d.ts"],
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  copyFileSync(join(import.meta.dir, "README.md"), join(folder, "README.md"));
}

/** Writes `baken-client-X.tgz` into the folder and returns its path; two runs give equal bytes. */
export async function packClient(folder: string): Promise<string> {
  const source = mkdtempSync(join(tmpdir(), "baken-client-"));
  try {
    await buildClientPackage(source);
    mkdirSync(folder, { recursive: true });
    const output = await run(["npm", "pack", source, "--pack-destination", folder, "--silent"]);
    return join(folder, output.trim().split("\n").at(-1)!);
  } finally {
    rmSync(source, { recursive: true });
  }
}

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [output, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) {
    throw new Error(`${command.join(" ")} failed: ${output}${faults}`);
  }
  return output;
}

if (import.meta.main) {
  process.stdout.write(`${await packClient(process.argv[2] ?? join(ROOT, "dist"))}\n`);
}
