/** Opens the real app on the fixture with the export thread, and sends it requests without a socket. */

import { rmSync } from "node:fs";
import { type AppOptions, createApp } from "../../../src/app.ts";
import { type ExportThread, startExportThread } from "../../../src/exports/export-thread.ts";
import { JOB_COMMAND } from "../processes/baken-process.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { makeDataFolder, ORIGIN } from "./http-harness.ts";

const RETENTION_MS = 3_600_000;

/** Returns a request with a JSON body. */
export const json = (value: unknown): RequestInit => ({
  body: JSON.stringify(value),
  headers: { "content-type": "application/json" },
});

const TIGHT: Pick<AppOptions, "exportLimits"> = { exportLimits: { perKey: 2, overall: 3, bytesPerKey: 1e9 } };

/**
 * Opens the harness with limits of two jobs per key and three in all, unless others are given; `{}` means the app's
 * defaults. The data folder, of the fixture unless another is given, is removed at the end.
 */
export function openExportHarness(limits = TIGHT, dataDir = makeDataFolder()) {
  const app = createApp({ dataDir, ...limits });
  let thread: ExportThread | undefined = startExportThread({
    dataDir,
    retentionMs: RETENTION_MS,
    bytesPerKey: 1e9,
    jobCommand: JOB_COMMAND,
  });

  /** Creates a server key, or a browser key for ORIGIN; returns its token. */
  function issue(kind: "server" | "browser" = "server"): string {
    const keys = openKeyStore(dataDir);
    const origins = kind === "browser" ? [ORIGIN] : [];
    const { token } = keys.create({ name: "test", kind, ratePerMinute: 1_000_000, origins });
    keys.close();
    return token;
  }
  const ours = issue();

  async function ask(path: string, init: RequestInit = {}, token = ours): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    return await app.fetch(new Request(`${ORIGIN}/api/v1${path}`, { ...init, headers }));
  }

  const post = (query = "", init: RequestInit = {}, token = ours) =>
    ask(`/export/addresses${query}`, { method: "POST", ...init }, token);

  /** Requests an export; returns the job's id. */
  async function queue(query = "", init: RequestInit = {}, token = ours): Promise<string> {
    const response = await post(query, init, token);
    const text = await response.text();
    if (response.status !== 202) {
      throw new Error(`not queued: ${text}`);
    }
    return JSON.parse(text).data.job_id;
  }

  async function jobOf(id: string, token = ours) {
    return JSON.parse(await (await ask(`/export/${id}`, {}, token)).text()).data;
  }

  /** Waits until a job is neither pending nor processing; returns it. */
  async function finish(id: string, token = ours) {
    for (;;) {
      const job = await jobOf(id, token);
      if (job.status !== "pending" && job.status !== "processing") {
        return job;
      }
      await Bun.sleep(10);
    }
  }

  async function stopWork(): Promise<void> {
    await thread?.stop();
    thread = undefined;
  }

  return {
    dataDir,
    issue,
    ask,
    post,
    queue,
    jobOf,
    finish,
    stopWork,
    startWork() {
      thread = startExportThread({
        dataDir,
        retentionMs: RETENTION_MS,
        bytesPerKey: 1e9,
        jobCommand: JOB_COMMAND,
      });
    },
    async close() {
      await stopWork();
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
