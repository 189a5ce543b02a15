/**
 * Tests a server that can open no further file (at its start, for a moment, while it is stopped) or write no folder.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { canMountDisks, inMountSpace } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { openTab } from "../support/servers/files-page.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { connect } from "../support/servers/keep-alive-connection.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

let dataDir: string;
let token: string;
beforeAll(() => {
  dataDir = makeDataFolder();
  token = issueKey(dataDir, {});
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const canLimit = hasProgram("prlimit", "util-linux");

/** Changes how many files a running process may open; fewer than it has open: every further one fails. */
function limitFiles({ pid }: ServeProcess, files: number): void {
  const { exitCode } = Bun.spawnSync(["prlimit", "--pid", `${pid}`, `--nofile=${files}:`]);
  expect(exitCode).toBe(0);
}

/** Longer than the pauses between all that a server does by timers. */
const MOMENT_MS = 3_000;

/** Sends a request, and stops the server while the request is in progress; the listener then refuses connections. */
async function askWhileStopping(server: ServeProcess, beforeStop: () => void): Promise<[number, number]> {
  const slow = await connect(server.port);
  expect((await slow.ask({ path: "/api/v1/status" })).status).toBe(200);
  let ended: Promise<number> | undefined;
  const isRefused = () =>
    connect(server.port).then(
      (connection) => connection.close(),
      () => true,
    );
  const answer = await slow.ask({
    method: "POST",
    path: "/api/v1/mcp",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    async beforeLastByte() {
      beforeStop();
      ended = server.signal("SIGTERM");
      await until(async () => (await isRefused()) === true);
    },
  });
  return [answer.status, await ended!];
}

test.skipIf(!canLimit)(
  "a moment without file descriptors does not cut off requests of a later stop",
  async () => {
    const server = await startServe(dataDir, ["--threads", "2", "--admin-port", "0"]);
    limitFiles(server, 3);
    await until(() => server.printed().includes("EMFILE"));
    await Bun.sleep(MOMENT_MS);
    limitFiles(server, 4_096);
    expect(await askWhileStopping(server, () => {})).toEqual([200, 0]);
    expect(server.printed()).not.toContain("    at ");
  },
  60_000,
);

test.skipIf(!canLimit)(
  "a stop without a file descriptor finishes what is under way",
  async () => {
    const server = await startServe(dataDir, ["--threads", "2"]);
    expect(await askWhileStopping(server, () => limitFiles(server, 3))).toEqual([200, 0]);
  },
  60_000,
);

test.each([16, 24, 32, 40, 60])(
  "a start with %d files says what to raise",
  async (files) => {
    const few = ["sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh"];
    const command = [...few, BAKEN, "serve", "--data", dataDir, "--port", "0", "--threads", "2"];
    const { exitCode, stderr, stdout } = await collectOutcome(start(command));
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(
      /^baken: .*raise the limit \(ulimit -n 65536, or LimitNOFILE=65536 in the unit\)/i,
    );
  },
  60_000,
);

const IN_LOG = expect.stringContaining("its log has the details under the `request_id`");

test.skipIf(!canMountDisks("folders that cannot be written"))(
  "a folder that cannot be written refuses an upload and says so in the log",
  async () => {
    const folders = ["files", "geocoding"].map((name) => `"${join(dataDir, name)}"`).join(" ");
    const bind = `for each in ${folders}; do mkdir -p "$each" && mount --bind "$each" "$each" && mount -o remount,ro,bind "$each"; done`;
    const server = await startServe(dataDir, ["--threads", "1"], inMountSpace(`${bind}; exec "$@"`));
    const tab = openTab(`http://127.0.0.1:${server.port}`);
    const job = await fetch(`${server.url}/geocode/jobs`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
      body: "postcode,number\n1382KT,5\n",
    });
    for (const { status, body } of [
      await tab.send("adres\nKeurstraat 5, Weesp\n"),
      { status: job.status, body: (await job.json()) as { code: string } },
    ]) {
      expect([status, body]).toMatchObject([503, { code: "unavailable", detail: IN_LOG }]);
      expect(JSON.stringify(body)).not.toContain(dataDir);
    }
    expect(await tab.show()).toMatchObject({ status: 404 });
    expect(await server.signal("SIGTERM")).toBe(0);
    const logged = server
      .printed()
      .match(/^\{.*"a request failed: a file of this server cannot be used".*$/gm);
    expect([...(logged ?? [])], server.printed()).toEqual(
      ["geocoding", "files"].map((name) =>
        expect.stringMatching(new RegExp(`EROFS: read-only file system, .* '${join(dataDir, name)}/`)),
      ),
    );
  },
  60_000,
);
