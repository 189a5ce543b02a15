/** The reads of each kind alone: what its handler asks of the registry or the search, without HTTP. */
import { wgs84ToRd } from "../../src/geo/rd.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { findAdres, listAdressenOfPostcode, lookupAdres } from "../../src/registry/read/adressen.ts";
import { listAdressenInBox } from "../../src/registry/read/adressen-in-box.ts";
import { findNearestAdres, listNearbyAdressen } from "../../src/registry/read/nearby.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { makeTile } from "../../src/tiles/make-tile.ts";
import type { BenchRequest } from "../shared/wrk.ts";
import type { KindName } from "./kinds.ts";

const PAGE = { page: 1, perPage: 25 };

/** Returns the read of a request, with its parameters read beforehand. */
type Prepare = (s: Snapshot, url: URL) => () => unknown;

const textOf = (url: URL, name: string) => url.searchParams.get(name) ?? "";
const numberOf = (url: URL, name: string) => Number(url.searchParams.get(name));
const lastSegmentOf = (url: URL) => url.pathname.split("/").at(-1)!;

const lookup: Prepare = (s, url) => {
  const key = {
    postcode: textOf(url, "postcode"),
    huisnummer: numberOf(url, "number"),
    huisletter: textOf(url, "letter"),
    toevoeging: textOf(url, "addition"),
  };
  return () => lookupAdres(s, key);
};

const search: Prepare = (s, url) => {
  const line = textOf(url, "q");
  return () => searchAdressen(s, line, PAGE);
};

const rdOf = (url: URL) => wgs84ToRd(numberOf(url, "lat"), numberOf(url, "lng"));

const READS: Readonly<Partial<Record<KindName, Prepare>>> = {
  lookup,
  validate: lookup,
  id(s, url) {
    const id = lastSegmentOf(url);
    return () => findAdres(s, id);
  },
  postcode(s, url) {
    const postcode = lastSegmentOf(url);
    return () => listAdressenOfPostcode(s, postcode, PAGE);
  },
  search,
  misspelt: search,
  autocomplete(s, url) {
    const line = textOf(url, "q");
    return () => suggestAdressen(s, line, { limit: 10 });
  },
  reverse(s, url) {
    const at = rdOf(url);
    return () => findNearestAdres(s, at, 100);
  },
  nearby(s, url) {
    const at = rdOf(url);
    return () => listNearbyAdressen(s, at, { radiusM: 1000, limit: 25 });
  },
  box(s, url) {
    const edge = (name: string) => numberOf(url, name);
    const asked = { north: edge("north"), south: edge("south"), east: edge("east"), west: edge("west") };
    return () => listAdressenInBox(s, asked, { limit: 100 });
  },
  tile(s, url) {
    const [z, x, y] = url.pathname.split("/").slice(2).map(Number.parseFloat);
    return () => makeTile(s, z!, x!, y!);
  },
};

/** Returns the reads of the requests of a kind; undefined for a kind that has none without HTTP. */
export function readsOf(
  s: Snapshot,
  kind: KindName,
  requests: readonly BenchRequest[],
): (() => unknown)[] | undefined {
  const prepare = READS[kind];
  return prepare && requests.map(({ path }) => prepare(s, new URL(path, "http://localhost")));
}
