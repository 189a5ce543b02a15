/** Documents of the Locatieserver: one for each object found, with PDOK's names and spellings of its fields. */
import type { Gemeente, Provincie, Woonplaats } from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { readAdres } from "../../registry/read/adres-record.ts";
import { readBoundary } from "../../registry/read/area-geometry.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import {
  type MeanPosition,
  namesOfStreet,
  type PostcodeStreet,
  positionOfStreet,
  type StreetPart,
  streetOfAdres,
} from "../../registry/read/street-parts.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { centreOfArea, centreOfWoonplaats } from "../area-positions.ts";
import { toWktArea, toWktPoint } from "./area-wkt.ts";
import { pdokProvincie } from "./pdok-provincies.ts";
import { type FieldCondition, TEXT_FIELD, wordsOf } from "./solr-query.ts";

/** Types of documents, in the order in which a line without a number lists those that fit equally well. */
export const TYPES = ["provincie", "gemeente", "woonplaats", "weg", "postcode", "adres"] as const;
export type DocumentType = (typeof TYPES)[number];

/** Object of the registry that a document describes. */
export type DescribedObject =
  | { readonly type: "adres"; readonly adres: AdresRecord }
  | { readonly type: "weg"; readonly street: StreetPart }
  | { readonly type: "postcode"; readonly street: PostcodeStreet }
  | { readonly type: "woonplaats"; readonly woonplaats: Woonplaats }
  | { readonly type: "gemeente"; readonly gemeente: Gemeente }
  | { readonly type: "provincie"; readonly provincie: Provincie };

/** Object that was found, an address by its key. */
export type FoundKey = Exclude<DescribedObject, { readonly type: "adres" }> | { readonly adresKey: number };

export function toFoundKey(found: DescribedObject): FoundKey {
  return found.type === "adres" ? { adresKey: Number(found.adres.nummeraanduiding_id) } : found;
}

export function readFound(s: Snapshot, key: FoundKey): DescribedObject {
  return "adresKey" in key ? { type: "adres", adres: readAdres(s, key.adresKey)! } : key;
}

type StreetNames = ReturnType<typeof namesOfStreet>;

/** An object found, with what its fields need; reads from the registry only what a field asks for. */
export class LocatieDocument {
  readonly snapshot: Snapshot;
  readonly found: DescribedObject;
  #street: StreetPart | undefined;
  #names: StreetNames | undefined;
  #woonplaats: Woonplaats | undefined;
  #words: readonly string[] | undefined;

  constructor(snapshot: Snapshot, found: DescribedObject) {
    this.snapshot = snapshot;
    this.found = found;
  }

  get adres(): AdresRecord | undefined {
    return this.found.type === "adres" ? this.found.adres : undefined;
  }

  get postcodeStreet(): PostcodeStreet | undefined {
    return this.found.type === "postcode" ? this.found.street : undefined;
  }

  get street(): StreetPart | undefined {
    const { found, adres } = this;
    if (adres !== undefined) {
      this.#street ??= streetOfAdres(this.snapshot, Number(adres.nummeraanduiding_id));
      return this.#street;
    }
    return "street" in found ? found.street : undefined;
  }

  get names(): StreetNames | undefined {
    const { street } = this;
    this.#names ??= street && namesOfStreet(this.snapshot, street);
    return this.#names;
  }

  get straatnaam(): string | undefined {
    return this.adres?.straatnaam ?? this.names?.naam;
  }

  get woonplaats(): Woonplaats | undefined {
    const { found } = this;
    if (found.type === "woonplaats") {
      return found.woonplaats;
    }
    if (this.#woonplaats === undefined) {
      const id = found.type === "adres" ? Number(found.adres.woonplaats_id) : this.street?.woonplaatsId;
      this.#woonplaats = id === undefined ? undefined : this.snapshot.areas.woonplaatsen.get(id);
    }
    return this.#woonplaats;
  }

  get gemeente(): Gemeente | undefined {
    return this.found.type === "gemeente" ? this.found.gemeente : this.woonplaats?.gemeente;
  }

  get provincie(): Provincie {
    return this.found.type === "provincie" ? this.found.provincie : this.gemeente!.provincie;
  }

  /** Point of an address; mean of the addresses of a street; centre of the addresses of an area. */
  get position(): MeanPosition | undefined {
    const { found, snapshot } = this;
    switch (found.type) {
      case "adres":
        return found.adres;
      case "weg":
        return positionOfStreet(snapshot, found.street)?.position;
      case "postcode":
        return found.street.position;
      case "woonplaats":
        return centreOfWoonplaats(snapshot, found.woonplaats);
      default:
        return centreOfArea(snapshot, found.type === "gemeente" ? found.gemeente : found.provincie);
    }
  }

  /** Name keys of the words of {@link TEXT_FIELD}. */
  get words(): readonly string[] {
    this.#words ??= TEXT_FIELDS.flatMap((field) => keysOf(this, field)).flatMap(wordsOf);
    return this.#words;
  }

  /** Returns the value of a field; `undefined` for one that the object or baken does not have. */
  valueOf(field: string): unknown {
    return FIELDS.get(field)?.(this) ?? undefined;
  }
}

type Field = (document: LocatieDocument) => unknown;

function toIdentificatie(document: LocatieDocument): string {
  const { found } = document;
  switch (found.type) {
    case "adres":
      return `${found.adres.adresseerbaar_object_id}-${found.adres.nummeraanduiding_id}`;
    case "weg":
      return formatIdentificatie(found.street.openbareRuimteId);
    case "postcode": {
      const { openbareRuimteId, postcode } = found.street;
      return [formatIdentificatie(openbareRuimteId), postcode, document.woonplaats!.identificatie].join("_");
    }
    case "woonplaats":
      return found.woonplaats.identificatie;
    case "gemeente":
      return found.gemeente.code;
    case "provincie":
      return pdokProvincie(found.provincie).provinciecode;
  }
}

function toId(document: LocatieDocument): string {
  const { found } = document;
  return found.type === "adres"
    ? `adr-${found.adres.nummeraanduiding_id}`
    : `${ID_PREFIXES[found.type]}-${toIdentificatie(document)}`;
}

const ID_PREFIXES = { weg: "weg", postcode: "pcd", woonplaats: "wpl", gemeente: "gem", provincie: "pro" };

function toWeergavenaam(document: LocatieDocument): string {
  const { found, straatnaam } = document;
  switch (found.type) {
    case "adres":
      return weergavenaamOf(found.adres);
    case "weg":
      return `${straatnaam}, ${document.woonplaats!.naam}`;
    case "postcode":
      return `${straatnaam}, ${found.street.postcode} ${document.woonplaats!.naam}`;
    case "woonplaats": {
      const { naam, gemeente } = found.woonplaats;
      return `${naam}, ${gemeente.naam}, ${pdokProvincie(gemeente.provincie).provincienaam}`;
    }
    case "gemeente":
      return `Gemeente ${found.gemeente.naam}`;
    case "provincie":
      return `Provincie ${pdokProvincie(found.provincie).provincienaam}`;
  }
}

/** Returns an address in one line: `Keurstraat 5a, 1382KT Weesp`. */
export function weergavenaamOf(adres: AdresRecord): string {
  const { straatnaam, postcode, woonplaats_naam } = adres;
  return `${straatnaam} ${toHuisNlt(adres)}, ${postcode === null ? "" : `${postcode} `}${woonplaats_naam}`;
}

const degrees = ({ longitude, latitude }: MeanPosition) => toWktPoint(longitude, latitude);
const metres = ({ rd_x, rd_y }: MeanPosition) => toWktPoint(rd_x, rd_y);

/** Fields that `*` in `fl` selects, besides `score` and `afstand`. */
const USUAL_FIELDS: Readonly<Record<string, Field>> = {
  bron: ({ found }) =>
    found.type === "gemeente" || found.type === "provincie" ? "Bestuurlijke Grenzen" : "BAG",
  woonplaatscode: ({ woonplaats }) => woonplaats?.identificatie,
  type: ({ found }) => found.type,
  woonplaatsnaam: ({ woonplaats }) => woonplaats?.naam,
  openbareruimtetype: ({ names }) => names?.type,
  gemeentecode: ({ gemeente }) => gemeente?.code,
  rdf_seealso: ({ adres }) =>
    adres && `http://bag.basisregistraties.overheid.nl/bag/id/nummeraanduiding/${adres.nummeraanduiding_id}`,
  weergavenaam: toWeergavenaam,
  straatnaam_verkort: ({ adres, names, straatnaam }) =>
    (adres === undefined ? names?.verkorte_naam : adres.verkorte_straatnaam) ?? straatnaam,
  id: toId,
  gekoppeld_perceel: ({ adres }) => adres && [],
  gemeentenaam: ({ gemeente }) => gemeente?.naam,
  identificatie: toIdentificatie,
  openbareruimte_id: ({ street }) => street && formatIdentificatie(street.openbareRuimteId),
  provinciecode: ({ provincie }) => pdokProvincie(provincie).provinciecode,
  postcode: ({ adres, postcodeStreet }) => adres?.postcode ?? postcodeStreet?.postcode,
  provincienaam: ({ provincie }) => pdokProvincie(provincie).provincienaam,
  centroide_ll: ({ position }) => position && degrees(position),
  nummeraanduiding_id: ({ adres }) => adres?.nummeraanduiding_id,
  adresseerbaarobject_id: ({ adres }) => adres?.adresseerbaar_object_id,
  huisnummer: ({ adres }) => adres?.huisnummer,
  huisletter: ({ adres }) => adres?.huisletter,
  huisnummertoevoeging: ({ adres }) => adres?.huisnummertoevoeging,
  huis_nlt: ({ adres }) => adres && toHuisNlt(adres),
  provincieafkorting: ({ provincie }) => pdokProvincie(provincie).provincieafkorting,
  centroide_rd: ({ position }) => position && metres(position),
  straatnaam: ({ straatnaam }) => straatnaam,
};

/** Returns the border of a woonplaats or gemeente, else the point of the object; nothing where there is no border. */
function toGeometrie({ found, snapshot, position }: LocatieDocument, unit: "degrees" | "metres") {
  if (found.type === "woonplaats" || found.type === "gemeente") {
    const { id } = found.type === "woonplaats" ? found.woonplaats : found.gemeente;
    const boundary = readBoundary(snapshot, found.type, id);
    return boundary && toWktArea(boundary, unit);
  }
  return position && (unit === "degrees" ? degrees : metres)(position);
}

/** Fields that `fl` must name. */
const NAMED_FIELDS: Readonly<Record<string, Field>> = {
  geometrie_ll: (document) => toGeometrie(document, "degrees"),
  geometrie_rd: (document) => toGeometrie(document, "metres"),
  typesortering: ({ found }) => TYPES.indexOf(found.type),
};

const FIELDS: ReadonlyMap<string, Field> = new Map(Object.entries({ ...USUAL_FIELDS, ...NAMED_FIELDS }));

/** Fields whose words are in {@link TEXT_FIELD}. */
const TEXT_FIELDS = [
  ...["type", "weergavenaam", "straatnaam_verkort", "huis_nlt", "postcode"],
  ...["woonplaatsnaam", "gemeentenaam", "provincienaam"],
];

/** Returns false for a field that no document of baken has: an unknown field, or a field of wijken and buurten. */
export function isField(name: string): boolean {
  return FIELDS.has(name) || name === TEXT_FIELD;
}

/** Values of an answer in addition to the values of the object. */
export interface Rank {
  readonly score?: number;
  /** Metres from the point asked, of `reverse`. */
  readonly afstand?: number;
}

/** Name of a field in an answer, and how it is read. */
export type SelectedField = readonly [name: string, read: (document: LocatieDocument, rank: Rank) => unknown];

const RANK_FIELDS: readonly SelectedField[] = [
  ["score", (_, { score }) => score],
  ["afstand", (_, { afstand }) => afstand],
];
const USUAL_SELECTION: readonly SelectedField[] = [...Object.entries(USUAL_FIELDS), RANK_FIELDS[1]!];
const SELECTIONS: ReadonlyMap<string, readonly SelectedField[]> = new Map([
  ["*", USUAL_SELECTION],
  ...[...FIELDS, ...RANK_FIELDS].map((field) => [field[0], [field]] as const),
]);

/** Returns the fields that `fl` names, each once, in its order; leaves out names that no document has. */
export function selectFields(fl: readonly string[]): readonly SelectedField[] {
  return [...new Map(fl.flatMap((name) => SELECTIONS.get(name) ?? []))];
}

/** Returns the values of these fields, those without a value left out. */
export function toFields(
  document: LocatieDocument,
  selected: readonly SelectedField[],
  rank: Rank,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, read] of selected) {
    const value = read(document, rank);
    if (value !== undefined && value !== null) {
      fields[name] = value;
    }
  }
  return fields;
}

/** Fields of a street's addresses that are the same for all of them. */
const STREET_FIELDS: ReadonlySet<string> = new Set([
  ...["bron", "woonplaatscode", "woonplaatsnaam", "gemeentecode", "gemeentenaam", "straatnaam"],
  ...["provinciecode", "provincienaam", "provincieafkorting", "openbareruimte_id", "openbareruimtetype"],
]);

/** Returns true for a condition that a street decides for all its addresses. */
export function isOfStreet({ field }: FieldCondition): boolean {
  return STREET_FIELDS.has(field);
}

/** Returns true when a document has one of the values of every condition. */
export function satisfies(document: LocatieDocument, conditions: readonly FieldCondition[]): boolean {
  return conditions.every(({ field, values }) => {
    const keys = keysOf(document, field);
    return values.some(({ key, isPrefix }) =>
      keys.some((own) => (isPrefix ? own.startsWith(key) : own === key)),
    );
  });
}

/** Returns the spellings of a field's value by which it is found. */
function keysOf(document: LocatieDocument, field: string): readonly string[] {
  if (field === TEXT_FIELD) {
    return document.words;
  }
  const value = document.valueOf(field);
  if (value === undefined) {
    return [];
  }
  const { naam, code } = document.provincie;
  const others = { provincienaam: naam, provincieafkorting: code } as Readonly<Record<string, string>>;
  return [String(value), others[field]].filter((each) => each !== undefined).map(nameKey);
}

type NumberParts = Pick<AdresRecord, "huisnummer" | "huisletter" | "huisnummertoevoeging">;

/** Formats number, letter and addition as PDOK does: a hyphen before every addition. */
export function toHuisNlt({ huisnummer, huisletter, huisnummertoevoeging }: NumberParts): string {
  return `${huisnummer}${huisletter ?? ""}${huisnummertoevoeging === null ? "" : `-${huisnummertoevoeging}`}`;
}
