/** Runs an export of the interface and saves its file. */
import { RequestFailed } from "../../../../http/client/client.ts";
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

const POLL_MS = 500;

/** Waits for the export and saves its file; throws RequestFailed when it is refused or fails. */
export async function saveExport(request: ExportSelection & { readonly format: SavedFormat }): Promise<void> {
  const { client } = access;
  const { data: job } = await client.post("/export/addresses", request as never);
  const jobId = job.job_id;
  for (let status: string = job.status; status !== "completed"; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = (await client.get("/export/{jobId}", { jobId })).data.status;
    if (status === "failed" || status === "expired") {
      throw new Error(`The export has ${status}.`);
    }
  }
  const response = await access.fetch(`/api/v1/export/${jobId}/download`);
  if (!response.ok) {
    throw new RequestFailed(response, undefined);
  }
  const [, name = `addresses.${request.format}`] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(name, await response.blob());
}
