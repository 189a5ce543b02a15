/** Checks what commands report of every state of a data folder (folder-states.ts); its slow test runs every command there. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFolderFault } from "../../src/registry/file/folder-fault.ts";
import { inspectFolder } from "../../src/registry/file/inspect-folder.ts";
import { contentOf, makeDataFolder } from "../support/registries/folder-contents.ts";
import { FOLDER_STATES, type FolderState } from "../support/registries/folder-states.ts";

const root = mkdtempSync(join(tmpdir(), "baken-folder-states-"));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;

function makeFolder(state: FolderState): string {
  const dataDir = join(root, `data${++folders}`);
  makeDataFolder(dataDir, state);
  return dataDir;
}

const faultOf = (dataDir: string) => describeFolderFault(inspectFolder(dataDir));
const named = (states: readonly FolderState[]) => states.map((state) => [state.state, state] as const);

/** Root can read everything, so unreadable folders are left to the slow test, which runs as another user. */
const READABLE = FOLDER_STATES.filter(({ unreadable }) => unreadable === undefined);

test.each(named(READABLE))("%s has its message, and is left as it was", (_, state) => {
  const dataDir = makeFolder(state);
  const before = contentOf(dataDir);
  const fault = faultOf(dataDir)?.replaceAll(dataDir, "DATA");
  if (state.serve === "serves") {
    expect(fault).toBeUndefined();
  } else {
    expect(fault).toContain(state.message!);
  }
  expect(contentOf(dataDir)).toEqual(before);
});

test.each(named(FOLDER_STATES.filter(({ message }) => message?.includes("To serve "))))(
  "the command given for %s mends it",
  (_, state) => {
    const dataDir = makeFolder(state);
    const [, command] = / To serve [^:]+: (.+)$/.exec(faultOf(dataDir)!)!;
    expect(Bun.spawnSync(["sh", "-c", command!]).exitCode).toBe(0);
    expect(faultOf(dataDir)).toBeUndefined();
  },
);

test("the documentation names every state", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/data-folder.md"), "utf8");
  for (const { state } of FOLDER_STATES) {
    expect(page).toContain(state);
  }
});
