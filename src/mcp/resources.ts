/** Resources that an assistant reads without calling a tool: the version of the data, and totals of the country. */
import { getVersion } from "../http/endpoints/service.ts";
import { getOverview } from "../http/endpoints/statistics.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { callEndpoint } from "./call-endpoint.ts";

export interface Resource {
  /** Definition as `resources/list` sends it. */
  readonly definition: {
    readonly uri: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: "application/json";
  };
  read(snapshot: Snapshot): unknown;
}

export const RESOURCES: readonly Resource[] = [
  {
    definition: {
      uri: "bag://data-version",
      name: "data-version",
      title: "Version of the data",
      description: "Reference date of the BAG extract, when it was loaded, and how many records it holds.",
      mimeType: "application/json",
    },
    read: (snapshot) => callEndpoint(getVersion, snapshot, {}),
  },
  {
    definition: {
      uri: "bag://statistics/overview",
      name: "statistics-overview",
      title: "The country in numbers",
      description: "Totals of the whole data set; addresses by kind of object and by province.",
      mimeType: "application/json",
    },
    read: (snapshot) => callEndpoint(getOverview, snapshot, {}),
  },
];
