/**
 * Builds the JavaScript packages: `client.js` for a server, `static.js` for files on static hosts, and the form
 * component `form.js`, with their declarations. The scripts import nothing; the declarations import the records of
 * `client.d.ts`. They are the subpaths `baken/client…` of the npm package, and a package of their own without the
 * server: `baken-client`.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** Lines of the declarations that lead to the printed types, which the build puts into the same file. */
const TYPE_IMPORTS = /^(import|export) type .* from "\.\/endpoint-types\.ts";\n/gm;

/** Lines of the static client's declarations that refer to other files than the client. */
const STATIC_IMPORTS = /^(import|export) .* from "\.\/static-answers\.ts";\n/gm;
const CLIENT = join(ROOT, "src/http/client");
const FORM = join(ROOT, "src/pages/form/client");

/** Value in `exports` of the package.json of a package that has a client's files in this folder. */
export function clientExports(folder: string, name: "client" | "static" = "client") {
  return {
    import: { types: `${folder}/${name}.d.ts`, default: `${folder}/${name}.js` },
    require: { types: `${folder}/${name}.d.cts`, default: `${folder}/${name}.cjs` },
  };
}

/** Frameworks whose templates have types for the form component: `form/react.d.ts`. */
const FRAMEWORKS = ["react", "vue", "svelte"];

/** Values in `exports` for the form component, by subpath; it is for bundlers and browsers, which know no `require`. */
export function formExports(subpath: string, folder: string): Record<string, unknown> {
  const script = `${folder}/form.js`;
  const frameworks = FRAMEWORKS.map((name) => [
    `${subpath}/${name}`,
    { types: `${folder}/form/${name}.d.ts`, default: script },
  ]);
  return { [subpath]: { types: `${folder}/form.d.ts`, default: script }, ...Object.fromEntries(frameworks) };
}

/** Writes both clients and the form component into the folder. Throws an Error with the output of a failed compiler. */
export async function buildClient(folder: string): Promise<void> {
  const compiled = mkdtempSync(join(tmpdir(), "baken-client-"));
  try {
    await run([
      process.execPath,
      join(ROOT, "node_modules/typescript/bin/tsc"),
      ...["--project", join(import.meta.dir, "tsconfig.json"), "--outDir", compiled],
    ]);
    const output = join(compiled, "http/client");
    const declarations = readFileSync(join(output, "client.d.ts"), "utf8");
    if (declarations.match(TYPE_IMPORTS)?.length !== 2) {
      throw new Error("The client's declarations do not import and export the printed types as expected.");
    }
    const printed = readFileSync(join(output, "endpoint-types.d.ts"), "utf8");
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(output, "client.js"), join(folder, "client.js"));
    writeFileSync(join(folder, "client.d.ts"), declarations.replaceAll(TYPE_IMPORTS, "") + printed);
    await buildStaticClient(join(output, "static"), folder);
    await addCommonJs(folder);
    const types = readFileSync(join(compiled, "pages/form/client/component/public-types.d.ts"), "utf8");
    await buildForm(types, folder);
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

/** Writes both clients for programs that use `require`, with declarations of their own, as TypeScript wants them. */
async function addCommonJs(folder: string): Promise<void> {
  for (const name of ["client", "static"]) {
    const built = await Bun.build({
      entrypoints: [join(folder, `${name}.js`)],
      format: "cjs",
      target: "browser",
      // Comments would have the path of this folder.
      minify: true,
    });
    writeFileSync(join(folder, `${name}.cjs`), await built.outputs[0]!.text());
    const declarations = readFileSync(join(folder, `${name}.d.ts`), "utf8");
    writeFileSync(join(folder, `${name}.d.cts`), declarations.replaceAll('"./client.js"', '"./client.cjs"'));
  }
}

/** Bundles the static client into one file, and its declarations (parts in `compiled`) into another. */
async function buildStaticClient(compiled: string, folder: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(CLIENT, "static/static-client.ts")],
    target: "browser",
    minify: true,
  });
  writeFileSync(join(folder, "static.js"), await built.outputs[0]!.text());
  const read = (name: string) =>
    readFileSync(join(compiled, `${name}.d.ts`), "utf8").replaceAll(STATIC_IMPORTS, "");
  const declarations = read("static-answers") + read("static-client");
  writeFileSync(join(folder, "static.d.ts"), declarations.replaceAll('"../client.ts"', '"./client.js"'));
}

/**
 * Bundles the form component into one file, and its reader of static files into another; `types` is its public part.
 */
async function buildForm(types: string, folder: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(FORM, "form-module.ts"), join(FORM, "static-files.ts")],
    root: FORM,
    target: "browser",
    splitting: true,
    minify: true,
  });
  const [form, staticFiles, ...others] = await Promise.all(built.outputs.map((output) => output.text()));
  const loads = 'import("./static-files.js")';
  if (!form?.includes(loads) || staticFiles === undefined || others.length > 0) {
    throw new Error("The form component is not bundled into two files as expected.");
  }
  writeFileSync(join(folder, "form.js"), form.replace(loads, 'import("./form-static.js")'));
  writeFileSync(join(folder, "form-static.js"), staticFiles);
  writeFileSync(
    join(folder, "form.d.ts"),
    types.replace('"../../../../http/client/client.ts"', '"./client.js"'),
  );
  cpSync(join(import.meta.dir, "form"), join(folder, "form"), { recursive: true });
}

/** Writes the package `baken-client` into the folder, ready for `npm pack` or `npm publish`. */
export async function buildClientPackage(folder: string): Promise<void> {
  const { version, license, engines } = await Bun.file(join(ROOT, "package.json")).json();
  await buildClient(folder);
  const manifest = {
    name: "baken-client",
    version,
    description:
      "Typed client of baken, the server of Dutch addresses, and its form component. No dependencies.",
    license,
    type: "module",
    // The form component makes its element known when it is imported.
    sideEffects: ["./form.js"],
    engines,
    exports: {
      ".": clientExports("."),
      "./static": clientExports(".", "static"),
      ...formExports("./form", "."),
      "./package.json": "./package.json",
    },
    files: [
      ...["client", "static"].flatMap((name) => [".js", ".d.ts", ".cjs", ".d.cts"].map((end) => name + end)),
      ...["form.js", "form-static.js", "form.d.ts", "form"],
    ],
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
