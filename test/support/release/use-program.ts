/** Uses an installed program as its users do, without any of this repository's modules. */
import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  GEMEENTE_BORDERS,
  GEMEENTEN,
  PC4_BORDERS,
  REAL_DELIVERY,
  WEESP,
} from "../extracts/reference-files.ts";
import { collectOutcome } from "../processes/baken-process.ts";
import { until } from "../processes/until.ts";

/** An installed program. */
export interface Program {
  /** Words before the arguments: the path of the executable, or what runs it. */
  readonly command: readonly string[];
  /** Folder that every path below is in, as this process sees it. */
  readonly folder: string;
  /** The same folder as the program sees it: another one in a chroot. */
  readonly seenAs?: string;
}

/** Addresses of the official extract of Weesp, counted in its XML. */
const ADDRESSES = 12_034;

export function startProgram({ command, folder }: Program, args: readonly string[]) {
  const env = { PATH: "/usr/bin:/bin" };
  const streams = { stdin: "pipe", stdout: "pipe", stderr: "pipe" } as const;
  return Bun.spawn([...command, ...args], { ...streams, cwd: folder, env });
}

/** Runs a command to its end, and returns what it printed; it must end with 0. */
export async function runProgram(program: Program, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await collectOutcome(startProgram(program, args));
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout;
}

/** Puts files that Bun would read by itself into the folder that the program is started in. */
export function writeBunTraps({ folder }: Program): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".env"), "BAKEN_PORT=none\n");
  writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
  writeFileSync(join(folder, "preloaded.ts"), 'throw new Error("preloaded");\n');
}

/** Imports the official extract of Weesp, finds in it, exports it, updates it, and makes its vector tiles. */
export async function useCommands(program: Program): Promise<void> {
  const bring = async (file: string) => {
    const name = file.slice(file.lastIndexOf("/") + 1);
    await Bun.write(join(program.folder, name), Bun.file(file));
    return join(program.seenAs ?? program.folder, name);
  };
  const data = ["--data", join(program.seenAs ?? program.folder, "weesp")];
  const borders = [await bring(GEMEENTE_BORDERS), await bring(PC4_BORDERS)];
  const companions = [
    "--gemeenten",
    await bring(GEMEENTEN),
    ...borders.flatMap((file) => ["--boundaries", file]),
  ];
  await runProgram(program, "import", await bring(WEESP), ...companions, ...data);
  expect(await runProgram(program, "status", ...data)).toMatch(/adressen +12,034\n/);
  expect(await runProgram(program, "find", "keurstr 5-a weesp", ...data)).toStartWith(
    "0457200000521750  Keurstraat 5a, 1382KT Weesp\n",
  );
  const csv = await runProgram(program, "export", "--format", "csv", ...data);
  expect(csv.trim().split("\n").length).toBe(ADDRESSES + 1);
  const tiles = join(program.seenAs ?? program.folder, "weesp.pmtiles");
  await runProgram(program, "tiles", "--out", tiles, "--max-zoom", "12", ...data);
  expect(await Bun.file(join(program.folder, "weesp.pmtiles")).slice(0, 7).text()).toBe("PMTiles");
  await runProgram(program, "update", await bring(REAL_DELIVERY), "--allow-gap", ...data);
  expect(await runProgram(program, "status", ...data)).toContain("reference date    2021-11-14\n");
}

/** Serves what `useCommands` has left, and asks for data, pages and an export; stops it by SIGTERM. */
export async function useServer(program: Program): Promise<void> {
  const data = ["--data", join(program.seenAs ?? program.folder, "weesp")];
  // Polling of the export asks more often than the rate that keys have by default.
  const key = ["--name", "a", "--type", "server", "--rate", "none"];
  const created = await runProgram(program, "keys", "create", ...key, ...data);
  expect(created).toMatch(/^\d+\|bkn_[0-9A-Za-z]{46}\n$/);
  const child = startProgram(program, ["serve", ...data, "--port", "0", "--threads", "2"]);
  const url = await readUrl(child.stdout);
  const headers = { authorization: `Bearer ${created.trim()}` };
  const lookup = await fetch(`${url}/addresses/lookup?postcode=1382KT&number=5&letter=a`, { headers });
  expect(dataOf(await lookup.json())).toMatchObject({
    nummeraanduiding_id: "0457200000521750",
    rd_x: 130318.263,
    latitude: 52.3112572,
  });
  await useExport(url, headers);
  const origin = new URL(url).origin;
  expect(await (await fetch(`${origin}/docs/guides/search`)).text()).toContain("<h1");
  const page = await (await fetch(`${origin}/embed`)).text();
  for (const [, path] of page.matchAll(/(?:src|href)="(\/(?:assets|embed)\/[^"]+)"/g)) {
    const { status, headers: given } = await fetch(`${origin}${path}`);
    expect({ path, status, isLong: Number(given.get("content-length")) > 200 }).toEqual({
      path: path!,
      status: 200,
      isLong: true,
    });
  }
  const { port } = new URL(url);
  expect(await runProgram(program, "status", "--probe", "--port", port)).toStartWith("ok: ");
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}

/** Returns the address that a server prints; resolves when it has printed its greeting. */
export async function readUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  let printed = "";
  for await (const piece of output) {
    printed += Buffer.from(piece).toString();
    const [, url] = printed.match(/Listening on (\S+)\n/) ?? [];
    if (url !== undefined && printed.includes("curl ")) {
      return url;
    }
  }
  throw new Error(`serve has ended: ${printed}`);
}

function dataOf(answer: unknown): Record<string, unknown> {
  return (answer as { data: Record<string, unknown> }).data;
}

/** Asks for an export, which a thread of its own makes, and reads its file. */
async function useExport(url: string, headers: Record<string, string>): Promise<void> {
  const asked = await fetch(`${url}/export/addresses?format=csv`, { method: "POST", headers });
  const id = dataOf(await asked.json()).job_id;
  const statusOf = async () => dataOf(await (await fetch(`${url}/export/${id}`, { headers })).json()).status;
  await until(async () => (await statusOf()) === "completed", 60_000);
  const file = await (await fetch(`${url}/export/${id}/download`, { headers })).text();
  expect(file.trim().split("\n").length).toBeGreaterThan(ADDRESSES);
}

/** Calls a tool over stdio, as an AI assistant does. */
export async function useStdio(program: Program, version: string): Promise<void> {
  const child = startProgram(program, [
    "mcp",
    "--stdio",
    "--data",
    join(program.seenAs ?? program.folder, "weesp"),
  ]);
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  child.stdin.write(`${JSON.stringify(initialize)}\n`);
  child.stdin.end();
  const { stdout } = await collectOutcome(child);
  expect(JSON.parse(stdout.split("\n", 1)[0]!).result.serverInfo).toMatchObject({ name: "baken", version });
}
