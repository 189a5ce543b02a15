/** The npm package `baken`: the bundled program, a launcher for Node, and the client; npm itself brings Bun. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { packFiles } from "./archive.ts";
import { buildClient, clientExports, formExports } from "./client/build-client.ts";
import { copyLicences } from "./licences.ts";
import { type Program, REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";

const SOURCES = join(REPOSITORY, "release/npm");
const LAUNCHER = "bin/baken.mjs";

export async function packNpm({ version, dist, work, program, epochSeconds }: Release): Promise<string[]> {
  const folder = join(work, "npm", "package");
  mkdirSync(join(folder, "bin"), { recursive: true });
  await bundle(program, join(folder, "dist"));
  await buildClient(join(folder, "client"));
  cpSync(join(SOURCES, "baken.mjs"), join(folder, LAUNCHER));
  cpSync(join(SOURCES, "README.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "bunfig.toml"), "");
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(await describePackage(), null, 2)}\n`);
  copyLicences(folder);
  const file = `baken-${version}.tgz`;
  packFiles(join(work, "npm"), ["package"], epochSeconds, join(dist, file));
  return [file];
}

async function bundle({ build, files }: Program, outdir: string): Promise<void> {
  await Bun.build({ ...build, outdir });
  cpSync(files, join(outdir, "files"), { recursive: true });
}

/**
 * Returns the published package.json. Bun's packages, one for each platform, are optional: npm installs the one that
 * fits, and unlike the package `bun` they need no install script, which npm 12 refuses to run.
 */
async function describePackage(): Promise<Record<string, unknown>> {
  const { name, version, description, license, engines } = packageJson;
  const bun = await import("bun/package.json");
  return {
    name,
    version,
    description,
    license,
    type: "module",
    engines,
    bin: { baken: LAUNCHER },
    exports: {
      "./client": clientExports("./client"),
      "./client/static": clientExports("./client", "static"),
      ...formExports("./client/form", "./client"),
      "./package.json": "./package.json",
    },
    optionalDependencies: bun.default.optionalDependencies,
  };
}
