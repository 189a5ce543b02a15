/**
 * Walks the contract of the interface: answers on a demo country and on the real extract of Weesp; jobs and refusals,
 * which no data changes, on Weesp.
 */

import { afterAll } from "bun:test";
import { startExportThread } from "../../src/exports/export-thread.ts";
import { makeDemoPastFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { JOB_COMMAND } from "../support/processes/baken-process.ts";
import {
  type ContractTarget,
  describeAnswers,
  describeJobs,
  describeRefusals,
} from "../support/servers/contract-walk.ts";
import { openHarness } from "../support/servers/http-harness.ts";

function openTarget(dataDir: string): ContractTarget {
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
  return {
    // The MCP endpoint accepts the Host names of this machine.
    async ask(path, init = {}) {
      const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
      return await app.fetch(new Request(`http://localhost/api/v1${path}`, { ...init, headers }));
    },
  };
}

await describeAnswers("demo country", openTarget(await makeDemoPastFolder(2_000)));
const weesp = openTarget(await makeWeespPastFolder());
await describeAnswers("Weesp", weesp);
await describeJobs("Weesp", weesp);
await describeRefusals("Weesp", weesp);
