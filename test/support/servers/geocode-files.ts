/** Serves the app on the fixture over a real socket, and sends it files to geocode. */

import { rmSync } from "node:fs";
import { type AppOptions, createApp } from "../../../src/app.ts";
import { startExportThread } from "../../../src/exports/export-thread.ts";
import { startServer } from "../../../src/http/serving/server.ts";
import { JOB_COMMAND } from "../processes/baken-process.ts";
import { until } from "../processes/until.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { makeDataFolder, ORIGIN } from "./http-harness.ts";

/** Maximum time of a job: the largest files of tests take seconds. */
const FINISH_LIMIT_MS = 60_000;

type KeySettings = Partial<Parameters<ReturnType<typeof openKeyStore>["create"]>[0]>;

/** Body of an error, or the data of a job. */
export interface AnswerBody {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly rows?: number;
  readonly quota_remaining?: number;
  readonly data: JobData;
}

interface JobData {
  readonly job_id: string;
  readonly status: string;
  readonly message?: string;
  readonly total_records: number;
  readonly download_url: string | null;
  readonly file_size: number | null;
}

export function openGeocodeServer(options: Partial<AppOptions> = {}, retentionMs = 3_600_000) {
  const { dataDir = makeDataFolder() } = options;
  const app = createApp({ ...options, dataDir });
  const server = startServer({ host: "127.0.0.1", port: 0, fetch: app.fetch });
  const url = `${server.url}/api/v1`;
  let thread: ReturnType<typeof startExportThread> | undefined;

  /** Creates a server key unless the settings say otherwise; returns its token. */
  function issue(settings: KeySettings = {}): string {
    const keys = openKeyStore(dataDir);
    const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000, ...settings });
    keys.close();
    return token;
  }
  const ours = issue();

  function ask(path: string, init: RequestInit = {}, token = ours): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    return fetch(url + path, { ...init, headers });
  }

  /** Sends a file; CSV unless `init` has another type. */
  const post = (path: string, body: RequestInit["body"], init: RequestInit = {}, token = ours) =>
    ask(
      path,
      { method: "POST", headers: { "content-type": "text/csv" }, body: body ?? null, ...init },
      token,
    );

  async function jobOf(id: string, token = ours): Promise<JobData> {
    return ((await (await ask(`/geocode/jobs/${id}`, {}, token)).json()) as AnswerBody).data;
  }

  return {
    dataDir,
    origin: ORIGIN,
    url,
    issue,
    ask,
    post,
    jobOf,
    /** Waits until a job is neither pending nor processing; returns it. */
    async finish(id: string, token = ours): Promise<JobData> {
      let job: JobData | undefined;
      await until(async () => {
        job = await jobOf(id, token);
        return !["pending", "processing"].includes(job.status);
      }, FINISH_LIMIT_MS);
      return job!;
    },
    startWork() {
      thread ??= startExportThread({ dataDir, retentionMs, bytesPerKey: 1e9, jobCommand: JOB_COMMAND });
    },
    async stopWork() {
      await thread?.stop();
      thread = undefined;
    },
    async close() {
      await thread?.stop();
      await server.stop(0);
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Returns CSV with a header and this many rows, of addresses that the fixture has. */
export function csvOf(rows: number): string {
  return `id,postcode,huisnummer\n${Array.from({ length: rows }, (_, i) => `${i + 1},1382KT,5\n`).join("")}`;
}

export const bodyOf = async (response: Response) => (await response.json()) as AnswerBody;
