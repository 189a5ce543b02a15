/** Collections of PDOK's BAG OGC API v2, and two more, with the sources of their properties. */
import type { GeoJsonGeometry } from "../../geo/geojson.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { listAdresKeysOfObject } from "../../registry/read/adresseerbare-objecten.ts";
import {
  estimateCandidates,
  type FeatureLayer,
  listKeysOfPostcode,
} from "../../registry/read/feature-pages.ts";
import {
  type AdresFeature,
  type AreaFeature,
  type FeatureRow,
  type ObjectFeature,
  type PandFeature,
  readAdresFeatures,
  readGemeenteFeatures,
  readObjectFeatures,
  readPandFeatures,
  readPostcodegebiedFeatures,
  readWoonplaatsFeatures,
} from "../../registry/read/feature-rows.ts";
import { type AddressableType, formatIdentificatie } from "../../registry/schema/object-types.ts";
import { parsePostcode } from "../../registry/schema/postcode.ts";

export type PropertyValue = string | number | null | readonly string[];

/** Feature in GeoJSON, its coordinates in degrees or in RD. */
export interface Feature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: GeoJsonGeometry | null;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

/** Returns the URL of a feature of a collection. */
export type HrefOf = (collection: FeatureLayer, id: string) => string;

/** Property of a feature. `links`: a list of URLs, which filters cannot use. */
interface Property<Row> {
  readonly name: string;
  readonly title: string;
  readonly type: "string" | "integer" | "links";
  value(row: Row, hrefOf: HrefOf): PropertyValue;
}

/** Values that properties must have, by name, as asked. */
export type Filters = ReadonlyMap<string, string>;

export interface Collection<Row extends FeatureRow = FeatureRow> {
  readonly id: FeatureLayer;
  readonly title: string;
  readonly description: string;
  readonly geometry: "Point" | "Polygon" | "MultiPolygon";
  /** Digits of an identificatie. */
  readonly digits: number;
  readonly properties: readonly Property<Row>[];
  read(s: Snapshot, keys: readonly number[]): Row[];
  /** Returns the keys of the features that filters may accept; `undefined` when no index has them. */
  lookUp(s: Snapshot, filters: Filters): number[] | undefined;
}

const text = <Row>(name: string, title: string, value: (row: Row) => string | null): Property<Row> => ({
  name,
  title,
  type: "string",
  value,
});
const whole = <Row>(name: string, title: string, value: (row: Row) => number | null): Property<Row> => ({
  name,
  title,
  type: "integer",
  value,
});

const adres: Collection<AdresFeature> = {
  id: "adres",
  title: "Adressen",
  description: "Nummeraanduidingen met hun adresseerbaar object.",
  geometry: "Point",
  digits: 16,
  properties: [
    text("identificatie", "Identificatie van de nummeraanduiding", ({ adres }) => adres.nummeraanduiding_id),
    text(
      "adresseerbaar_object_identificatie",
      "Identificatie van het adresseerbaar object",
      ({ adres }) => adres.adresseerbaar_object_id,
    ),
    text("adresseerbaar_object_type", "Verblijfsobject, Ligplaats of Standplaats", ({ adres: { type } }) =>
      type.replace(/^./, (first) => first.toUpperCase()),
    ),
    text("openbare_ruimte_naam", "Naam van de openbare ruimte", ({ adres }) => adres.straatnaam),
    text(
      "openbare_ruimte_naam_kort",
      "Verkorte naam, waar die er is",
      ({ adres }) => adres.verkorte_straatnaam,
    ),
    whole("huisnummer", "Huisnummer", ({ adres }) => adres.huisnummer),
    text("huisletter", "Huisletter", ({ adres }) => adres.huisletter),
    text("toevoeging", "Huisnummertoevoeging", ({ adres }) => adres.huisnummertoevoeging),
    text("postcode", "Postcode", ({ adres }) => adres.postcode),
    text("woonplaats_naam", "Naam van de woonplaats", ({ adres }) => adres.woonplaats_naam),
  ],
  read: readAdresFeatures,
  lookUp(s, filters) {
    const object = filters.get("adresseerbaar_object_identificatie");
    if (object !== undefined) {
      return listAdresKeysOfObject(s, object);
    }
    return byIdentificatie(filters) ?? byPostcode(s, "adres", filters);
  },
};

const objectProperties: readonly Property<ObjectFeature>[] = [
  text("status", "Status", ({ object }) => object.status),
  text("hoofdadres_identificatie", "Nummeraanduiding van het hoofdadres", ({ object }) =>
    formatIdentificatie(object.hoofdadresKey),
  ),
  text("openbare_ruimte_naam", "Naam van de openbare ruimte", ({ adres }) => adres?.straatnaam ?? null),
  whole("huisnummer", "Huisnummer", ({ adres }) => adres?.huisnummer ?? null),
  text("huisletter", "Huisletter", ({ adres }) => adres?.huisletter ?? null),
  text("toevoeging", "Huisnummertoevoeging", ({ adres }) => adres?.huisnummertoevoeging ?? null),
  text("postcode", "Postcode", ({ adres }) => adres?.postcode ?? null),
  text("woonplaats_naam", "Naam van de woonplaats", ({ adres }) => adres?.woonplaats_naam ?? null),
];

const residenceProperties: readonly Property<ObjectFeature>[] = [
  text("gebruiksdoel", "Gebruiksdoelen, gescheiden door komma's", ({ object }) =>
    joined(object.gebruiksdoel),
  ),
  whole("oppervlakte", "Oppervlakte in vierkante meters", ({ object }) => object.oppervlakte),
  {
    name: "pand.href",
    title: "Panden waar het deel van uitmaakt",
    type: "links",
    value: ({ object }, hrefOf) => object.pandIds.map((id) => hrefOf("pand", id)),
  },
];

interface ObjectNames {
  readonly title: string;
  readonly description: string;
}

function objects(type: AddressableType, names: ObjectNames): Collection<ObjectFeature> {
  const identificatie = text<ObjectFeature>("identificatie", "Identificatie", ({ key }) =>
    formatIdentificatie(key),
  );
  const further = type === "verblijfsobject" ? residenceProperties : [];
  return {
    id: type,
    ...names,
    geometry: type === "verblijfsobject" ? "Point" : "Polygon",
    digits: 16,
    properties: [identificatie, ...objectProperties, ...further],
    read: (s, keys) => readObjectFeatures(s, type, keys),
    lookUp: (s, filters) => byIdentificatie(filters) ?? byPostcode(s, type, filters),
  };
}

const pand: Collection<PandFeature> = {
  id: "pand",
  title: "Panden",
  description: "Gebouwen met hun grondvlak.",
  geometry: "Polygon",
  digits: 16,
  properties: [
    text("identificatie", "Identificatie", ({ key }) => formatIdentificatie(key)),
    whole("bouwjaar", "Oorspronkelijk bouwjaar", ({ bouwjaar }) => bouwjaar),
    text("status", "Status", ({ status }) => status),
    text(
      "gebruiksdoel",
      "Gebruiksdoelen van de verblijfsobjecten, gescheiden door komma's",
      ({ residences }) => joined([...new Set(residences.flatMap(({ gebruiksdoel }) => gebruiksdoel))].sort()),
    ),
    whole("aantal_verblijfsobjecten", "Aantal verblijfsobjecten", ({ residenceCount }) => residenceCount),
    whole("oppervlakte_min", "Kleinste oppervlakte van een verblijfsobject", (row) => extreme(row, Math.min)),
    whole("oppervlakte_max", "Grootste oppervlakte van een verblijfsobject", (row) => extreme(row, Math.max)),
    {
      name: "verblijfsobject.href",
      title: "Verblijfsobjecten met een adres in het pand",
      type: "links",
      value: ({ residences }, hrefOf) => residences.map(({ id }) => hrefOf("verblijfsobject", id)),
    },
  ],
  read: readPandFeatures,
  lookUp: (_, filters) => byIdentificatie(filters),
};

const identificatieOfArea = text<AreaFeature>("identificatie", "Code", ({ key }) =>
  formatIdentificatie(key, 4),
);
const gemeenteNaam = text<AreaFeature>("gemeente_naam", "Naam van de gemeente", (row) => row.gemeenteNaam);
const provincieNaam = text<AreaFeature>(
  "provincie_naam",
  "Naam van de provincie",
  (row) => row.provincieNaam,
);
const adresCount = whole<AreaFeature>("aantal_adressen", "Aantal adressen", (row) => row.adresCount);
const ofArea = {
  geometry: "MultiPolygon",
  digits: 4,
  lookUp: (_: Snapshot, filters: Filters) => byIdentificatie(filters),
} as const;

const areas: readonly Collection<AreaFeature>[] = [
  {
    ...ofArea,
    id: "woonplaats",
    title: "Woonplaatsen",
    description: "Woonplaatsen met hun grens.",
    properties: [
      identificatieOfArea,
      text("woonplaats", "Naam", ({ naam }) => naam),
      text("status", "Status", ({ status }) => status),
      gemeenteNaam,
      provincieNaam,
      adresCount,
    ],
    read: readWoonplaatsFeatures,
  },
  {
    ...ofArea,
    id: "gemeente",
    title: "Gemeenten",
    description: "Gemeenten met hun grens, waar die geïmporteerd is.",
    properties: [
      identificatieOfArea,
      gemeenteNaam,
      provincieNaam,
      adresCount,
      text("naam", "Naam, als in PDOK's BRK Bestuurlijke Gebieden", (row) => row.gemeenteNaam),
      text("code", "Code, als daar", ({ key }) => formatIdentificatie(key, 4)),
      text("ligt_in_provincie_naam", "Naam van de provincie, als daar", (row) => row.provincieNaam),
    ],
    read: readGemeenteFeatures,
  },
  {
    ...ofArea,
    id: "postcodegebied",
    title: "Postcodegebieden",
    description: "Gebieden van postcodes met dezelfde vier cijfers.",
    properties: [
      identificatieOfArea,
      text("woonplaats_naam", "Woonplaats waarin de meeste adressen liggen", ({ naam }) => naam),
      adresCount,
    ],
    read: readPostcodegebiedFeatures,
  },
];

export const COLLECTIONS: readonly Collection[] = [
  adres,
  objects("verblijfsobject", {
    title: "Verblijfsobjecten",
    description: "Verblijfsobjecten met hun hoofdadres.",
  }),
  objects("ligplaats", { title: "Ligplaatsen", description: "Ligplaatsen met hun hoofdadres." }),
  objects("standplaats", { title: "Standplaatsen", description: "Standplaatsen met hun hoofdadres." }),
  pand,
  ...areas,
];

/** Features that a filter without an index reads at most: a tenth of a second. */
export const MAX_SCANNED = 50_000;

/** Returns true when filters without an index would read too many features. */
export function isTooWide(s: Snapshot, query: Parameters<typeof estimateCandidates>[1]): boolean {
  return estimateCandidates(s, query) > MAX_SCANNED;
}

function byIdentificatie(filters: Filters): number[] | undefined {
  const id = filters.get("identificatie");
  return id === undefined ? undefined : [Number(id)].filter(Number.isSafeInteger);
}

function byPostcode(s: Snapshot, layer: AddressableType | "adres", filters: Filters): number[] | undefined {
  const asked = filters.get("postcode");
  if (asked === undefined) {
    return undefined;
  }
  const postcode = parsePostcode(asked);
  const number = filters.get("huisnummer");
  const huisnummer = number === undefined ? undefined : Number(number);
  return postcode === undefined ? [] : listKeysOfPostcode(s, layer, { postcode, huisnummer });
}

function joined(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(",");
}

function extreme({ residences }: PandFeature, of: (...values: number[]) => number): number | null {
  const sizes = residences.map(({ oppervlakte }) => oppervlakte).filter((size) => size !== null);
  return sizes.length === 0 ? null : of(...sizes);
}
