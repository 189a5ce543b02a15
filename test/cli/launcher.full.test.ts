/** Tests the launcher and the server as a user runs them: processes, signals and sockets. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { until } from "../support/processes/until.ts";
import { makeDataFolder, makeEmptyFolder } from "../support/servers/http-harness.ts";

const LAUNCHER = resolve(import.meta.dir, "../../baken");
const folder = makeDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));

function start(args: string[], launcher = LAUNCHER, cwd = process.cwd()) {
  const env = { PATH: process.env.PATH! };
  return Bun.spawn([launcher, ...args], { stdout: "pipe", stderr: "pipe", env, cwd });
}

async function run(args: string[], launcher?: string, cwd?: string) {
  const child = start(args, launcher, cwd);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** Starts a server on a free port; returns its output up to its curl line. */
async function serve(dataDir: string) {
  const child = start(["serve", "--data", dataDir, "--port", "0"]);
  let printed = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk);
    if (/^ {2}curl .*\n/m.test(printed)) {
      break;
    }
  }
  const [, url] = printed.match(/Listening on (\S+)/)!;
  return { child, printed, url: url! };
}

test("serves, with a key made when none exists, until SIGTERM", async () => {
  const { child, printed, url } = await serve(folder);
  expect(printed).toContain("BAG data of 2021-10-15: 17 addresses.");
  const [, authorization, example] = printed.match(/curl -H 'Authorization: (.+)' '(.+)'/)!;
  const first = await fetch(example!, { headers: { authorization: authorization! } });
  expect(first.status).toBe(200);

  const { out } = await run(["keys", "create", "--name", "later", "--type", "server", "--data", folder]);
  const headers = { authorization: `Bearer ${out.trim()}` };
  await until(async () => (await fetch(`${url}/cities`, { headers })).status === 200);

  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  const second = await serve(folder);
  expect(second.printed).not.toContain("bkn_");
  second.child.kill("SIGINT");
  expect(await second.child.exited).toBe(0);
});

test("keys create prints the token alone on standard output", async () => {
  const { out, err, code } = await run([
    "keys",
    "create",
    "--name",
    "a",
    "--type",
    "browser",
    "--data",
    folder,
  ]);
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+\|bkn_[0-9A-Za-z]{46}\n$/);
  expect(err).not.toContain("bkn_");
});

test("answers over a socket what no URL can hold", async () => {
  const { child, url } = await serve(folder);
  const { hostname, port } = new URL(url);
  const expectAnswer = (lines: string, expected: RegExp) =>
    exchange(hostname, Number(port), `${lines}\r\nConnection: close\r\n\r\n`, expected);
  const plain = "Host: x\r\nContent-Length: 0";
  const wholeHead = /^HTTP\/1.1 200 [\s\S]*content-length: \d+[\s\S]*\r\n\r\n$/i;
  await expectAnswer(`HEAD /api/v1/status HTTP/1.1\r\n${plain}`, wholeHead);
  await expectAnswer(`TRACE /api/v1/cities HTTP/1.1\r\n${plain}`, /method_not_allowed/);
  await expectAnswer(`GET /api/v1/nope HTTP/1.1\r\nHost: a/b"<\r\nContent-Length: 0`, /route_not_found/);
  await expectAnswer("GET /?q=weesp HTTP/1.1\r\nHost: xn--a.nl", /^HTTP\/1.1 200 /);
  await expectAnswer(`POST /api/v1/cities HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999`, /too_large/);
  child.kill();
  await child.exited;
});

/** Sends a text over a socket; expects an answer that matches, also where the server leaves the connection open. */
async function exchange(hostname: string, port: number, text: string, expected: RegExp): Promise<void> {
  let answer = "";
  let isClosed = false;
  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      open: (socket) => void socket.write(text),
      data(_socket, data) {
        answer += data.toString();
      },
      close() {
        isClosed = true;
      },
    },
  });
  await until(() => isClosed || expected.test(answer));
  socket.end();
  expect(answer).toMatch(expected);
}

test.each([[["keys"]], [["keys", "--help"]], [["keys", "-h"]]])(
  "baken %j lists the commands with that prefix",
  async (args) => {
    const { out, err, code } = await run(args);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(out).toMatch(/keys create .+\n {2}keys list /);
    expect(out).not.toContain("serve ");
  },
);

test.each([
  [["serve", "--host", "0.0.0.0", "--data", join(folder, "none")], 1, "Make one with: baken import"],
  [["serve", "--prot", "1"], 1, "Unknown option --prot. Did you mean --port?"],
  [["keys", "creat"], 1, "Unknown command keys creat. Did you mean keys create?"],
  [["keys", "create", "--name", "x"], 1, "--type is required: one of server, browser, link."],
  [["serve", "--host", "256.0.0.1", "--data", folder], 1, "Cannot listen on 256.0.0.1:8080"],
])("baken %j exits %d", async (args, code, message) => {
  const result = await run(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(result.err).not.toContain("    at ");
  expect(result.out).toBe("");
});

test("status says which data is served", async () => {
  const { out, code } = await run(["status", "--data", folder]);
  expect(code).toBe(0);
  expect(out).toContain("reference date    2021-10-15\n");
  expect(out).toMatch(/adressen +17\n/);
});

test("the launcher follows links, and says what to do before npm ci", async () => {
  const place = makeEmptyFolder();
  symlinkSync(LAUNCHER, join(place, "one"));
  symlinkSync("one", join(place, "two"));
  expect((await run(["--version"], join(place, "two"))).out).toMatch(/^\d+\.\d+\.\d+\n$/);

  mkdirSync(join(place, "bare"));
  await Bun.write(join(place, "bare", "baken"), Bun.file(LAUNCHER), { mode: 0o755 });
  const { err, code } = await run(["serve"], join(place, "bare", "baken"));
  expect(err).toBe(`baken: run 'npm ci' in ${join(place, "bare")} first\n`);
  expect(code).toBe(1);
  rmSync(place, { recursive: true });
});

const canHideProc = Bun.spawnSync(["unshare", "-m", "true"]).success;
test.skipIf(!canHideProc)("without /proc, where Bun only aborts, the launcher says what is missing", () => {
  const hidden = `umount -l /proc && exec "${LAUNCHER}" status`;
  const { exitCode, stderr } = Bun.spawnSync([
    "unshare",
    "-m",
    "--propagation",
    "private",
    "sh",
    "-c",
    hidden,
  ]);
  expect([exitCode, `${stderr}`]).toEqual([1, expect.stringContaining("there is no /proc here")]);
});

test("the launcher reads no settings and runs no code of the folder that the user stands in", async () => {
  const place = makeEmptyFolder();
  await Bun.write(join(place, ".env"), "BAKEN_PORT=none\n");
  await Bun.write(join(place, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
  await Bun.write(join(place, "preloaded.ts"), 'throw new Error("preloaded");\n');
  const { out, err, code } = await run(["status", "--data", folder], LAUNCHER, place);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toContain("reference date    2021-10-15\n");
  rmSync(place, { recursive: true });
});
