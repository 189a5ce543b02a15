/**
 * Takes a data folder from this version to one whose registries have the next schema, while it is served, and back: both
 * as executables.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WEESP } from "../support/extracts/reference-files.ts";
import { compileForThisMachine, compileWithNextSchema } from "../support/machines/executable.ts";
import { until } from "../support/processes/until.ts";
import { readUrl, runProgram, startProgram } from "../support/release/use-program.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const data = ["--data", join(folder, "data")];
const LOOKUP = "/addresses/lookup?postcode=1382KT&number=5a";
const LIMIT_MS = 60_000;

let older = { command: [""], folder };
let newer = { command: [""], folder };
let token = "";

beforeAll(async () => {
  older = { command: [await compileForThisMachine(join(folder, "older"))], folder };
  newer = { command: [await compileWithNextSchema(folder)], folder };
  await runProgram(older, "import", WEESP, ...data);
  token = (await runProgram(older, "keys", "create", "--name", "shop", "--type", "server", ...data)).trim();
}, 300_000);

/** Serves with a version while `act` runs; `ask` returns status and body of a request with the key. */
async function serving(
  program: typeof older,
  act: (ask: (path: string, method?: string) => Promise<{ status: number; text: string }>) => Promise<void>,
): Promise<void> {
  const child = startProgram(program, ["serve", "--port", "0", "--threads", "2", ...data]);
  try {
    const url = await readUrl(child.stdout);
    await act(async (path, method = "GET") => {
      const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, text: await response.text() };
    });
  } finally {
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }
}

/** Runs a command that must end with 1; returns its messages. */
async function refusal(program: typeof older, ...args: string[]): Promise<string> {
  const child = startProgram(program, args);
  const text = await child.stderr.text();
  expect(await child.exited).toBe(1);
  return text;
}

const current = () => readFileSync(join(folder, "data/current"), "utf8");

test("the old version serves while the new one imports; the new one then serves its keys and exports; and back", async () => {
  const before = current();
  let job = "";
  await serving(older, async (ask) => {
    job = JSON.parse((await ask("/export/addresses?format=csv", "POST")).text).data.job_id;
    await until(async () => (await ask(`/export/${job}`)).text.includes('"completed"'), LIMIT_MS);
    for (const args of [
      ["serve", "--port", "0"],
      ["find", "weesp"],
    ]) {
      expect(await refusal(newer, ...args, ...data)).toContain("import again");
    }
    expect(current()).toBe(before);
    await runProgram(newer, "import", WEESP, ...data);
    expect(current()).not.toBe(before);
    expect(await ask(LOOKUP)).toMatchObject({ status: 200, text: expect.stringContaining("Keurstraat 5a") });
  });

  await serving(newer, async (ask) => {
    expect((await ask(LOOKUP)).status).toBe(200);
    const file = await ask(`/export/${job}/download`);
    expect({ status: file.status, lines: file.text.trim().split("\n").length }).toEqual({
      status: 200,
      lines: 12_035,
    });
  });
  const added = await runProgram(newer, "keys", "create", "--name", "later", "--type", "server", ...data);

  expect(await refusal(older, "serve", "--port", "0", ...data)).toContain("import again");
  writeFileSync(join(folder, "data/current"), before);
  await serving(older, async (ask) => {
    expect((await ask(LOOKUP)).status).toBe(200);
    token = added.trim();
    expect((await ask(LOOKUP)).status).toBe(200);
    expect((await ask(`/export/${job}/download`)).status).toBe(404);
  });
  expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("registry-")).length).toBe(2);
  expect(existsSync(join(folder, "data/import.lock"))).toBe(true);
}, 400_000);
