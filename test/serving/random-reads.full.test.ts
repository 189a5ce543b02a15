/** Tests that a server advises the kernel of random reads of the registry that it serves. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { startServe } from "../support/servers/serve-process.ts";

const dataDir = await makeWeespFolder();
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Returns how many mappings of the registry have the flag `rr` of proc(5): random reads. */
function advisedMappings(pid: number): number {
  const mappings = readFileSync(`/proc/${pid}/smaps`, "utf8").split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  return mappings.filter((mapping) => /\/registry-\S+\.gpkg$[\s\S]*^VmFlags:.* rr\b/m.test(mapping)).length;
}

test.skipIf(process.platform !== "linux")("every thread is to read the registry at random", async () => {
  const threads = 2;
  const server = await startServe(dataDir, ["--threads", `${threads}`]);
  // The thread of exports has a mapping too, which it reads in a row.
  await until(() => advisedMappings(server.pid) >= threads);
  expect(await server.signal("SIGTERM")).toBe(0);
});
