/** Runs baken as a user does, and inspects the files it leaves behind. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GEOCODE_JOB } from "../../../src/cli/self-command.ts";
import { bundledProgram } from "../servers/bundled-program.ts";

/** Path of the program; launcher.full.test.ts tests `./baken`, which runs the sources. */
export const BAKEN = await bundledProgram();
/** Command with which a server geocodes the file of a job in a process of its own. */
export const JOB_COMMAND = [BAKEN, GEOCODE_JOB];

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

export type Child = ReturnType<typeof start>;

/** Starts a program; an import that does not say otherwise keeps no history, which most tests have no use for. */
export function start(words: readonly string[]) {
  const env = { ...process.env, BAKEN_HISTORY: "none" };
  return Bun.spawn([...words], { stdin: "ignore", stdout: "pipe", stderr: "pipe", env });
}

/** Starts an import; `collectOutcome` reads its standard error to the end. */
export function startImport(args: readonly string[], command: readonly string[] = [BAKEN]): Child {
  return start([...command, "import", ...args]);
}

/** Kills with `kill -9`; returns true when the process was still running. */
export async function kill(child: Child): Promise<boolean> {
  child.kill("SIGKILL");
  await child.exited;
  return child.signalCode === "SIGKILL";
}

/** Resolves when the process has reported `lines` stages, a line each, or has ended. */
export async function untilReported(child: Child, lines: number): Promise<void> {
  let reportedLines = 0;
  for await (const piece of child.stderr) {
    reportedLines += Buffer.from(piece).toString().split("\n").length - 1;
    if (reportedLines >= lines) {
      return;
    }
  }
}

/** Runs any command of baken until it ends. */
export async function runBaken(args: readonly string[]): Promise<CommandOutcome> {
  return await collectOutcome(start([BAKEN, ...args]));
}

const COUNTRY_TOOL = join(import.meta.dir, "../../../tools/country/main.ts");

/** Command that makes an invented country (`npm run country`). */
export const COUNTRY = [process.execPath, COUNTRY_TOOL];

export async function runCountry(args: readonly string[]): Promise<CommandOutcome> {
  return await collectOutcome(start([...COUNTRY, ...args]));
}

/** Reads both outputs of a process until it ends. */
export async function collectOutcome(
  child: Pick<Child, "stdout" | "stderr" | "exited" | "exitCode">,
): Promise<CommandOutcome> {
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}

export async function runBakenImport(
  args: readonly string[],
  command?: readonly string[],
): Promise<CommandOutcome> {
  return await collectOutcome(startImport(args, command));
}

/** Returns every file below a folder with the hash of its bytes, without empty lock files and notes of failures. */
export function fingerprintOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
    (name) => !["import.lock", "current.lock"].includes(name) && !name.startsWith(".failed-"),
  );
  return Object.fromEntries(
    files.sort().map((name) => {
      const path = join(dataDir, name);
      const isFile = statSync(path).isFile();
      return [name, isFile ? createHash("sha256").update(readFileSync(path)).digest("hex") : "folder"];
    }),
  );
}
