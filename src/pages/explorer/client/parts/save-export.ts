/** Saves files of addresses: exports of the interface, and lists. */
import { createClient } from "../../../../http/client/client.ts";
import { access } from "../../../kit/client/ask.ts";

export type SavedFormat = "xlsx" | "csv" | "geojson" | "gpkg";

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

/** Addresses of an object, which are few enough for one answer (explorer/server/address-list.ts). */
export interface SavedList {
  readonly kind: "street" | "postcode" | "building";
  readonly id: string;
  /** Name of the file, without its extension. */
  readonly name: string;
}

/** Saves a list; a request that a limit refuses is sent again. Throws RequestFailed. */
export async function saveList(
  { kind, id, name }: SavedList,
  format: string,
  { signal }: SaveOptions,
): Promise<void> {
  const client = createClient({
    baseUrl: "",
    retries: Number.POSITIVE_INFINITY,
    fetch: (url, init) => access.fetch(url, init as RequestInit),
  });
  const parameters = { kind, id, format };
  const content = await client.get("/list/{kind}/{id}/download" as never, parameters as never, { signal });
  saveFile(`${name}.${format}`, new Blob([content]));
}

/** Time for which the browser can read the content of a file that it saves. */
const KEPT_MS = 60_000;

/** Lets the browser save a file. */
function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    setTimeout(resolve, ms);
  });
}
