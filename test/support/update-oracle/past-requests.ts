/** Generates requests about the past of objects of two versions of a country, to the endpoints that need a history. */
import { openReadOnly } from "../../../src/base/sqlite.ts";
import type { Dice } from "./dice.ts";

interface Key {
  readonly id: string;
  readonly postcode: string | null;
  readonly number: number;
  readonly street: string;
  readonly streetId: string;
  readonly city: string;
  readonly cityId: string;
  readonly gemeente: string;
  readonly objectId: string;
  readonly pandId: string;
}

const KEYS = `SELECT a.identificatie AS id, a.postcode, a.huisnummer AS number, a.straatnaam AS street,
    printf('%016d', a.openbare_ruimte_id) AS streetId, w.naam AS city, w.identificatie AS cityId, g.code AS gemeente,
    printf('%016d', a.adresseerbaar_object_id) AS objectId, printf('%016d', a.pand_id) AS pandId
  FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id JOIN gemeente g ON g.fid = w.gemeente_code
  WHERE a.pand_id IS NOT NULL ORDER BY a.fid`;

/** Samples requests: nearly half use addresses that differ between the two versions. */
export function pastRequests(registries: readonly string[], count: number, dice: Dice): string[] {
  const [before, after] = registries.map((path) => {
    using db = openReadOnly(path);
    return db.query<Key, []>(KEYS).all();
  }) as [Key[], Key[]];
  const lines = [before, after].map((keys) => new Set(keys.map((key) => JSON.stringify(key))));
  const all = [...before, ...after];
  const changed = all.filter((key) => !lines.every((set) => set.has(JSON.stringify(key))));
  return Array.from({ length: count }, (_, i) => {
    const key = dice.pick(changed.length > 0 && dice.chance(0.4) ? changed : all);
    return REQUESTS[i % REQUESTS.length]!(key, dice);
  });
}

const DAYS = [
  "2010-12-31",
  "2014-06-01",
  "2019-01-01",
  "2024-02-29",
  "2026-11-07",
  "2026-11-09",
  "2026-11-10",
];
const dayOf = (dice: Dice) => dice.pick([...DAYS, "2026-12-09", "2027-01-01", "2027-08-01"]);

const REQUESTS: readonly ((key: Key, dice: Dice) => string)[] = [
  ({ id }, dice) => `/addresses/${id}?valid_on=${dayOf(dice)}&include=stage,geometry`,
  ({ id }) => `/addresses/${id}/history?fields=all`,
  ({ postcode, number }) => `/addresses/former?postcode=${postcode ?? "1000AA"}&number=${number}`,
  ({ street, city, number }) =>
    `/addresses/former?street=${encodeURIComponent(street)}&city=${encodeURIComponent(city)}&number=${number}`,
  ({ street, city, number }) => `/addresses/search?q=${encodeURIComponent(`${street} ${number} ${city}`)}`,
  ({ postcode, number }, dice) =>
    `/addresses/lookup?postcode=${postcode ?? "1000AA"}&number=${number}&valid_on=${dayOf(dice)}`,
  ({ postcode, number }) => `/addresses/lookup?postcode=${postcode ?? "1000AA"}&number=${number}&letter=q`,
  ({ postcode }, dice) => `/postcodes/${postcode ?? "1000AA"}?valid_on=${dayOf(dice)}`,
  ({ streetId }, dice) => `/streets/${streetId}/addresses?valid_on=${dayOf(dice)}&per_page=20`,
  ({ streetId }) => `/streets/${streetId}/history?include=source`,
  ({ objectId }) => `/residences/${objectId}/history?include=source,corrections,geometry`,
  ({ pandId }) => `/buildings/${pandId}/history?include=source,corrections`,
  ({ pandId }, dice) => `/buildings/${pandId}?valid_on=${dayOf(dice)}`,
  ({ cityId }) => `/cities/${cityId}/history?include=source`,
  ({ gemeente }) => `/municipalities/${gemeente}/history`,
  ({ gemeente }) => `/statistics/timeline?gemeente_code=${gemeente}&group_by=month`,
  ({ cityId }) => `/changes/objects?woonplaats_id=${cityId}&from=2026-01-01&to=2027-01-01&per_page=1000`,
];
