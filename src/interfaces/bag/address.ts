/** Addresses of the BAG API, brief and extended, with their links. */
import { type Geometry, polygonsOf } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { findAdresseerbaarObject } from "../../registry/read/adresseerbare-objecten.ts";
import { findPand } from "../../registry/read/panden.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { streetOfAdres } from "../../registry/read/street-parts.ts";
import { type AddressableType, formatIdentificatie } from "../../registry/schema/object-types.ts";

/** Returns the absolute URL of a resource below the root of the interface. */
export type LinkTo = (path: string) => string;

/** Paths of the collections of addressable objects, and the names of their types. */
export const OBJECTS: Readonly<Record<AddressableType, { readonly path: string; readonly type: string }>> = {
  verblijfsobject: { path: "verblijfsobjecten", type: "Verblijfsobject" },
  ligplaats: { path: "ligplaatsen", type: "Ligplaats" },
  standplaats: { path: "standplaatsen", type: "Standplaats" },
};

/** An address with the ids that its record lacks. */
export interface BagAdres {
  readonly adres: AdresRecord;
  readonly openbareRuimteId: string;
  readonly isNevenadres: boolean;
  readonly pandIds: readonly string[];
}

export function readBagAdres(s: Snapshot, adres: AdresRecord): BagAdres {
  const { openbareRuimteId, is_nevenadres } = streetOfAdres(s, Number(adres.nummeraanduiding_id));
  return {
    adres,
    openbareRuimteId: formatIdentificatie(openbareRuimteId),
    isNevenadres: is_nevenadres === 1,
    pandIds: findAdresseerbaarObject(s, adres.adresseerbaar_object_id)?.pandIds ?? [],
  };
}

/** Returns the fields of `adressen`; those without a value are left out when it is printed. */
export function toAdres({ adres, openbareRuimteId, isNevenadres, pandIds }: BagAdres) {
  return {
    openbareRuimteNaam: adres.straatnaam,
    korteNaam: korteNaamOf(adres),
    huisnummer: adres.huisnummer,
    huisletter: adres.huisletter ?? undefined,
    huisnummertoevoeging: adres.huisnummertoevoeging ?? undefined,
    postcode: adres.postcode ?? undefined,
    woonplaatsNaam: adres.woonplaats_naam,
    nummeraanduidingIdentificatie: adres.nummeraanduiding_id,
    openbareRuimteIdentificatie: openbareRuimteId,
    woonplaatsIdentificatie: adres.woonplaats_id,
    adresseerbaarObjectIdentificatie: adres.adresseerbaar_object_id,
    pandIdentificaties: pandIds.length === 0 ? undefined : pandIds,
    indicatieNevenadres: isNevenadres || undefined,
    adresregel5: toAdresregel5(korteNaamOf(adres), adres),
    adresregel6: toAdresregel6(adres),
  };
}

function korteNaamOf({ verkorte_straatnaam, straatnaam }: AdresRecord): string {
  return verkorte_straatnaam ?? straatnaam;
}

type NumberParts = Pick<AdresRecord, "huisnummer" | "huisletter" | "huisnummertoevoeging">;

/** Formats street and number: `Keurstraat 16 DK`, `1 A3` with a letter; `1-5A3`, `1 BEN` without. */
export function toAdresregel5(
  straatnaam: string,
  { huisnummer, huisletter, huisnummertoevoeging }: NumberParts,
): string {
  const addition = huisnummertoevoeging ?? "";
  const start = `${straatnaam} ${huisnummer}`;
  if (huisletter !== null) {
    return `${start} ${huisletter}${addition}`;
  }
  if (addition === "") {
    return start;
  }
  return start + (/^\d/.test(addition) ? "-" : " ") + addition;
}

/** Formats postcode and woonplaats: `6708 GA  WAGENINGEN`. */
function toAdresregel6({ postcode, woonplaats_naam }: AdresRecord): string {
  const place = woonplaats_naam.toUpperCase();
  return postcode === null ? place : `${postcode.slice(0, 4)} ${postcode.slice(4)}  ${place}`;
}

/** Returns the fields that `adressenuitgebreid` adds. */
export function toDetails(s: Snapshot, { adres, pandIds }: BagAdres) {
  const object = findAdresseerbaarObject(s, adres.adresseerbaar_object_id)!;
  const panden = pandIds.flatMap((id) => findPand(s, id) ?? []);
  const isVerblijfsobject = adres.type === "verblijfsobject";
  return {
    typeAdresseerbaarObject: OBJECTS[adres.type].type,
    adresseerbaarObjectGeometrie: toGeometrie(decodeGpkgGeometry(object.geom)),
    adresseerbaarObjectStatus: object.status,
    gebruiksdoelen: isVerblijfsobject ? adres.gebruiksdoel : undefined,
    oppervlakte: adres.oppervlakte ?? undefined,
    oorspronkelijkBouwjaar: nonEmpty(
      panden.flatMap(({ bouwjaar }) => (bouwjaar === null ? [] : String(bouwjaar))),
    ),
    pandStatussen: nonEmpty(panden.map(({ status }) => status)),
  };
}

function nonEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** Returns a geometry in RD as the BAG API wraps it: a point, or a polygon. */
export function toGeometrie(geometry: Geometry) {
  return geometry.type === "Point"
    ? { punt: { type: "Point", coordinates: [geometry.x, geometry.y] } }
    : { vlak: toPolygon(geometry) };
}

/** Returns the polygon of a geometry, in RD; the first of several. */
export function toPolygon(geometry: Geometry) {
  const [rings = []] = polygonsOf(geometry);
  const coordinates = rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!]),
  );
  return { type: "Polygon", coordinates };
}

/** Returns the links of an address in a collection: `adressen` or `adressenuitgebreid`. */
export function toLinks({ adres, openbareRuimteId, pandIds }: BagAdres, collection: string, linkTo: LinkTo) {
  const link = (path: string) => ({ href: linkTo(path) });
  return {
    self: link(`${collection}/${adres.nummeraanduiding_id}`),
    openbareRuimte: link(`openbareruimten/${openbareRuimteId}`),
    nummeraanduiding: link(`nummeraanduidingen/${adres.nummeraanduiding_id}`),
    woonplaats: link(`woonplaatsen/${adres.woonplaats_id}`),
    adresseerbaarObject: link(`${OBJECTS[adres.type].path}/${adres.adresseerbaar_object_id}`),
    panden: nonEmpty(pandIds.map((id) => link(`panden/${id}`))),
  };
}
