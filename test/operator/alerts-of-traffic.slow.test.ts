/**
 * Causes faults of one server by requests and time for real. Checks that each alert fires (promtool), and the findings
 * of `baken doctor`: a killed server, an untrusted proxy, guessed tokens, slow senders, old data, demo data.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSecret } from "../../src/accounts/api-key.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { fires, readFindings, type Scrape, scrape, scrapeWith } from "../support/processes/fired-alerts.ts";
import { newDataFolder } from "../support/processes/run-backup.ts";
import { hasProxy, PUBLIC_HOST, startProxyProcess } from "../support/servers/proxy-process.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const hasNginx = hasProxy("nginx");

describe.skipIf(!hasProgram("promtool", "prometheus"))("a server", () => {
  let dataDir: string;
  let server: ServeProcess;
  let token: string;
  let metricsUrl: string;
  beforeAll(async () => {
    dataDir = newDataFolder();
    token = issueKey(dataDir, {});
    server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0", "--slow-ms", "500"]);
    metricsUrl = /Metrics on (\S+)/.exec(server.printed())![1]!;
  });
  afterAll(() => server.signal("SIGKILL"));

  async function examine(): Promise<string[]> {
    const ports = ["--port", `${server.port}`, "--admin-port", new URL(metricsUrl).port];
    return readFindings((await runBaken(["doctor", "--json", "--data", dataDir, ...ports])).stdout);
  }

  const ask = (headers: Record<string, string>) => fetch(`${server.url}/cities`, { headers });

  /** Scrapes before and after an action. The alerts are tested as if the action continued at this rate. */
  async function during(act: () => Promise<void>): Promise<[before: Scrape, after: Scrape]> {
    const before = await scrape(metricsUrl);
    await act();
    return [before, await scrape(metricsUrl)];
  }

  test.skipIf(!hasNginx)(
    "behind a proxy that it does not trust",
    async () => {
      const proxy = await startProxyProcess("nginx", server.port);
      const throughProxy = await during(async () => {
        for (let n = 0; n < 20; n++) {
          const answer = await fetch(`${proxy.url}/api/v1/status`, { headers: { host: PUBLIC_HOST } });
          expect(answer.status).toBe(200);
        }
      });
      await proxy.stop();
      expect(fires("BakenProxyNotTrusted", ...throughProxy, { goesOn: true })).toBe(true);
      const direct = await during(async () => {
        await ask({ authorization: `Bearer ${token}` });
      });
      expect(fires("BakenProxyNotTrusted", ...direct, { goesOn: true })).toBe(false);
      expect(await examine()).toContainEqual(
        expect.stringMatching(
          /^warning proxy: Requests came with X-Forwarded-For from an address .*: 2\d of /,
        ),
      );
    },
    60_000,
  );

  test("on which somebody guesses tokens", async () => {
    expect((await examine()).join()).not.toContain("wrong tokens");
    const guessing = await during(async () => {
      for (let n = 0; n < 130; n++) {
        const { status } = await ask({ authorization: `Bearer 1|${createSecret()}` });
        expect(status).toBe(n < 30 ? 401 : 429);
      }
    });
    expect(fires("BakenManyWrongTokens", ...guessing, { goesOn: true })).toBe(true);
    expect(await examine()).toContainEqual(
      "warning wrong tokens: Requests refused because their address had sent too many wrong tokens: 100.",
    );
  }, 60_000);

  test("to which clients send slowly", async () => {
    const sendSlowly = async () => {
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode("postcode;huisnummer\n"));
          await Bun.sleep(700);
          controller.enqueue(new TextEncoder().encode("1382KT;5\n"));
          controller.close();
        },
      });
      const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
      return (await fetch(`${server.url}/geocode/csv`, { method: "POST", headers, body })).status;
    };
    expect((await examine()).join()).not.toContain("slow requests");
    const slow = await during(async () => {
      expect(await Promise.all(Array.from({ length: 8 }, sendSlowly))).toEqual(Array(8).fill(200));
    });
    expect(fires("BakenSlow", ...slow, { goesOn: true })).toBe(true);
    expect(server.printed()).toMatch(/"slow request".*"route":"\/geocode\/csv"/);
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^warning slow requests: 8 of 1\d\d requests took longer than 0\.25 s/),
    );
  }, 60_000);

  test("of old data, and of demo data", async () => {
    const old = await scrape(metricsUrl);
    const demoDir = await makeDemoFolder(500);
    const name = readFileSync(join(demoDir, "current"), "utf8");
    linkSync(join(demoDir, name.trim()), join(dataDir, name.trim()));
    rmSync(demoDir, { recursive: true });
    const pointAt = (file: string) => {
      writeFileSync(join(dataDir, "next"), file);
      renameSync(join(dataDir, "next"), join(dataDir, "current"));
    };
    const before = readFileSync(join(dataDir, "current"), "utf8");
    pointAt(name);
    const demo = await scrapeWith(metricsUrl, /^baken_registry_demo 1$/m);
    // The rule waits for a day, because demo data are not urgent.
    expect(fires("BakenDemoData", old, demo, { looks: [25 * 60] })).toBe(true);
    expect(fires("BakenDataOld", demo, old)).toBe(true);
    expect(fires("BakenDataOld", demo, demo)).toBe(false);
    const { stdout } = await runBaken(["doctor", "--data", dataDir, "--port", "0"]);
    expect(stdout).toMatch(/^ok +data +Generated test data/m);
    pointAt(before);
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^warning age of the data: The data of 2021-10-15 is \d+ days old/),
    );
  }, 60_000);

  test("that is killed", async () => {
    const before = await scrape(metricsUrl);
    await server.signal("SIGKILL");
    const after = await scrape(metricsUrl);
    expect(fires("BakenDown", before, after)).toBe(true);
    expect(fires("BakenDown", before, before)).toBe(false);
    const { stdout } = await runBaken(["doctor", "--data", dataDir, "--port", `${server.port}`]);
    expect(stdout).toMatch(/^ok +port +127\.0\.0\.1:\d+ is free: no server runs there$/m);
  }, 60_000);
});
