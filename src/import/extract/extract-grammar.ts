/** Grammar of a `bagStand` file, derived from the declarations of the object types. */
import {
  OBJECT_TYPES,
  type ObjectField,
  TYPE_CODES,
  type TypeCode,
} from "../../registry/schema/object-types.ts";
import type { XmlGrammar } from "../xml/xml-names.ts";

/** Namespaces of the BAG extract (model v20200601) with the prefix our paths use for each; several lack `http://`. */
export const BAG_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601", "sl-bag-extract"],
  ["http://www.kadaster.nl/schemas/standlevering-generiek/1.0", "sl"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601", "mlm"],
  ["http://www.kadaster.nl/schemas/mutatielevering-generiek/1.0", "ml"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601", "xb"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601", "selecties-extract"],
  ["www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601", "Objecten"],
  ["www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601", "Objecten-ref"],
  ["www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601", "Historie"],
  ["www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601", "KenmerkInOnderzoek"],
  ["www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601", "nen5825"],
  ["www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601", "DatatypenNEN3610"],
  ["http://www.opengis.net/gml/3.2", "gml"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601", "gwr-bestand"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601", "gwr-product"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601", "bagtypes"],
]);

/**
 * Local names of elements that official files contain and the import does not read (docs/bag-format.md §1.5, §1.6, §1.9
 * and §2).
 */
export const UNREAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...[
    "Gebied-Registratief",
    "Gebied-NLD",
    "Gebied-GEM",
    "GemeenteCollectie",
    "Gemeente",
    "GemeenteIdentificatie",
  ],
  ...["dataset", "inhoud", "gebied", "leveringsId", "objectTypen", "objectType"],
  ...["geconstateerd", "documentdatum", "documentnummer", "typeAdresseerbaarObject"],
  ...["tijdstipRegistratie", "eindRegistratie", "tijdstipRegistratieLV", "tijdstipEindRegistratieLV"],
  ...["kenmerkInOnderzoek", "SchemaInfo", "status"],
]);

const STAND = "sl-bag-extract:bagStand";
/** Parent path of the object elements in a stand file. */
const OBJECT = `${STAND}/sl:standBestand/sl:stand/sl-bag-extract:bagObject`;
const VOORKOMEN = "Objecten:voorkomen/Historie:Voorkomen";

/** Positions of the values every object type has; a type's own fields follow from FIRST_FIELD_SLOT on. */
export const SLOT = {
  identificatie: 0,
  voorkomen: 1,
  begin: 2,
  end: 3,
  inactive: 4,
  inactiveLv: 5,
  notBagLv: 6,
  exterior: 7,
  interior: 8,
  point: 9,
  /** Captured in mutation deliveries and for a history only: an extract has tens of millions of them. */
  registeredLv: 10,
  /** From here on, captured for a history only. */
  registered: 11,
  endRegistered: 12,
  endRegisteredLv: 13,
  geconstateerd: 14,
  documentDate: 15,
  document: 16,
} as const;
export const FIRST_FIELD_SLOT = 17;

/** Captures of type number t lie in [t × SLOTS_PER_TYPE, (t + 1) × SLOTS_PER_TYPE). */
export const SLOTS_PER_TYPE = 32;
/** The kind of record that carries the file's StandTechnischeDatum, and the number of that capture. */
export const INFO_RECORD = 100;
export const STAND_DATE = 999;

const VOORKOMEN_PATHS: readonly (readonly [number, string])[] = [
  [SLOT.voorkomen, "Historie:voorkomenidentificatie"],
  [SLOT.begin, "Historie:beginGeldigheid"],
  [SLOT.end, "Historie:eindGeldigheid"],
  [SLOT.inactive, "Historie:tijdstipInactief"],
  [SLOT.inactiveLv, "Historie:BeschikbaarLV/Historie:tijdstipInactiefLV"],
  [SLOT.notBagLv, "Historie:BeschikbaarLV/Historie:tijdstipNietBagLV"],
];

const REGISTERED_LV = `${VOORKOMEN}/Historie:BeschikbaarLV/Historie:tijdstipRegistratieLV`;

/** Paths below the object's element of the values that only a history has, and of a delivery's identity. */
const HISTORY_PATHS: readonly (readonly [number, string])[] = [
  [SLOT.registeredLv, REGISTERED_LV],
  [SLOT.registered, `${VOORKOMEN}/Historie:tijdstipRegistratie`],
  [SLOT.endRegistered, `${VOORKOMEN}/Historie:eindRegistratie`],
  [SLOT.endRegisteredLv, `${VOORKOMEN}/Historie:BeschikbaarLV/Historie:tijdstipEindRegistratieLV`],
  [SLOT.geconstateerd, "Objecten:geconstateerd"],
  [SLOT.documentDate, "Objecten:documentdatum"],
  [SLOT.document, "Objecten:documentnummer"],
];

/**
 * Returns the slot in which a voorkomen of a type has a value of {@link HISTORY_PATHS}. A type that declares a field with
 * the same path captures the value in the slot of that field.
 */
export function historySlot(code: TypeCode, slot: number): number {
  const [, path] = HISTORY_PATHS.find(([one]) => one === slot)!;
  const own = OBJECT_TYPES[code].fields.findIndex((field) => field.path === path);
  return own < 0 ? slot : FIRST_FIELD_SLOT + own;
}

/** Returns the captures of a voorkomen that a history needs; they must precede the captures of `objectCaptures`. */
export function historyCaptures(code: TypeCode, parentPath: string): [string, number][] {
  const base = TYPE_CODES.indexOf(code) * SLOTS_PER_TYPE;
  return HISTORY_PATHS.map(([slot, path]) => [`${objectPath(code, parentPath)}/${path}`, base + slot]);
}

/** Parent paths of a polygon, relative to the geometry element (docs/bag-format.md §1.6). */
const POLYGON_PARENTS = ["", "Objecten:vlak/", "Objecten:multivlak/gml:MultiSurface/gml:surfaceMember/"];

/**
 * Returns the captures of a type's voorkomen, element path and number; `holder` is the path of its element's parent.
 */
export function objectCaptures(code: TypeCode, parentPath: string): [string, number][] {
  const type = OBJECT_TYPES[code];
  const root = objectPath(code, parentPath);
  const base = TYPE_CODES.indexOf(code) * SLOTS_PER_TYPE;
  const captures: [string, number][] = [[`${root}/Objecten:identificatie`, base + SLOT.identificatie]];
  for (const [slot, path] of VOORKOMEN_PATHS) {
    captures.push([`${root}/${VOORKOMEN}/${path}`, base + slot]);
  }
  (type.fields as readonly ObjectField[]).forEach((field, i) => {
    captures.push([`${root}/${field.path}`, base + FIRST_FIELD_SLOT + i]);
  });
  if (!("geometryPath" in type)) {
    return captures;
  }
  for (const polygonParent of POLYGON_PARENTS) {
    const polygon = `${root}/${type.geometryPath}/${polygonParent}gml:Polygon`;
    captures.push([`${polygon}/gml:exterior/gml:LinearRing/gml:posList`, base + SLOT.exterior]);
    captures.push([`${polygon}/gml:interior/gml:LinearRing/gml:posList`, base + SLOT.interior]);
  }
  captures.push([`${root}/${type.geometryPath}/Objecten:punt/gml:Point/gml:pos`, base + SLOT.point]);
  return captures;
}

export function objectPath(code: TypeCode, parentPath: string): string {
  return `${parentPath}/Objecten:${OBJECT_TYPES[code].element}`;
}

/** Grammar of a stand file, for a registry without history. */
export const EXTRACT_GRAMMAR: XmlGrammar = extractGrammar(() => []);
/** Grammar of a stand file, for a registry and its history. */
export const HISTORY_GRAMMAR: XmlGrammar = extractGrammar(historyCaptures);

function extractGrammar(furtherCaptures: typeof historyCaptures): XmlGrammar {
  return {
    namespaces: BAG_NAMESPACES,
    captures: new Map([
      ...TYPE_CODES.flatMap((code) => [...furtherCaptures(code, OBJECT), ...objectCaptures(code, OBJECT)]),
      [
        `${STAND}/sl-bag-extract:bagInfo/selecties-extract:LVC-Extract/selecties-extract:StandTechnischeDatum`,
        STAND_DATE,
      ],
    ]),
    records: new Map([
      ...TYPE_CODES.map((code, i): [string, number] => [objectPath(code, OBJECT), i]),
      [`${STAND}/sl-bag-extract:bagInfo`, INFO_RECORD],
    ]),
    unread: UNREAD_ELEMENTS,
    cutAfter: "</sl:stand>",
  };
}
