/** Tests `baken open`: links to running servers, and the reasons why there is no link. */
import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { freePort } from "../support/processes/free-port.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { startDatabases } from "../support/stores/postgres-place.ts";

const folder = makeDataFolder();
const other = makeDataFolder();
const empty = mkdtempSync(join(tmpdir(), "baken-open-"));
afterAll(() => {
  for (const dir of [folder, other, empty]) {
    rmSync(dir, { recursive: true });
  }
});

const open = (port: number, dataDir = folder, ...args: string[]) =>
  runBaken(["open", "--data", dataDir, "--port", String(port), ...args]);
const linkPattern = ({ port }: ServeProcess) =>
  new RegExp(`^http://127\\.0\\.0\\.1:${port}/#open=([\\w-]{43})\\n$`);

/** Uses a link as the page does; returns the status. */
async function use({ port }: ServeProcess, link: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ link });
  const url = `http://127.0.0.1:${port}/session/link`;
  return (await fetch(url, { method: "POST", headers, body })).status;
}

async function linkOf(server: ServeProcess, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await open(server.port, folder, ...args);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: "This link opens the pages once, within ten minutes, in a browser on this machine:\n",
  });
  return linkPattern(server).exec(stdout)![1]!;
}

test("prints a new link at each call; each link works once, on any thread", async () => {
  const server = await startServe(folder, ["--threads", "2"]);
  const printed = /#open=([\w-]{43}) in a browser/.exec(server.printed())![1]!;
  const links = [printed, await linkOf(server), await linkOf(server)];
  expect(new Set(links).size).toBe(3);
  for (const link of links) {
    expect(await use(server, link, { via: "1.1 proxy" })).toBe(403);
    expect(await use(server, link, { host: "attacker.example" })).toBe(403);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => use(server, link)));
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 403)]);
  }
  const { stdout } = await runBaken(["audit", "--data", folder, "--json"]);
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const opened = entries.filter(({ action }) => action === "open");
  expect(opened.map(({ subject, node }) => [subject, node])).toEqual(links.map(() => ["pages", hostname()]));
  expect(links.some((link) => stdout.includes(link))).toBe(false);
  await server.signal("SIGTERM");
});

test("a link that was not used works after a restart of the server", async () => {
  const first = await startServe(folder, ["--threads", "1"]);
  const link = await linkOf(first);
  await first.signal("SIGTERM");
  const second = await startServe(folder, ["--threads", "1"]);
  expect(await use(second, link)).toBe(200);
  await second.signal("SIGTERM");
});

test("says why there is no link: another folder, no server, another program", async () => {
  const server = await startServe(other, ["--threads", "1"]);
  const { port } = server;
  expect(await open(port)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `baken: The server at http://127.0.0.1:${port} does not use accounts.db of ${folder}: check --data, --host and --port.\n`,
  });
  await server.signal("SIGTERM");
  const silent = await open(port);
  expect(silent).toMatchObject({ exitCode: 1, stdout: "" });
  expect(silent.stderr).toStartWith(`baken: http://127.0.0.1:${port} does not answer: `);
  expect(silent.stderr).toEndWith("Start baken serve, or name --host and --port of the server.\n");

  const program = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("{}") });
  expect(await open(program.port!)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `baken: http://127.0.0.1:${program.port} answered 200, not as this version of baken does. Start baken serve, or name --host and --port of the server.\n`,
  });
  await program.stop(true);
  const unused = await open(freePort(), empty);
  expect(unused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(unused.stderr).toContain(`No server has used the folder ${empty} yet`);
});

test.each([
  ["on all addresses", ["--host", "0.0.0.0"]],
  ["behind a proxy", ["--trusted-proxies", "127.0.0.1"]],
  ["with a public URL", ["--public-url", "https://bag.example.nl"]],
])("a server for others %s has no link, and accepts none", async (_, args) => {
  const here = await startServe(folder, ["--threads", "1"]);
  const link = await linkOf(here);
  await here.signal("SIGTERM");
  const server = await startServe(folder, ["--threads", "1", ...args]);
  const { exitCode, stdout, stderr } = await open(server.port);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toStartWith(
    `baken: Other machines can reach the server at http://127.0.0.1:${server.port}, so no link`,
  );
  expect(stderr).toContain("baken keys create --name NAME --type server");
  expect(await use(server, link)).toBe(403);
  await server.signal("SIGTERM");
});

test("pages that need no key need no link either", async () => {
  const demo = await makeDemoFolder(100);
  const server = await startServe(demo, ["--threads", "1"]);
  expect(await open(server.port, demo)).toEqual({
    exitCode: 0,
    stdout: `http://127.0.0.1:${server.port}/\n`,
    stderr: "The pages of this server need no key:\n",
  });
  await server.signal("SIGTERM");
  rmSync(demo, { recursive: true });
});

test.skipIf(!hasPostgres())("with keys in PostgreSQL a link works once, on whichever thread", async () => {
  const databases = await startDatabases();
  const accounts = ["--accounts", await databases.create()];
  const server = await startServe(folder, ["--threads", "2", ...accounts]);
  const link = await linkOf(server, ...accounts);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => use(server, link)));
  expect(statuses.filter((status) => status === 200).length).toBe(1);
  expect((await open(server.port)).stderr).toContain("does not use accounts.db");
  const hash = createHash("sha256").update(`${hostname()}|${link}`).digest("hex");
  const checked = await fetch(`http://127.0.0.1:${server.port}/session/link/${hash}`);
  expect(await checked.json()).toEqual({ data: { state: "unknown" } });
  await server.signal("SIGTERM");
  databases.remove();
});
