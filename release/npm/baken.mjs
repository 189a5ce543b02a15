#!/usr/bin/env node
// Runs the program on the Bun that npm installed for this platform, with Node's own modules only. Node may be older
// than what baken needs otherwise; the program itself never runs on it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const HOME = join(dirname(fileURLToPath(import.meta.url)), "..");
const ARCHITECTURES = { arm64: "aarch64" };
const SYSTEMS = { win32: "windows", android: "linux" };

const bun = findBun();
if (bun === undefined) {
  process.stderr.write(
    `baken: npm installed no Bun for ${platformNames()[0]}, which runs baken. Install it again with\n` +
      "--include=optional. Where Bun has none for this system, baken does not run on it.\n",
  );
  process.exitCode = 1;
} else {
  run(bun, [
    // Without both options Bun reads .env and runs what bunfig.toml preloads, of the folder that the user stands in.
    "--no-env-file",
    `--config=${join(HOME, "bunfig.toml")}`,
    join(HOME, "dist", "main.js"),
    ...process.argv.slice(2),
  ]);
}

/** Names of Bun's packages for this system, the fitting one first: musl systems have no version of glibc. */
function platformNames() {
  const system = SYSTEMS[process.platform] ?? process.platform;
  const name = `bun-${system}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  if (process.platform === "android") {
    return [`${name}-android`];
  }
  if (process.platform !== "linux") {
    return [name];
  }
  const isGlibc = process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return isGlibc ? [name, `${name}-musl`] : [`${name}-musl`, name];
}

function findBun() {
  const require = createRequire(import.meta.url);
  const file = process.platform === "win32" ? "bun.exe" : "bun";
  for (const name of platformNames()) {
    try {
      const path = join(dirname(require.resolve(`@oven/${name}/package.json`)), "bin", file);
      if (existsSync(path)) {
        return path;
      }
    } catch {
      // This package is not installed; another may be.
    }
  }
  return undefined;
}

function run(program, args) {
  const env = { ...process.env };
  if (args[3] === "import") {
    // As in the launcher of the sources: threads of an import compile for longer runs.
    env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp ??= "640000";
    env.MIMALLOC_PURGE_DELAY ??= "1000";
  }
  if (typeof process.execve === "function" && process.platform !== "win32") {
    // Takes the place of this process: signals and exit code are the program's own.
    process.execve(program, [program, ...args], env);
  }
  const child = spawn(program, args, { stdio: "inherit", env });
  // A terminal sends Ctrl-C to both processes; a second one would end the program without its last requests.
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => (signal === "SIGINT" && isInTerminal) || child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`baken: ${program} cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
