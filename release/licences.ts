/** Licences of baken and of the packages that its artefacts contain. */
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lock from "../package-lock.json" with { type: "json" };
import { REPOSITORY } from "./program.ts";

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const BUN = `The executables contain Bun, and the npm package runs on it: MIT licence, with parts under other licences, among them WebKit
(LGPL 2.1). https://bun.com/docs/project/license names them, and how Bun is built from its sources.
`;

/** Copies the licence of baken into a folder, and the licences of others. */
export function copyLicences(folder: string): void {
  for (const file of ["LICENSE", "NOTICE"]) {
    cpSync(join(REPOSITORY, file), join(folder, file));
  }
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), renderThirdPartyLicences());
}

/** Returns the licences of the locked packages that the program may contain, by path. */
function renderThirdPartyLicences(): string {
  const locked = Object.entries<LockedPackage>(lock.packages);
  const contained = locked.filter(
    ([path, { dev, optional }]) => path !== "" && !dev && !optional && path !== "node_modules/bun",
  );
  return [
    BUN,
    ...contained.map(([path, { version, license }]) => renderLicence(path, version, license)),
  ].join(`\n${"-".repeat(72)}\n`);
}

function renderLicence(path: string, version: string | undefined, license: string | undefined): string {
  const [file] = globSync(["LICENSE*", "LICENCE*", "license*"], { cwd: join(REPOSITORY, path) }).sort();
  const text = file === undefined ? "" : `\n${readFileSync(join(REPOSITORY, path, file), "utf8").trim()}\n`;
  return `${path.replace(/^.*node_modules\//, "")} ${version}: ${license}\n${text}`;
}
