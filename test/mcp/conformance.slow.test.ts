/**
 * Runs the official conformance suite against the real server, in both eras; expected failures are listed with reasons.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { serveMcp } from "../support/servers/mcp-harness.ts";
import { startProxy } from "../support/servers/mcp-proxy.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../..");
/** Path of Node, which the suite needs; installed from npm, whatever the system has. */
const NODE = join(ROOT, "node_modules/.bin/node");
const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

const served = await serveMcp(500);
const proxy = startProxy(served.origin, served.token);
afterAll(async () => {
  proxy.stop();
  await served.stop();
});

async function runSuite(args: readonly string[]): Promise<void> {
  const child = Bun.spawn([NODE, SUITE, "server", "--url", `${proxy.url}/api/v1/mcp`, ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const printed = await new Response(child.stdout).text();
  expect(await child.exited, printed).toBe(0);
}

test.each(["2026-07-28", "2025-11-25"])("everything revision %s requires, but for the baseline", (revision) =>
  runSuite([
    "--requirements",
    revision,
    "--expected-failures",
    join(import.meta.dir, "../mcp-conformance", `${revision}.yml`),
  ]),
);

/** Scenarios that apply to any server: no baseline may hide them. */
test.each([
  [
    "2026-07-28",
    [
      "tools-list",
      "resources-list",
      "sep-2164-resource-not-found",
      "dns-rebinding-protection",
      "http-header-validation",
    ],
  ],
  ["2025-11-25", ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"]],
])("what applies to any server passes in whole: %s", async (revision, scenarios) => {
  for (const scenario of scenarios) {
    await runSuite(["--scenario", scenario, "--spec-version", revision]);
  }
});
