import { readPageData } from "../../kit/client/preferences.ts";
import type { ExplorerView } from "./navigation.tsx";

/** Values that the server puts into the page (pages/explorer/server/explorer-page.ts). */
interface PageData {
  readonly maplibre: { readonly script: string; readonly worker: string; readonly style: string };
  /** True when no key is needed. */
  readonly isOpen: boolean;
  readonly isDemo: boolean;
  /** Absent while the server has no registry. */
  readonly registry?: {
    /** Reference date, YYYY-MM-DD. */
    readonly date: string;
    readonly counts: Readonly<Record<"addresses" | "buildings" | "cities" | "municipalities", number>>;
    /** Searches that find something. */
    readonly examples: readonly { readonly label: string; readonly view: NonNullable<ExplorerView> }[];
  };
}

export const pageData = readPageData<PageData>();
