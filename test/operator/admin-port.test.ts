/** Tests the admin port of `./baken serve`: its token file, what it prints, and what the public port keeps. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAdminToken } from "../../src/pages/operator/server/admin-token.ts";
import { OPERATIONS } from "../../src/pages/operator/server/operations/index.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder, makeEmptyFolder } from "../support/servers/http-harness.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

let dataDir: string;
let server: ServeProcess;
let adminUrl: string;
let publicUrl: string;
beforeAll(async () => {
  dataDir = makeDataFolder();
  server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
  adminUrl = server.printed().match(/Operator's pages on (\S+),/)![1]!;
  publicUrl = new URL(server.url).origin;
});
afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

const logIn = (token: string) =>
  fetch(`${adminUrl}/api/login`, {
    method: "POST",
    headers: { origin: adminUrl, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });

describe("serve --admin-port", () => {
  test("makes a token that only its owner can read, says where it is, and never prints it", async () => {
    const path = join(dataDir, "admin-token");
    const token = readFileSync(path, "utf8").trim();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(token).toMatch(/^bkn_[0-9A-Za-z]{46}$/);
    expect(server.printed()).toContain(`with the token in ${path}`);
    expect((await logIn(token)).status).toBe(200);
    expect((await logIn(`${token}x`)).status).toBe(401);
    await until(() => server.printed().includes("the operator logged in"));
    expect(server.printed()).not.toContain(token);
  });

  test("serves nothing of the operator's on the public port", async () => {
    const document = await (await fetch(adminUrl)).text();
    const assets = [...document.matchAll(/(?:src|href)="(\/assets\/operator[^"]+)"/g)].map(
      ([, path]) => path!,
    );
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      expect([(await fetch(adminUrl + path)).status, (await fetch(publicUrl + path)).status]).toEqual([
        200, 404,
      ]);
    }
    const paths = OPERATIONS.map(({ path }) => path.replace("{id}", "1"));
    const others = [
      "/api/login",
      "/api/logout",
      "/api/session",
      "/keys",
      "/traffic",
      "/registry",
      "/exports",
      "/metrics",
    ];
    for (const path of [...paths, ...others]) {
      const [read, written] = await Promise.all([
        fetch(publicUrl + path),
        fetch(publicUrl + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
      ]);
      expect([path, read.status, written.status]).toEqual([path, 404, 404]);
    }
  });

  test("pages are the same document for everybody: data comes after the login", async () => {
    const [anonymous, other] = await Promise.all(
      ["/", "/keys/1"].map(async (path) => (await fetch(adminUrl + path)).text()),
    );
    expect(anonymous).toBe(other!);
    expect((await fetch(`${adminUrl}/`, { method: "POST" })).status).toBe(405);
    expect(await (await fetch(adminUrl, { method: "HEAD" })).text()).toBe("");
  });

  test.each([
    "/%00",
    "/keys/%2e%2e/x",
    "/keys/0",
    "/assets/",
    "/assets/..%2f..%2fadmin-token",
    "/admin-token",
    "/api/",
    "/api//keys",
    "/api/keys/%ff",
    `/api/${"x".repeat(7_000)}`,
  ])("hostile path %s gets a 4xx", async (path) => {
    const { status } = await fetch(adminUrl + path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("the token file", () => {
  const folder = makeEmptyFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "token");

  test("is made once and then kept", () => {
    const first = openAdminToken(path);
    expect(openAdminToken(path)).toEqual(first);
    expect(first.isExposed).toBe(false);
  });

  test("may be one's own; a token of 22 characters is long enough, one of 21 is not", () => {
    writeFileSync(path, `  ${"a1-_+/=~".repeat(3).slice(0, 22)}\n`);
    expect(openAdminToken(path).token).toBe("a1-_+/=~a1-_+/=~a1-_+/");
    writeFileSync(path, "x".repeat(21));
    expect(() => openAdminToken(path)).toThrow(/must hold one token of at least 22/);
  });

  test.each(["", "\n", `${"x".repeat(30)} ${"y".repeat(30)}`, `${"x".repeat(30)}\ny`, "é".repeat(30)])(
    "is refused when it holds %j",
    (content) => {
      writeFileSync(path, content);
      expect(() => openAdminToken(path)).toThrow(/must hold one token/);
    },
  );

  test("in a folder that does not exist is refused, and nothing is made", () => {
    const nowhere = join(folder, "nowhere", "token");
    expect(() => openAdminToken(nowhere)).toThrow(/cannot be used/);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
    chmodSync(path, 0o644);
    writeFileSync(path, "x".repeat(22));
    expect(openAdminToken(path).isExposed).toBe(true);
  });
});
