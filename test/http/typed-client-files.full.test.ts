/** Tests the typed client with paths that take a file. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, RequestFailed } from "../../src/http/client/client.ts";
import { until } from "../support/processes/until.ts";
import { csvOf, openGeocodeServer } from "../support/servers/geocode-files.ts";

const served = openGeocodeServer();
afterAll(() => served.close());
const token = served.issue();
const client = createClient({ baseUrl: served.url, token });

test("a file is text or a Blob, and the answer text or the body of a job", async () => {
  const text = await client.post("/geocode/csv", { add: "match" }, { body: csvOf(2) });
  expect(text.split("\r\n")[1]).toBe("1,1382KT,5,exact,,,");
  const blob = new Blob([csvOf(2)], { type: "text/csv" });
  expect(await client.post("/geocode/csv", { add: "match" }, { body: blob })).toBe(text);
  const { data } = await client.post("/geocode/jobs", { format: "geojson" }, { body: blob });
  const job = await client.get("/geocode/jobs/{jobId}", { jobId: data.job_id });
  expect(job.data.total_records).toBe(2);
});

test("a file that is refused throws the error with its faults; tsc asks for the file", async () => {
  const asked = client.post("/geocode/csv", {}, { body: "foo,bar\n1,2\n" });
  const failure = (await asked.catch((error: unknown) => error)) as RequestFailed;
  expect(failure).toBeInstanceOf(RequestFailed);
  expect([failure.status, Object.keys(failure.problem?.errors ?? {})]).toEqual([422, ["file"]]);
  // @ts-expect-error: the file is missing
  await expect(client.post("/geocode/csv", {})).rejects.toBeInstanceOf(RequestFailed);
});

/** Bytes of the file that a job made, in the folder of the server. */
const fileOf = (name: string) => new Uint8Array(readFileSync(join(served.dataDir, "exports", name)));

test("a download is the bytes of the file, also of a text format", async () => {
  served.startWork();
  for (const format of ["parquet", "gpkg", "xlsx", "csv"] as const) {
    const { data } = await client.post("/geocode/jobs", { format }, { body: csvOf(2) });
    await served.finish(data.job_id, token);
    const bytes = await client.get("/geocode/jobs/{jobId}/download", { jobId: data.job_id });
    expect(bytes).toEqual(fileOf(`${data.job_id}.1.${format}`));
  }
  for (const format of ["parquet", "json"] as const) {
    const { data } = await client.post("/export/addresses", { format });
    const jobId = data.job_id;
    await until(async () => (await client.get("/export/{jobId}", { jobId })).data.status === "completed");
    const bytes = await client.get("/export/{jobId}/download", { jobId });
    expect(bytes).toEqual(fileOf(`${jobId}.1.${format}`));
  }
});
