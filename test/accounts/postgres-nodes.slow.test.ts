/** Whole programs on one PostgreSQL: nodes that start together, keys, status, exports, and each while it is away. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, type CommandOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { type Databases, startDatabases } from "../support/stores/postgres-place.ts";

const NODES = 3;
/** Many enough for an export to take a second or two. */
const ADDRESSES = 60_000;
const SEEN_MS = 1_000;

/** Resolves when the text has been printed; throws an Error when the stream ends before. */
async function untilPrinted(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  let printed = "";
  for await (const piece of stream) {
    printed += Buffer.from(piece).toString();
    if (printed.includes(text)) {
      return;
    }
  }
  throw new Error(`${text} was not printed, but: ${printed}`);
}

describe.skipIf(!hasPostgres())("three nodes on one database", () => {
  let databases: Databases;
  let url: string;
  let dataDir: string;
  let nodes: ServeProcess[];
  const accounts = () => ["--accounts", url.replace("postgres@", "postgres:topsecret@")];
  const startNode = () => startServe(dataDir, [...accounts(), "--threads", "2", "--admin-port", "0"]);
  const keysCommand = (...words: string[]): Promise<CommandOutcome> =>
    runBaken(["keys", ...words, ...accounts(), "--data", dataDir]);

  beforeAll(async () => {
    databases = await startDatabases();
    url = await databases.create();
    dataDir = await makeDemoFolder(ADDRESSES);
    nodes = await Promise.all(Array.from({ length: NODES }, startNode));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.signal("SIGKILL")));
    databases.remove();
    rmSync(dataDir, { recursive: true });
  });

  const ask = (node: ServeProcess, token: string, path = "/cities?per_page=1", method = "GET") =>
    fetch(node.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (node: ServeProcess, token: string) => (await ask(node, token)).status;
  const allAnswer = async (token: string, status: number) =>
    (await Promise.all(nodes.map((node) => statusOf(node, token)))).every((each) => each === status);
  const createKey = async (...words: string[]) => {
    const { stdout } = await keysCommand("create", "--name", "test", "--type", "server", ...words);
    return stdout.trim();
  };

  test("only one of them made the first key, and none shows the password", () => {
    const printed = nodes.map((node) => node.printed());
    expect(printed.filter((text) => text.includes("There was no API key yet")).length).toBe(1);
    expect(printed.join("")).not.toContain("topsecret");
  });

  test("a key made by a command works everywhere at once; a change and a revocation within a second", async () => {
    const token = await createKey("--rate", "none");
    expect(await allAnswer(token, 200)).toBe(true);
    const id = token.split("|")[0]!;
    await keysCommand("update", id, "--ip", "192.0.2.1");
    await until(() => allAnswer(token, 403), SEEN_MS);
    await keysCommand("update", id, "--ip", "none");
    await until(() => allAnswer(token, 200), SEEN_MS);
    const { stderr } = await keysCommand("revoke", id);
    expect(stderr).toContain(`Revoked key ${id}`);
    await until(() => allAnswer(token, 401), SEEN_MS);
    const { stdout } = await keysCommand("list");
    expect(stdout).toContain("revoked");
  }, 60_000);

  test("usage of all nodes adds up, and status shows the place without its password", async () => {
    const token = await createKey("--rate", "none");
    for (const node of nodes) {
      for (let i = 0; i < 20; i++) {
        await (await ask(node, token)).text();
      }
    }
    const id = token.split("|")[0]!;
    const usedOf = async () => JSON.parse((await keysCommand("show", id, "--json")).stdout).requestsThisMonth;
    await until(async () => (await usedOf()) === 20 * NODES, 15_000);
    const { stdout } = await runBaken(["status", ...accounts(), "--data", dataDir]);
    expect(stdout).toContain(`PostgreSQL at 127.0.0.1:${databases.cluster.port}/`);
    expect(stdout).not.toContain("topsecret");
    expect(stdout).not.toContain("Keys and exports cannot be read");
  }, 60_000);

  test("a job of a node killed by kill -9 is done by another", async () => {
    const token = await createKey("--rate", "none");
    const jobs: string[] = [];
    for (let i = 0; i < NODES; i++) {
      const { data } = (await (await ask(nodes[0]!, token, "/export/addresses", "POST")).json()) as {
        data: { job_id: string };
      };
      jobs.push(data.job_id);
    }
    const jobOf = async (node: ServeProcess, id: string) =>
      ((await (await ask(node, token, `/export/${id}`)).json()) as { data: Record<string, unknown> }).data;
    await until(async () => {
      const states = await Promise.all(jobs.map(async (id) => (await jobOf(nodes[1]!, id)).status));
      return states.every((state) => state !== "pending");
    });
    await nodes[0]!.signal("SIGKILL");
    const rest = nodes.slice(1);
    await until(async () => {
      const found = await Promise.all(jobs.map((id) => jobOf(rest[0]!, id)));
      return found.every(({ status }) => status === "completed");
    }, 60_000);
    for (const id of jobs) {
      const text = await (await ask(rest[1]!, token, `/export/${id}/download`)).text();
      expect(text.trim().split("\r\n").length).toBe(ADDRESSES + 1);
    }
    nodes[0] = await startNode();
  }, 120_000);

  test("while PostgreSQL is away keys go on, status and metrics say so, and exports and commands are refused", async () => {
    const token = await createKey("--rate", "none");
    expect(await allAnswer(token, 200)).toBe(true);
    await databases.cluster.kill();
    const asked = performance.now();
    expect(await allAnswer(token, 200)).toBe(true);
    expect(performance.now() - asked).toBeLessThan(SEEN_MS);
    await until(async () => (await fetch(`${nodes[0]!.url}/status`)).status === 503);
    expect(await (await fetch(`${nodes[0]!.url}/status`)).json()).toMatchObject({
      checks: { database: "error" },
    });
    const metrics = nodes[0]!.printed().match(/Metrics on (\S+)/)![1]!;
    expect(await (await fetch(metrics)).text()).toContain("baken_accounts_unwritable 1");
    expect(nodes[0]!.printed()).toContain("keys in memory keep working");
    expect((await ask(nodes[0]!, token, "/export/addresses", "POST")).status).toBe(503);
    const { exitCode, stderr } = await keysCommand("list");
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^baken: PostgreSQL at 127\.0\.0\.1:\d+\/baken1 does not answer: .+\n$/),
    ]);
    await until(() => {
      try {
        databases.cluster.start();
        return true;
      } catch {
        return false;
      }
    });
    await until(async () => (await fetch(`${nodes[0]!.url}/status`)).status === 200);
    expect((await ask(nodes[0]!, token, "/export/addresses", "POST")).status).toBe(202);
    expect(nodes[0]!.printed()).not.toContain("topsecret");
  }, 60_000);

  test("a node waits for PostgreSQL at its start, and ends when it refuses", async () => {
    databases.cluster.stop();
    const late = start([BAKEN, "serve", "--data", dataDir, "--port", "0", ...accounts()]);
    await untilPrinted(late.stderr, "waiting for PostgreSQL before serving");
    databases.cluster.start();
    await untilPrinted(late.stdout, "Listening on");
    late.kill("SIGTERM");
    expect(await late.exited).toBe(0);
    const none = url.replace(/baken1$/, "missing");
    const { exitCode, stderr } = await runBaken([
      "serve",
      "--data",
      dataDir,
      "--port",
      "0",
      "--accounts",
      none,
    ]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("create the database first")]);
  }, 60_000);
});
