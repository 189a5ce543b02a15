/** Uses an installed baken as its users do, from its version to a restored backup, by any command that runs it. */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { REAL_DELIVERY, WEESP } from "../../support/extracts/reference-files.ts";
import { collectOutcome, start } from "../../support/processes/baken-process.ts";
import { until } from "../../support/processes/until.ts";
import { readUrl } from "../../support/release/use-program.ts";

/** An installed baken in the root folder of a machine. */
export interface Installation {
  readonly root: string;
  /** Returns the words that run baken in the machine, as a process of its own. */
  command(args: readonly string[]): string[];
}

/** A step: what was found, or the fault. */
export interface StepResult {
  readonly step: string;
  readonly isDone: boolean;
  readonly detail: string;
}

interface Walk extends Installation {
  readonly results: StepResult[];
  token: string;
}

/** Folder of the walk, as the machine sees it. */
export const WALK_FOLDER = "/srv/walk";
const DATA = `${WALK_FOLDER}/data`;
/** Adressen of the extract of Weesp, counted in its XML. */
const WEESP_ADDRESSES = 12_034;
const STARTS = 5;
const LIMIT_MS = 60_000;

/** Takes every step, also after one that failed. */
export async function walk(installation: Installation): Promise<StepResult[]> {
  const state: Walk = { ...installation, results: [], token: "" };
  const folder = join(state.root, WALK_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o777 });
  for (const file of [WEESP, REAL_DELIVERY]) {
    copyFileSync(file, join(folder, basename(file)));
  }
  await take(state, "start of --version", () => timeVersion(state));
  await take(state, "import", () => importWeesp(state));
  await take(state, "keys create", () => createKey(state));
  await take(state, "serve", () => serveAndAsk(state));
  await take(state, "find", () => expectOutput(state, ["find", "keurstraat 5a weesp"], "1382KT"));
  await take(state, "export", () => exportAll(state));
  await take(state, "mcp --stdio", () => callTool(state));
  await take(state, "restore", () => restore(state));
  await take(state, "status", () => expectOutput(state, ["status"], "2021-11-14"));
  return state.results;
}

async function take({ results }: Walk, step: string, act: () => Promise<string>): Promise<void> {
  try {
    results.push({ step, isDone: true, detail: await act() });
  } catch (error) {
    results.push({ step, isDone: false, detail: error instanceof Error ? error.message : String(error) });
  }
}

/** Runs a command to its end; returns its standard output. Throws an Error when its exit code is not 0. */
async function run({ command }: Walk, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await collectOutcome(start(command(args)));
  if (exitCode !== 0) {
    throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stderr.trim().split("\n").at(-1)}`);
  }
  return stdout;
}

async function expectOutput(state: Walk, args: readonly string[], expected: string): Promise<string> {
  const output = await run(state, [...args, "--data", DATA]);
  if (!output.includes(expected)) {
    throw new Error(`${args.join(" ")} does not print ${expected}: ${output}`);
  }
  return expected;
}

async function timeVersion(state: Walk): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const from = performance.now();
    await run(state, ["--version"]);
    times.push(performance.now() - from);
  }
  return `${times.sort((a, b) => a - b)[STARTS >> 1]!.toFixed(0)} ms`;
}

async function importWeesp(state: Walk): Promise<string> {
  return await expectOutput(
    state,
    ["import", `${WALK_FOLDER}/${basename(WEESP)}`],
    "2021-10-15 is now the current",
  );
}

async function createKey(state: Walk): Promise<string> {
  state.token = (
    await run(state, ["keys", "create", "--name", "walk", "--type", "server", "--data", DATA])
  ).trim();
  if (!/^\d+\|bkn_\w+$/.test(state.token)) {
    throw new Error("the last line of keys create is no token");
  }
  return "a token";
}

/** Serves, asks, updates and backs up meanwhile, and stops. */
async function serveAndAsk(state: Walk): Promise<string> {
  const from = performance.now();
  const child = start(state.command(["serve", "--port", "0", "--data", DATA]));
  try {
    const url = await readUrl(child.stdout);
    const startMs = performance.now() - from;
    await take(state, "lookup", () =>
      ask(state, `${url}/addresses/lookup?postcode=1382KT&number=5a`, "Keurstraat 5a"),
    );
    await take(state, "search", () =>
      ask(state, `${url}/addresses/search?q=keurstr+5-a+weesp`, "Keurstraat 5a"),
    );
    await take(state, "update while serving", () => update(state, url));
    await take(state, "backup while serving", () =>
      run(state, ["backup", `${WALK_FOLDER}/backup`, "--data", DATA]),
    );
    child.kill("SIGTERM");
    if ((await child.exited) !== 0) {
      throw new Error(`serve ended with ${child.exitCode}`);
    }
    return `greets after ${startMs.toFixed(0)} ms`;
  } finally {
    child.kill("SIGKILL");
  }
}

async function fetchText({ token }: Walk, url: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return `${response.status} ${await response.text()}`;
}

async function ask(state: Walk, url: string, expected: string): Promise<string> {
  const answer = await fetchText(state, url);
  if (!answer.startsWith("200") || !answer.includes(expected)) {
    throw new Error(answer.slice(0, 200));
  }
  return expected;
}

/** The month before the delivery is missing: refused, and applied on demand. The server switches by itself. */
async function update(state: Walk, url: string): Promise<string> {
  const args = ["update", `${WALK_FOLDER}/${basename(REAL_DELIVERY)}`, "--data", DATA];
  const refused = await collectOutcome(start(state.command(args)));
  if (refused.exitCode !== 1) {
    throw new Error(`a delivery after a gap ended with ${refused.exitCode}`);
  }
  await run(state, [...args, "--allow-gap"]);
  await until(async () => (await fetchText(state, `${url}/version`)).includes("2021-11-14"), LIMIT_MS);
  return "serves 2021-11-14";
}

async function exportAll(state: Walk): Promise<string> {
  const file = `${WALK_FOLDER}/adressen.csv`;
  await run(state, ["export", "--format", "csv", "--out", file, "--data", DATA]);
  const rows = readFileSync(join(state.root, file), "utf8").trimEnd().split("\n").length - 1;
  if (rows !== WEESP_ADDRESSES) {
    throw new Error(`${rows} rows, expected ${WEESP_ADDRESSES}`);
  }
  return `${rows} rows`;
}

async function callTool({ command }: Walk): Promise<string> {
  const [program = "", ...args] = command(["mcp", "--stdio", "--data", DATA]);
  const client = new Client({ name: "walk", version: "1" });
  await client.connect(new StdioClientTransport({ command: program, args, stderr: "ignore" }));
  try {
    const { tools } = await client.listTools();
    const call = { name: "lookup_address", arguments: { postcode: "1382KT", number: 5, letter: "a" } };
    const text = JSON.stringify(await client.callTool(call));
    if (!text.includes("Keurstraat")) {
      throw new Error(text.slice(0, 200));
    }
    return `${tools.length} tools`;
  } finally {
    await client.close();
  }
}

async function restore(state: Walk): Promise<string> {
  const restored = `${WALK_FOLDER}/restored`;
  await run(state, ["restore", `${WALK_FOLDER}/backup`, "--data", restored]);
  const keys = await run(state, ["keys", "list", "--data", restored]);
  if (!keys.includes("walk")) {
    throw new Error(`the key is missing: ${keys}`);
  }
  return "the key is there";
}
