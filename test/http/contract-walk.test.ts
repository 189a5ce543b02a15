/** Walks the contract of the interface on a demo country and on the real extract of Weesp. */

import { afterAll } from "bun:test";
import { startExportThread } from "../../src/exports/export-thread.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { JOB_COMMAND } from "../support/processes/baken-process.ts";
import { describeContract } from "../support/servers/contract-walk.ts";
import { openHarness } from "../support/servers/http-harness.ts";

async function describeFolder(name: string, dataDir: string): Promise<void> {
  const { app, token, close } = openHarness(dataDir);
  const exportThread = startExportThread({
    dataDir,
    retentionMs: 3_600_000,
    bytesPerKey: 1e9,
    jobCommand: JOB_COMMAND,
  });
  afterAll(async () => {
    await exportThread.stop();
    close();
  });
  await describeContract(name, {
    // The MCP endpoint accepts the Host names of this machine.
    async ask(path, init = {}) {
      const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
      return await app.fetch(new Request(`http://localhost/api/v1${path}`, { ...init, headers }));
    },
  });
}

await describeFolder("demo country", await makeDemoFolder(2_000));
await describeFolder("Weesp", await makeWeespFolder());
