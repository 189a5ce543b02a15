/** A server hands out its typed client: a release contains the package, a server of the sources packs it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packClient } from "../../release/client/build-client.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { startServe } from "../support/servers/serve-process.ts";

setDefaultTimeout(120_000);

const SOURCES = join(import.meta.dir, "../../baken");

test("/docs/baken-client.tgz is the packed client, without a key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baken-client-download-"));
  const expected = readFileSync(await packClient(folder));
  const dataDir = await makeWeespFolder();
  for (const program of [undefined, SOURCES]) {
    const server = await startServe(dataDir, ["--threads", "1", "--public-page", "off"], [], program);
    const response = await fetch(new URL("/docs/baken-client.tgz", server.url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true);
    await server.signal("SIGTERM");
  }
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});
