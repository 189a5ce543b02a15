import { readPageData } from "../../kit/client/preferences.ts";
import type { MaplibreFiles } from "../../kit/maplibre-files.ts";

/** Values that the server puts into the page (pages/files/server/files-page.ts). */
interface PageData {
  readonly maplibre: MaplibreFiles;
  /** True when files are taken with a key only. */
  readonly needsKey: boolean;
  readonly limits: { readonly fileBytes: number; readonly rows: number };
}

export const pageData = readPageData<PageData>();
