/** Tests what a process does whose registry is truncated while it is open. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../src/registry/open-registry.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const SRC = join(import.meta.dir, "../../src");

let demo: string;
let publish: ReturnType<typeof createPublisher>;
const root = mkdtempSync(join(tmpdir(), "baken-hot-swap-"));
beforeAll(async () => {
  demo = await makeDemoFolder(500);
  publish = createPublisher(openRegistry(demo).current()!.path);
}, 30_000);
const started: ServeProcess[] = [];
afterAll(async () => {
  await Promise.all(started.map((server) => server.signal("SIGKILL")));
  for (const folder of [demo, root]) {
    rmSync(folder, { recursive: true });
  }
});

async function serve(dataDir: string): Promise<ServeProcess> {
  const server = await startServe(dataDir, ["--threads", "1", "--keep-registries", "100"]);
  started.push(server);
  return server;
}

test("a registry that is truncated while it is open is reported by the next check, which reads nothing of it", () => {
  const dataDir = join(root, "cut-off");
  const path = join(dataDir, publish(dataDir));
  const script = `
    import { truncateSync } from "node:fs";
    import { openRegistry } from ${JSON.stringify(join(SRC, "registry/open-registry.ts"))};
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

test("a server whose registry is truncated logs it, or ends at an earlier read with a bus error", async () => {
  const dataDir = join(root, "cut-off-serving");
  const path = join(dataDir, publish(dataDir));
  const server = await serve(dataDir);
  truncateSync(path, 4096);
  await until(() => /was truncated|Bus error/.test(server.printed()));
}, 30_000);
