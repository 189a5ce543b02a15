/**
 * Runs every command in every state of a data folder (folder-states.ts); checks its message, and that it keeps every
 * file. folder-states.test.ts checks the messages without a process.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { contentOf, makeDataFolder } from "../support/registries/folder-contents.ts";
import { FOLDER_STATES, type FolderState } from "../support/registries/folder-states.ts";

const root = mkdtempSync(join(tmpdir(), "baken-folder-states-"));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true }));
const names = join(root, "names.csv");
writeFileSync(names, NAMES_CSV);
const extract = writeExtractTo(join(root, "extract.zip"), NATIONAL);

const IMPORT = ["import", extract, "--gemeenten", names];
const SAMPLE = ["import", "--sample", "--history", "none"];
const SERVE = ["serve", "--port", "0", "--threads", "1"];
/** Commands that need a usable registry. */
const READERS = [
  ["update", extract],
  ["find", "dorp"],
];
/** Commands that open the registry as `find` does. */
const OTHER_READERS = [["export"], ["mcp", "--stdio"]];

/** Drops root's rights, which would allow reading everything. */
const AS_NOBODY =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

const IMPORTS_SAMPLE = /importing the sample/;
const LISTENS = /^ {2}curl .*\n/m;

let folders = 0;

/** Makes a folder in this state and runs a command on it; returns its outcome. */
async function runIn(state: FolderState, args: readonly string[], until?: RegExp) {
  const dataDir = join(root, `data${++folders}`);
  makeDataFolder(dataDir, state);
  const before = contentOf(dataDir);
  const userPrefix = state.unreadable === undefined ? [] : AS_NOBODY;
  const child = Bun.spawn([...userPrefix, BAKEN, ...args, "--data", dataDir], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH! },
    // A command that should be refused might serve instead, and not end.
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr, isEnded] = ["", "", false];
  const endWhenMatched = () => {
    if (isEnded || !until?.test(stdout + stderr)) {
      return;
    }
    isEnded = true;
    child.kill(until === IMPORTS_SAMPLE ? "SIGKILL" : "SIGTERM");
  };
  await Promise.all([
    readTo(child.stdout, (text) => {
      stdout += text;
      endWhenMatched();
    }),
    readTo(child.stderr, (text) => {
      stderr += text;
      endWhenMatched();
    }),
  ]);
  await child.exited;
  const said = (stdout + stderr).replaceAll(dataDir, "DATA");
  return { code: child.exitCode, said, stderr, before, after: contentOf(dataDir) };
}

async function readTo(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  for await (const piece of stream) {
    onText(Buffer.from(piece).toString());
  }
}

/** Expects exit code 1, the message in the output, a last line of baken's, and every file unchanged. */
async function expectRefused(state: FolderState, args: readonly string[], message: string): Promise<void> {
  const { code, said, stderr, before, after } = await runIn(state, args);
  expect(said).toContain(message);
  // An import leaves the lock when it must read the extract before it can refuse.
  if (before["import.lock"] === undefined && message.startsWith("this would replace")) {
    delete after["import.lock"];
    delete after["current.lock"];
  }
  expect({ code, after: withoutNote(after) }).toEqual({ code: 1, after: withoutNote(before) });
  expect(stderr.trimEnd().split("\n").at(-1)).toStartWith("baken: ");
}

/** Leaves out the note of a failed command, which a data folder keeps for metrics (base/folder-notes.ts). */
function withoutNote(content: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !name.startsWith(".failed-")));
}

/** Files that a publish changes, and leftovers that it removes. */
const CHANGED = /^(current|current\.lock|use\.log|import\.lock|\.import.*)$/;

/** Content of `current.gpkg` that baken replaces: a link to a registry of the folder. */
const LINK = /^link to registry-/;

/** Expects exit code 0, and every earlier file unchanged, except those that baken may change or remove. */
async function expectDone(state: FolderState, args: readonly string[], removedFile?: string): Promise<void> {
  const { code, stderr, before, after } = await runIn(state, args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const kept = Object.entries(before).filter(
    ([name, content]) => !CHANGED.test(name) && !LINK.test(content) && name !== removedFile,
  );
  expect(after).toMatchObject(Object.fromEntries(kept));
  expect(after).toHaveProperty("current");
}

async function expectServe(state: FolderState): Promise<void> {
  const { message = "", serve } = state;
  if (serve === undefined) {
    return await expectRefused(state, SERVE, message);
  }
  const isSample = serve === "imports the sample";
  const until = isSample ? IMPORTS_SAMPLE : LISTENS;
  const { code, before, after } = await runIn(state, SERVE, until);
  expect(code).toBe(isSample ? null : 0);
  if (!isSample) {
    const kept = Object.entries(before).filter(([, content]) => !LINK.test(content));
    expect(after).toMatchObject(Object.fromEntries(kept));
  }
}

async function expectStatus(state: FolderState): Promise<void> {
  const { code, said, before, after } = await runIn(state, ["status"]);
  const { files, message = "reference date" } = state;
  expect(said).toContain(files === undefined ? "There is no folder DATA" : message);
  const isUnreadable = message.startsWith("the data folder");
  expect({ code, after }).toEqual({ code: isUnreadable || files === undefined ? 1 : 0, after: before });
}

const REPRESENTATIVE = ["an empty folder", "`current` missing beside one registry", "an older schema"];

describe.each(FOLDER_STATES.map((state) => [state.state, state] as const))("%s", (_, state) => {
  const { message = "" } = state;

  test("serve and status", async () => {
    await Promise.all([expectServe(state), expectStatus(state)]);
  });

  if (state.serve !== "serves") {
    test("what reads is refused and touches nothing", async () => {
      const args = REPRESENTATIVE.includes(state.state) ? [...READERS, ...OTHER_READERS] : READERS;
      await Promise.all(args.map((one) => expectRefused(state, one, message)));
    });
  }

  test("import of the sample and of files", async () => {
    const outcome = (args: readonly string[], expected = message) =>
      expected === "done" ? expectDone(state, args) : expectRefused(state, args, expected);
    await Promise.all([outcome(SAMPLE, state.sample), outcome(IMPORT, state.import)]);
  });

  // Tests one import only: the other runs the same check.
  const refused = state.import === "done" ? SAMPLE : IMPORT;
  if (state.import !== "done" || state.sample !== "done") {
    test("with --yes", async () => {
      if (state.acceptsYes === false) {
        await expectRefused(state, [...refused, "--yes"], "");
      } else {
        await expectDone(state, [...refused, "--yes"], state.removedFile);
      }
    });
  }
});
