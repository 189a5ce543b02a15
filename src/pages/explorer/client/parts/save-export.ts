/** Runs an export of the interface and saves its file. */
import { createClient } from "../../../../http/client/client.ts";
import { access } from "../../../kit/client/ask.ts";
import { saveFile } from "./address-files.ts";

export const SAVED_FORMATS = ["csv", "geojson", "gpkg"] as const;
export type SavedFormat = (typeof SAVED_FORMATS)[number];

/** Conditions of an export: an area by its code or name, or a box in degrees. */
export interface ExportSelection {
  readonly postcode_area?: string;
  readonly woonplaats_id?: string;
  readonly gemeente_code?: string;
  readonly provincie_naam?: string;
  readonly north?: string;
  readonly south?: string;
  readonly east?: string;
  readonly west?: string;
}

export interface SaveOptions {
  /** Cancels the export, also on the server. */
  readonly signal: AbortSignal;
  onProgress(percent: number): void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const PAUSE_GROWTH = 1.5;

/**
 * Waits for the export and saves its file. Requests that a limit refuses are sent again when it allows them. Throws
 * RequestFailed when the export is refused, Error when it fails, and the reason of the signal when it is cancelled.
 */
export async function saveExport(
  request: ExportSelection & { readonly format: SavedFormat },
  { signal, onProgress }: SaveOptions,
): Promise<void> {
  let name = `addresses.${request.format}`;
  const client = createClient({
    baseUrl: "/api/v1",
    retries: Number.POSITIVE_INFINITY,
    async fetch(url, init) {
      const response = await access.fetch(url, init as RequestInit);
      name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? name;
      return response;
    },
  });
  const { data: job } = await access.client.post("/export/addresses", request as never);
  const jobId = job.job_id;
  const remove = () => void client.delete("/export/{jobId}", { jobId });
  signal.addEventListener("abort", remove);
  if (signal.aborted) {
    remove();
    throw signal.reason;
  }
  let status: string = job.status;
  for (
    let pauseMs = FIRST_PAUSE_MS;
    status !== "completed";
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, MAX_PAUSE_MS)
  ) {
    if (status === "failed" || status === "expired") {
      throw new Error(`The export has ${status}.`);
    }
    await pause(pauseMs, signal);
    const { data } = await client.get("/export/{jobId}", { jobId }, { signal });
    status = data.status;
    onProgress(data.progress);
  }
  const content = await client.get("/export/{jobId}/download", { jobId }, { signal });
  saveFile(name, new Blob([content]));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    setTimeout(resolve, ms);
  });
}
