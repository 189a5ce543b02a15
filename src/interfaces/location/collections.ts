/** Collections of PDOK's Location API that baken has objects for. */
import type { FeatureLayer } from "../../registry/read/feature-pages.ts";
import type { LocationObject } from "./describe.ts";

export interface LocationCollection {
  readonly id: string;
  /** Type of its objects. */
  readonly type: LocationObject["type"];
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly displayNameExample: string;
  /** Collection of the BAG OGC API in which the objects are items. */
  readonly source?: FeatureLayer;
}

export const COLLECTIONS: readonly LocationCollection[] = [
  {
    id: "adres",
    type: "adres",
    title: "Adres",
    description: "Adressen van de BAG: nummeraanduidingen met hun adresseerbaar object.",
    keywords: ["adres", "BAG"],
    displayNameExample: "Keurstraat 5a, 1382KT Weesp, Weesp (Noord-Holland)",
    source: "adres",
  },
  {
    id: "woonplaats",
    type: "woonplaats",
    title: "Woonplaats",
    description: "Woonplaatsen van de BAG.",
    keywords: ["woonplaats", "BAG"],
    displayNameExample: "Weesp, Weesp (Noord-Holland)",
    source: "woonplaats",
  },
  {
    id: "gemeentegebied",
    type: "gemeente",
    title: "Gemeentegebied",
    description: "Gemeenten.",
    keywords: ["gemeente"],
    displayNameExample: "Gemeente Weesp, Noord-Holland",
    source: "gemeente",
  },
  {
    id: "provinciegebied",
    type: "provincie",
    title: "Provinciegebied",
    description: "Provincies.",
    keywords: ["provincie"],
    displayNameExample: "Provincie Noord-Holland",
  },
];

/** Version of every collection. */
export const VERSION = 1;
