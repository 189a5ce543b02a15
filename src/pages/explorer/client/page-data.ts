import { readPageData } from "../../kit/client/preferences.ts";
import type { MaplibreFiles } from "../../kit/maplibre-files.ts";
import type { ExplorerView } from "../view.ts";

/** Values that the server puts into the page (pages/explorer/server/explorer-page.ts). */
interface PageData {
  readonly maplibre: MaplibreFiles;
  /** True when no key is needed. */
  readonly isOpen: boolean;
  /** Whom to ask for a key. */
  readonly contact?: string;
  /** Title of the document while nothing is chosen. */
  readonly title: string;
  /** Heading of the first view. */
  readonly heading: string;
  /** Absent while the server has no registry. */
  readonly registry?: {
    /** Says what a search cannot find, because it is not loaded; absent where everything is. */
    readonly missing?: string;
    /** True for the sample and generated data, which the header of every page names. */
    readonly isTestData: boolean;
    /** True when a postcode area has an outline around its addresses in place of a border. */
    readonly hasDerivedAreas: boolean;
    /** True when the registry has a history. */
    readonly hasHistory: boolean;
    /** Reference date, YYYY-MM-DD. */
    readonly date: string;
    /** Sentence with the source and reference date of the data. */
    readonly source: string;
    readonly counts: Readonly<Record<"addresses" | "buildings" | "cities" | "municipalities", number>>;
    /** Searches that find something. */
    readonly examples: readonly { readonly label: string; readonly view: NonNullable<ExplorerView> }[];
  };
}

export const pageData = readPageData<PageData>();
