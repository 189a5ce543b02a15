/**
 * Installs each artefact of a release on an empty Debian machine, without Bun and without this repository, and walks
 * through what users do: `npm run release && npm run try-artefacts -- [DIST] [NAME…]`. Needs root, debootstrap and npm.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { canMakeMachines, removeRoot } from "../../support/machines/debian-root.ts";
import { INSTALLERS, sizeInMB } from "./installations.ts";
import { walk } from "./walk.ts";

const [dist = "dist", ...names] = process.argv.slice(2);
process.exitCode = canMakeMachines() && (await tryAll(resolve(dist))) ? 0 : 1;

/** Returns true when every artefact was found and all of its steps succeeded. */
async function tryAll(folder: string): Promise<boolean> {
  let hasFault = false;
  for (const { name, file, install } of INSTALLERS) {
    if (names.length > 0 && !names.includes(name)) {
      continue;
    }
    const found = readdirSync(folder).find((entry) => file.test(entry));
    if (found === undefined) {
      print(`\n${name}: no file of ${folder} matches ${file}`);
      hasFault = true;
      continue;
    }
    const path = join(folder, found);
    print(`\n${name}: ${found}, ${sizeInMB(path)}`);
    const installation = install(path);
    try {
      for (const { step, isDone, detail } of await walk(installation)) {
        print(`  ${isDone ? "ok    " : "FAILED"} ${step.padEnd(22)} ${detail.trim()}`);
        hasFault ||= !isDone;
      }
    } finally {
      removeRoot(installation.root);
    }
  }
  return !hasFault;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
