/** Questions about the features of Weesp for clients of others, with the answers of baken's own interface. */
import type { Weesp } from "../support/countries/weesp-in-memory.ts";
import type { InterfaceHarness } from "../support/servers/foreign-interfaces.ts";

/** Part of Weesp with fewer objects than `/api/v1` lists at once: west, south, east, north. */
export const BOX = [5.034, 52.302, 5.04, 52.305] as const;

/** Properties of `adres` with the value that each must equal. */
export const FILTERS = [
  ["identificatie", "0457200000521750"],
  ["postcode", "1382KT"],
  ["postcode", "1381BB"],
] as const;

/** Identificaties, sorted. */
export interface OwnAnswers {
  readonly adressen: readonly string[];
  readonly panden: readonly string[];
  /** Adressen of each of {@link FILTERS}. */
  readonly filtered: readonly (readonly string[])[];
  /** Identificaties of objects that touch {@link BOX}. */
  readonly adressenInBox: readonly string[];
  readonly pandenInBox: readonly string[];
  /** Longitude and latitude of the adressen in the box. */
  readonly points: Readonly<Record<string, readonly [number, number]>>;
}

export interface OwnAdres {
  readonly nummeraanduiding_id: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** Returns a function that asks `/api/v1` and returns the `data` of an answer with 200; throws for another status. */
export function openOwn(served: InterfaceHarness): <T>(path: string) => Promise<T> {
  const authorization = `Bearer ${served.issue({ name: "own", kind: "server" })}`;
  return async <T>(path: string) => {
    const answer = await served.ask(`/api/v1${path}`, { headers: { authorization } });
    if (answer.status !== 200) {
      throw new Error(`${path} is answered with ${answer.status}.`);
    }
    return ((await answer.json()) as { data: T }).data;
  };
}

/** Asks `/api/v1`; all of Weesp, which it lists nowhere, comes from the registry. */
export async function readOwnAnswers(served: InterfaceHarness, weesp: Weesp): Promise<OwnAnswers> {
  const ask = openOwn(served);
  const idsOf = (rows: readonly Pick<OwnAdres, "nummeraanduiding_id">[]) =>
    rows.map(({ nummeraanduiding_id }) => nummeraanduiding_id).sort();
  const [west, south, east, north] = BOX;
  const box = `within-bbox?west=${west}&south=${south}&east=${east}&north=${north}`;
  const inBox = await ask<OwnAdres[]>(`/addresses/${box}&limit=1000`);
  const pandenInBox = await ask<{ identificatie: string }[]>(`/buildings/${box}&limit=500`);
  const filtered = FILTERS.map(async ([name, value]) =>
    name === "identificatie"
      ? idsOf([await ask<OwnAdres>(`/addresses/${value}`)])
      : idsOf(await ask<OwnAdres[]>(`/postcodes/${value}?per_page=100`)),
  );
  return {
    adressen: idsOf(weesp.adressen),
    panden: weesp.panden.map(({ identificatie }) => identificatie).sort(),
    filtered: await Promise.all(filtered),
    adressenInBox: idsOf(inBox),
    pandenInBox: pandenInBox.map(({ identificatie }) => identificatie).sort(),
    points: Object.fromEntries(
      inBox.map(({ nummeraanduiding_id, longitude, latitude }) => [
        nummeraanduiding_id,
        [longitude, latitude],
      ]),
    ),
  };
}
