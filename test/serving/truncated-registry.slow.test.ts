/** Tests a process whose open registry is truncated. */
import { expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/processes/until.ts";
import { usePublishedDemo } from "../support/servers/published-demo.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const SRC = join(import.meta.dir, "../../src");

const { root, publish, serve } = usePublishedDemo();

test("a registry that is truncated while it is open is reported by the next check, which reads nothing of it", () => {
  const dataDir = join(root, "cut-off");
  const path = join(dataDir, publish(dataDir));
  const script = `
    import { truncateSync } from "node:fs";
    import { openRegistry } from ${JSON.stringify(join(SRC, "registry/file/open-registry.ts"))};
    const registry = openRegistry(${JSON.stringify(dataDir)}, ({ message }) => console.log(message));
    registry.current();
    truncateSync(${JSON.stringify(path)}, 4096);
    registry.refresh();
    registry.refresh();
    process.exit(registry.current() === undefined ? 1 : 0);`;
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, "-e", script]);
  expect([exitCode, stdout.toString().match(/was truncated while it was being served/g)?.length]).toEqual([
    0, 1,
  ]);
  expect(stdout.toString()).toContain(path);
});

test("a request that reads beyond the end of a truncated registry ends the server with a bus error", async () => {
  const dataDir = join(root, "cut-off-asked");
  const path = join(dataDir, publish(dataDir));
  const headers = { authorization: `Bearer ${issueKey(dataDir, {})}` };
  const server = await serve(dataDir);
  expect((await fetch(`${server.url}/version`, { headers })).status).toBe(200);
  truncateSync(path, 4096);
  await expect(fetch(`${server.url}/geocode/reverse?lat=52.1&lng=5.1`, { headers })).rejects.toThrow();
  await until(() => server.printed().includes("Bus error"), 60_000);
}, 90_000);
