/**
 * Generates requests from the objects of two versions of a country, to the endpoints that read its objects, areas and
 * counts. `REQUESTS` is typed by hand; test/update/sample-requests.test.ts fails when it lacks an endpoint.
 */
import { type Database, openReadOnly } from "../../../src/base/sqlite.ts";
import type { Dice } from "./dice.ts";

interface Adres {
  readonly id: string;
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
  readonly postcode: string | null;
  readonly straat: string;
  readonly straatId: string;
  readonly woonplaats: string;
  readonly woonplaatsId: string;
  readonly gemeente: string;
  readonly gemeenteNaam: string;
  readonly provincie: string;
  readonly objectId: string;
  readonly pandId: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly bouwjaar: number | null;
  readonly oppervlakte: number | null;
  readonly gebruiksdoel: string | null;
}

const ADRESSEN = `SELECT a.identificatie AS id, a.huisnummer, a.huisletter, a.huisnummertoevoeging, a.postcode,
    a.straatnaam AS straat, printf('%016d', a.openbare_ruimte_id) AS straatId, w.naam AS woonplaats,
    w.identificatie AS woonplaatsId, g.code AS gemeente, g.naam AS gemeenteNaam, p.naam AS provincie,
    printf('%016d', a.adresseerbaar_object_id) AS objectId, printf('%016d', a.pand_id) AS pandId,
    a.latitude, a.longitude, a.bouwjaar, a.oppervlakte, a.gebruiksdoel
  FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id JOIN gemeente g ON g.fid = w.gemeente_code
  JOIN provincie p ON p.fid = g.provincie_id ORDER BY a.fid`;

const PURPOSES = ["woonfunctie", "winkelfunctie", "kantoorfunctie", "overige gebruiksfunctie", "celfunctie"];
const GROUPS = ["year", "decade", "century"];

/** Samples requests: about half use addresses that only one version has, or that differ between the two. */
export function sampleRequests(registries: readonly string[], count: number, dice: Dice): string[] {
  const versions = registries.map((path) => {
    using db = openReadOnly(path);
    return listAdressen(db);
  });
  const all = versions.flat();
  const changed = listChanged(versions);
  const objects = registries.flatMap((path) => {
    using db = openReadOnly(path);
    return listObjectPaths(db);
  });
  return Array.from({ length: count }, (_, i) => {
    if (dice.chance(0.1)) {
      return dice.pick(objects);
    }
    const adres = dice.pick(changed.length > 0 && dice.chance(0.5) ? changed : all);
    return REQUESTS[i % REQUESTS.length]!(adres, dice);
  });
}

function listAdressen(db: Database): Adres[] {
  return db.query<Adres, []>(ADRESSEN).all();
}

/** Lists the paths of all objects, also of those without an address. */
function listObjectPaths(db: Database): string[] {
  const paths = {
    openbare_ruimte: ["/streets/", ""],
    pand: ["/buildings/", "?include=addresses,stage"],
    verblijfsobject: ["/residences/", "?include=stage"],
    woonplaats: ["/cities/", "?include=counts"],
    nummeraanduiding: ["/addresses/", "?include=stage"],
  };
  return Object.entries(paths).flatMap(([table, [path, query]]) =>
    db
      .query<{ id: string }, []>(`SELECT identificatie AS id FROM ${table} ORDER BY fid`)
      .all()
      .map(({ id }) => path + id + query),
  );
}

function listChanged(versions: readonly (readonly Adres[])[]): Adres[] {
  const seen = new Map<string, number>();
  for (const adres of versions.flat()) {
    const line = JSON.stringify(adres);
    seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  return versions.flat().filter((adres) => seen.get(JSON.stringify(adres))! < versions.length);
}

function url(path: string, values: Record<string, string | number | null | undefined> = {}): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value!)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

function designation({ huisnummer, huisletter, huisnummertoevoeging }: Adres): string {
  return `${huisnummer}${huisletter ?? ""}${huisnummertoevoeging === null ? "" : `-${huisnummertoevoeging}`}`;
}

function exact(a: Adres): Record<string, string | number | null> {
  const { postcode, huisnummer: number, huisletter: letter, huisnummertoevoeging: addition } = a;
  return { postcode: postcode ?? "1011AA", number, letter, addition };
}

function lineOf(a: Adres, dice: Dice): string {
  return dice.pick([
    `${a.straat} ${designation(a)}, ${a.postcode ?? ""} ${a.woonplaats}`,
    `${a.straat} ${a.huisnummer} ${a.woonplaats}`,
    `${a.woonplaats} ${a.straat}`,
    `${a.postcode ?? a.woonplaats} ${a.huisnummer}`,
    a.straat,
    a.straat.slice(0, 2 + dice.below(a.straat.length)),
    misspelled(a.straat, dice),
    a.woonplaats,
  ]);
}

function misspelled(text: string, dice: Dice): string {
  const at = dice.below(text.length);
  return text.slice(0, at) + text.slice(at + 1) + dice.pick(["", "e", "t"]);
}

function boxAround({ latitude, longitude }: Adres, dice: Dice): Record<string, number> {
  const half = dice.pick([0.0003, 0.002, 0.02, 0.2]);
  return {
    north: latitude + half,
    south: latitude - half,
    east: longitude + 1.6 * half,
    west: longitude - 1.6 * half,
  };
}

function pageOf(dice: Dice): Record<string, number> {
  return { page: dice.pick([1, 1, 2, 3, 9]), per_page: dice.pick([2, 25, 100]) };
}

const geometry = (dice: Dice) => ({ include: dice.pick([undefined, "geometry"]) });
const counts = (dice: Dice) => ({ include: dice.pick([undefined, "counts"]) });
const areaFilter = (a: Adres, dice: Dice) =>
  dice.pick([{ gemeente_code: a.gemeente }, { woonplaats_id: a.woonplaatsId }, { city: a.woonplaats }, {}]);
const pc4Of = ({ postcode }: Adres) => (postcode ?? "1011").slice(0, 4);

const REQUESTS: readonly ((a: Adres, dice: Dice) => string)[] = [
  (a, dice) => url("/addresses/lookup", { ...exact(a), ...geometry(dice) }),
  (a) => url("/addresses/lookup", { postcode: a.postcode, number: a.huisnummer }),
  (a, dice) => url("/addresses/search", { q: lineOf(a, dice), ...pageOf(dice), ...geometry(dice) }),
  (a, dice) => url("/addresses/search", { q: lineOf(a, dice), explain: 1 }),
  (a, dice) => url("/addresses/autocomplete", { q: lineOf(a, dice), limit: 1 + dice.below(20) }),
  (a) => url("/addresses/autocomplete", { q: a.straat, include: "address" }),
  (a, dice) => url("/addresses/autocomplete", { q: (a.postcode ?? a.straat).slice(0, 2 + dice.below(5)) }),
  (a, dice) =>
    url("/addresses/batch", { ids: `${a.id},${a.id.slice(0, 15)}${dice.below(10)}`, ...geometry(dice) }),
  (a) => url("/addresses/validate", exact(a)),
  (a, dice) => url("/addresses/validate", { ...exact(a), letter: dice.pick(["a", "z"]) }),
  (a, dice) =>
    url("/addresses/nearby", {
      lat: a.latitude,
      lng: a.longitude,
      radius_km: dice.pick([0.05, 1, 20]),
      limit: dice.pick([2, 100]),
      ...geometry(dice),
    }),
  (a, dice) =>
    url("/addresses/within-bbox", { ...boxAround(a, dice), limit: dice.pick([2, 1000]), ...geometry(dice) }),
  (a, dice) => url(`/addresses/${a.id}`, geometry(dice)),
  (a) => url("/geocode/forward", exact(a)),
  (a, dice) => url("/geocode/forward", { q: lineOf(a, dice) }),
  (a, dice) =>
    url("/geocode/reverse", {
      lat: a.latitude + dice.pick([0, 0.00004, 0.0002]),
      lng: a.longitude,
      radius_m: dice.pick([1, 100, 1000]),
    }),
  (a, dice) => url(`/postcodes/${a.postcode ?? "1011AA"}`, { ...pageOf(dice), ...geometry(dice) }),
  (a) => url(`/postcodes/${a.postcode ?? "1011AA"}/range`),
  (a) => url(`/postcodes/validate/${a.postcode ?? "1011AA"}`),
  (a, dice) =>
    url("/postcodes/nearby", {
      ...(dice.chance(0.5)
        ? { postcode: a.postcode, number: a.huisnummer }
        : { lat: a.latitude, lng: a.longitude }),
      radius_km: dice.pick([0.1, 1, 20]),
      precision: dice.pick([4, 6]),
    }),
  (a, dice) =>
    url("/postcodes/areas", {
      prefix: pc4Of(a).slice(0, 2 + dice.below(3)),
      ...pageOf(dice),
      ...geometry(dice),
    }),
  (a, dice) => url("/postcodes/areas/within-bbox", { ...boxAround(a, dice), ...geometry(dice) }),
  (a, dice) =>
    url("/cities", {
      ...pageOf(dice),
      ...counts(dice),
      ...dice.pick([
        {},
        { "filter[naam]": a.woonplaats },
        { "filter[gemeente_code]": a.gemeente },
        { "filter[provincie_naam]": a.provincie },
      ]),
      sort: dice.pick(["naam", "-naam"]),
    }),
  (a, dice) => url(`/cities/${a.woonplaatsId}`, counts(dice)),
  (a, dice) =>
    url(`/cities/${a.woonplaatsId}/streets`, { ...pageOf(dice), sort: dice.pick(["naam", "-naam"]) }),
  (a, dice) =>
    url("/streets", {
      ...pageOf(dice),
      ...dice.pick([
        {},
        { "filter[naam]": a.straat },
        { "filter[woonplaats_id]": a.woonplaatsId },
        { city: a.woonplaats },
        { "filter[type]": "Weg" },
      ]),
      sort: dice.pick(["naam", "-naam"]),
    }),
  (a, dice) => url(`/streets/${a.straatId}`, counts(dice)),
  (a, dice) => url(`/streets/${a.straatId}/addresses`, { ...pageOf(dice), ...geometry(dice) }),
  (a, dice) =>
    url("/municipalities", {
      ...pageOf(dice),
      ...counts(dice),
      ...dice.pick([
        {},
        { "filter[gemeente_naam]": a.gemeenteNaam },
        { "filter[provincie_naam]": a.provincie },
      ]),
      sort: dice.pick(["gemeente_naam", "-gemeente_naam"]),
    }),
  (a, dice) => url(`/municipalities/${a.gemeente}`, counts(dice)),
  (a, dice) => url(`/municipalities/${a.gemeente}/cities`, { ...pageOf(dice), ...geometry(dice) }),
  (a, dice) =>
    url("/neighbourhoods", { ...pageOf(dice), ...counts(dice), "filter[gemeente_code]": a.gemeente }),
  (_, dice) => url("/districts", { ...pageOf(dice), ...dice.pick([counts(dice), geometry(dice)]) }),
  (_, dice) => url("/provinces", counts(dice)),
  (a, dice) =>
    url(`/provinces/${encodeURIComponent(a.provincie)}`, {
      include: dice.pick([undefined, "municipalities"]),
    }),
  (a, dice) =>
    url(`/buildings/${a.pandId ?? a.objectId}`, {
      include: dice.pick([undefined, "geometry", "addresses", "geometry,addresses"]),
    }),
  (a) => url("/buildings/at-address", { ...exact(a), include: "geometry" }),
  (a, dice) =>
    url("/buildings/within-bbox", {
      ...boxAround(a, dice),
      limit: dice.pick([2, 500]),
      ...dice.pick([
        {},
        { "filter[bouwjaar_min]": a.bouwjaar },
        { "filter[bouwjaar_max]": a.bouwjaar },
        { "filter[status]": "Pand in gebruik" },
        { "filter[status]": "Verbouwing pand" },
      ]),
    }),
  (a, dice) =>
    url("/buildings/by-year", {
      group_by: dice.pick(GROUPS),
      ...areaFilter(a, dice),
      min_year: dice.pick([undefined, a.bouwjaar, 1900]),
      max_year: dice.pick([undefined, 2026]),
    }),
  (a, dice) => url(`/residences/${a.objectId}`, geometry(dice)),
  (a, dice) =>
    url("/residences/by-purpose", {
      purpose: a.gebruiksdoel?.split("|")[0] ?? dice.pick(PURPOSES),
      ...areaFilter(a, dice),
      ...pageOf(dice),
      oppervlakte_min: dice.pick([undefined, undefined, a.oppervlakte]),
      oppervlakte_max: dice.pick([undefined, undefined, (a.oppervlakte ?? 0) + 10]),
    }),
  () => "/statistics/overview",
  () => "/statistics/purposes",
  (_, dice) => url("/statistics/construction-years", { group_by: dice.pick(GROUPS) }),
  (a) => `/statistics/municipality/${a.gemeente}`,
  (a) => `/statistics/city/${a.woonplaatsId}`,
  (a) => `/statistics/postcode-area/${pc4Of(a)}`,
];
