/** Runs `baken backup` and `baken restore` on data folders. */
import { afterAll, expect } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDataFolder } from "../servers/http-harness.ts";
import { runBaken } from "./baken-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-backup-"));
let folders = 0;
const dataFolders: string[] = [];
afterAll(() => {
  for (const folder of [root, ...dataFolders]) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Returns a path at which nothing is. */
export const newPath = () => join(root, `folder-${++folders}`);

/** Makes a data folder with a registry, which is removed after the tests of the file. */
export function newDataFolder(): string {
  const dataDir = makeDataFolder();
  dataFolders.push(dataDir);
  return dataDir;
}

/** Runs a command on a data folder; returns its output, or the message when it fails. */
export async function runOn(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; out: string }> {
  const { exitCode, stdout, stderr } = await runBaken([...args, "--data", dataDir]);
  return { code: exitCode, out: stdout + stderr };
}

export async function backUp(dataDir: string, ...flags: string[]): Promise<string> {
  const folder = newPath();
  expect(await runOn(dataDir, "backup", folder, ...flags)).toMatchObject({ code: 0 });
  return folder;
}

/** Returns the name of the accounts.db that a restore kept. */
export function keptName(dataDir: string): string | undefined {
  return readdirSync(dataDir).find((name) => /^accounts\.db\.before-restore-[\dT.Z-]+$/.test(name));
}
