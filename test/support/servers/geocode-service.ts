/** Geocodes files over HTTP with a server process, as a client does. */

import { until } from "../processes/until.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { startServe } from "./serve-process.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A job may wait for the processor on a machine that runs other tests. */
const JOB_LIMIT_MS = 500_000;

export async function startGeocodeService(dataDir: string) {
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "dialects", kind: "server", ratePerMinute: 1_000_000 });
  keys.close();
  const server = await startServe(dataDir);
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(server.url + path, { ...init, headers });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    return response;
  };
  const post = async (path: string, body: Buffer, type: string) =>
    await ask(path, { method: "POST", body, headers: { "content-type": type } });

  return {
    /** Returns the CSV that the endpoint answers at once. */
    async geocodeCsv(file: Buffer): Promise<string> {
      return await (await post("/geocode/csv", file, "text/csv")).text();
    },
    /** Returns the CSV of a job. */
    async geocodeAsJob(file: Buffer, extension: "csv" | "xlsx"): Promise<string> {
      const type = extension === "csv" ? "text/csv" : XLSX;
      const queued = (await (await post("/geocode/jobs", file, type)).json()) as { data: { job_id: string } };
      const path = `/geocode/jobs/${queued.data.job_id}`;
      await until(async () => {
        const { data } = (await (await ask(path)).json()) as { data: { status: string } };
        if (data.status === "failed") {
          throw new Error(JSON.stringify(data));
        }
        return data.status === "completed";
      }, JOB_LIMIT_MS);
      return await (await ask(`${path}/download`)).text();
    },
    stop: async () => await server.signal("SIGTERM"),
  };
}
