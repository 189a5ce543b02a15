/**
 * The seven BAG object types, declared once: the reader (import/objects/read-object.ts) uses the XML paths, schema.ts
 * derives the tables. Sources: BAG catalogus 2018, extract XSD v20200601, docs/bag-format.md §1.6 and §4.
 */
import { memoize } from "../../base/memoize.ts";

/** Conversion from the text of an element to a column value. */
type FieldKind = "id" | "integer" | "text" | "flag" | "status";

export interface ObjectField {
  readonly column: string;
  /** Element path below the object element, canonical prefixes; the last element has the text. */
  readonly path: string;
  readonly kind: FieldKind;
  /** True when the element may be absent; an absent element gives null. */
  readonly optional?: true;
  /** True when the element may repeat: the column has all values, in the order delivered, joined by `|`. */
  readonly repeated?: true;
  /** Pattern that the trimmed text must match; ids and integers need none, as they must be digits. */
  readonly pattern?: RegExp;
  /** True for a field of every voorkomen: the history has it among its common columns (history-schema.ts). */
  readonly common?: true;
  /** Characters that the BAG catalogue allows at most; texts with a pattern need none. */
  readonly maxLength?: number;
  /** Returns true for a registry dummy that means "unknown"; it becomes null. */
  readonly isDummy?: (value: number) => boolean;
  /** Returns the first year in which the value is plausible; on an earlier reference date it is a dummy too. */
  readonly plausibleFrom?: (value: number) => number;
}

export interface ObjectType {
  /** Local name of the object's element in namespace Objecten. */
  readonly element: string;
  readonly table: string;
  /** Pattern of an identificatie: digits 5 and 6 are the type code; woonplaatsen have four digits and no type code. */
  readonly idPattern: RegExp;
  readonly fields: readonly ObjectField[];
  /** Element path of the geometry; absent for types without geometry. */
  readonly geometryPath?: string;
  /** Statuses of objects that no longer exist; every other known status counts as existing. */
  readonly endedStatuses: readonly string[];
  /** Statuses of objects that do not stand yet; absent for types without any. */
  readonly plannedStatuses?: readonly string[];
  readonly statuses: readonly string[];
  /** True for types that every extract must contain: an extract without any is refused. */
  readonly required: boolean;
}

const status = { column: "status", path: "Objecten:status", kind: "status" } as const;
const hoofdadres = {
  column: "hoofdadres_id",
  path: "Objecten:heeftAlsHoofdadres/Objecten-ref:NummeraanduidingRef",
  kind: "id",
} as const;
const nevenadressen = {
  column: "nevenadres_ids",
  path: "Objecten:heeftAlsNevenadres/Objecten-ref:NummeraanduidingRef",
  kind: "id",
  optional: true,
  repeated: true,
} as const;
const plaatsStatuses = ["Plaats aangewezen", "Plaats ingetrokken"];
const naamgevingStatuses = ["Naamgeving uitgegeven", "Naamgeving ingetrokken"];

export const OBJECT_TYPES = {
  WPL: {
    element: "Woonplaats",
    table: "woonplaats",
    idPattern: /^\d{4}$/,
    fields: [{ column: "naam", path: "Objecten:naam", kind: "text", maxLength: 80 }, status],
    geometryPath: "Objecten:geometrie",
    statuses: ["Woonplaats aangewezen", "Woonplaats ingetrokken"],
    endedStatuses: ["Woonplaats ingetrokken"],
    required: true,
  },
  OPR: {
    element: "OpenbareRuimte",
    table: "openbare_ruimte",
    idPattern: /^\d{4}30\d{10}$/,
    fields: [
      { column: "naam", path: "Objecten:naam", kind: "text", maxLength: 80 },
      {
        column: "verkorte_naam",
        path: "Objecten:verkorteNaam/nen5825:VerkorteNaamOpenbareRuimte/nen5825:verkorteNaam",
        kind: "text",
        optional: true,
        maxLength: 24,
      },
      { column: "type", path: "Objecten:type", kind: "text", pattern: /\S/ },
      { column: "woonplaats_id", path: "Objecten:ligtIn/Objecten-ref:WoonplaatsRef", kind: "id" },
      status,
    ],
    statuses: naamgevingStatuses,
    endedStatuses: ["Naamgeving ingetrokken"],
    required: true,
  },
  NUM: {
    element: "Nummeraanduiding",
    table: "nummeraanduiding",
    idPattern: /^\d{4}20\d{10}$/,
    fields: [
      { column: "huisnummer", path: "Objecten:huisnummer", kind: "integer" },
      {
        column: "huisletter",
        path: "Objecten:huisletter",
        kind: "text",
        optional: true,
        pattern: /^[a-zA-Z]$/,
      },
      {
        column: "huisnummertoevoeging",
        path: "Objecten:huisnummertoevoeging",
        kind: "text",
        optional: true,
        pattern: /^[0-9a-zA-Z]{1,4}$/,
      },
      {
        column: "postcode",
        path: "Objecten:postcode",
        kind: "text",
        optional: true,
        pattern: /^[1-9]\d{3}[A-Z]{2}$/,
      },
      // Overrides the street's woonplaats where given (NLExtract#54: 1181BN 1).
      {
        column: "woonplaats_id",
        path: "Objecten:ligtIn/Objecten-ref:WoonplaatsRef",
        kind: "id",
        optional: true,
      },
      {
        column: "openbare_ruimte_id",
        path: "Objecten:ligtAan/Objecten-ref:OpenbareRuimteRef",
        kind: "id",
      },
      status,
    ],
    statuses: naamgevingStatuses,
    endedStatuses: ["Naamgeving ingetrokken"],
    required: true,
  },
  VBO: {
    element: "Verblijfsobject",
    table: "verblijfsobject",
    idPattern: /^\d{4}01\d{10}$/,
    fields: [
      hoofdadres,
      nevenadressen,
      { column: "gebruiksdoel", path: "Objecten:gebruiksdoel", kind: "text", repeated: true },
      {
        column: "oppervlakte",
        path: "Objecten:oppervlakte",
        kind: "integer",
        isDummy: (value) => value === 999_999,
      },
      {
        column: "pand_ids",
        path: "Objecten:maaktDeelUitVan/Objecten-ref:PandRef",
        kind: "id",
        repeated: true,
        optional: true,
      },
      status,
    ],
    geometryPath: "Objecten:geometrie",
    statuses: [
      "Verblijfsobject gevormd",
      "Verblijfsobject in gebruik (niet ingemeten)",
      "Verblijfsobject in gebruik",
      "Verbouwing verblijfsobject",
      "Verblijfsobject buiten gebruik",
      "Verblijfsobject ingetrokken",
      "Niet gerealiseerd verblijfsobject",
      "Verblijfsobject ten onrechte opgevoerd",
    ],
    endedStatuses: [
      "Verblijfsobject ingetrokken",
      "Niet gerealiseerd verblijfsobject",
      "Verblijfsobject ten onrechte opgevoerd",
    ],
    plannedStatuses: ["Verblijfsobject gevormd"],
    required: true,
  },
  LIG: {
    element: "Ligplaats",
    table: "ligplaats",
    idPattern: /^\d{4}02\d{10}$/,
    fields: [hoofdadres, nevenadressen, status],
    geometryPath: "Objecten:geometrie",
    statuses: plaatsStatuses,
    endedStatuses: ["Plaats ingetrokken"],
    required: false,
  },
  STA: {
    element: "Standplaats",
    table: "standplaats",
    idPattern: /^\d{4}03\d{10}$/,
    fields: [hoofdadres, nevenadressen, status],
    geometryPath: "Objecten:geometrie",
    statuses: plaatsStatuses,
    endedStatuses: ["Plaats ingetrokken"],
    required: false,
  },
  PND: {
    element: "Pand",
    table: "pand",
    idPattern: /^\d{4}10\d{10}$/,
    fields: [
      {
        column: "bouwjaar",
        path: "Objecten:oorspronkelijkBouwjaar",
        kind: "integer",
        isDummy: (value) => value === 1005 || value >= 9999,
        plausibleFrom: (value) => value - 5,
      },
      status,
      { column: "geconstateerd", path: "Objecten:geconstateerd", kind: "flag", common: true },
    ],
    geometryPath: "Objecten:geometrie",
    statuses: [
      "Bouwvergunning verleend",
      "Bouw gestart",
      "Pand in gebruik (niet ingemeten)",
      "Pand in gebruik",
      "Verbouwing pand",
      "Sloopvergunning verleend",
      "Pand buiten gebruik",
      "Niet gerealiseerd pand",
      "Pand gesloopt",
      "Pand ten onrechte opgevoerd",
    ],
    endedStatuses: ["Niet gerealiseerd pand", "Pand gesloopt", "Pand ten onrechte opgevoerd"],
    plannedStatuses: ["Bouwvergunning verleend", "Bouw gestart"],
    required: true,
  },
} as const satisfies Record<string, ObjectType>;

export type TypeCode = keyof typeof OBJECT_TYPES;

/** Types in import order: referenced types come before the types that refer to them, except panden, which come last. */
export const TYPE_CODES = ["WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND"] as const satisfies TypeCode[];

/** Makes a record with an entry for each type. */
export function byTypeCode<T>(make: (code: TypeCode) => T): Record<TypeCode, T> {
  return Object.fromEntries(TYPE_CODES.map((code) => [code, make(code)])) as Record<TypeCode, T>;
}

/** Returns true for objects that have an outline or a position. */
export function hasGeometry(code: TypeCode): boolean {
  return "geometryPath" in OBJECT_TYPES[code];
}

/** Returns the type that the digits of an identificatie encode; undefined when they encode none. */
export function typeCodeOf(identificatie: number): TypeCode | undefined {
  if (identificatie < 10_000) {
    return "WPL";
  }
  const digits = Math.floor(identificatie / 1e10) % 100;
  return memoize(codeOfDigits, digits, () => {
    const text = formatIdentificatie(digits * 1e10);
    return TYPE_CODES.find((code) => OBJECT_TYPES[code].idPattern.test(text));
  });
}

/** Types by the fifth and sixth digit of an identificatie: the history asks several times for each address. */
const codeOfDigits = new Map<number, TypeCode | undefined>();

/** Stages of an object's life, each a group of its statuses (docs/records.md, "Stage"). */
export const STAGES = ["planned", "standing", "ended"] as const;
export type Stage = (typeof STAGES)[number];
/** Stages of the objects that have a record. */
export const EXISTING_STAGES = ["planned", "standing"] as const satisfies readonly Stage[];
export type ExistingStage = (typeof EXISTING_STAGES)[number];

export function stageOf(code: TypeCode, status: string): Stage {
  const { plannedStatuses = [], endedStatuses }: ObjectType = OBJECT_TYPES[code];
  if (plannedStatuses.includes(status)) {
    return "planned";
  }
  return endedStatuses.includes(status) ? "ended" : "standing";
}

/** Types of addressable object, as spelled in the `type` field of an address. */
export const ADDRESSABLE_TYPES = ["verblijfsobject", "ligplaats", "standplaats"] as const;
export type AddressableType = (typeof ADDRESSABLE_TYPES)[number];
export const ADDRESSABLE_CODES = {
  verblijfsobject: "VBO",
  ligplaats: "LIG",
  standplaats: "STA",
} as const satisfies Record<AddressableType, TypeCode>;

/** The complete list of purposes of use (BAG catalogus 2018; XSD Gebruiksdoel). */
export const GEBRUIKSDOELEN = [
  "woonfunctie",
  "bijeenkomstfunctie",
  "celfunctie",
  "gezondheidszorgfunctie",
  "industriefunctie",
  "kantoorfunctie",
  "logiesfunctie",
  "onderwijsfunctie",
  "sportfunctie",
  "winkelfunctie",
  "overige gebruiksfunctie",
] as const;

/** The complete list of kinds of openbare ruimte (XSD TypeOpenbareRuimte). */
export const OPENBARE_RUIMTE_TYPES = [
  "Weg",
  "Water",
  "Spoorbaan",
  "Terrein",
  "Kunstwerk",
  "Landschappelijk gebied",
  "Administratief gebied",
] as const;

const CODE_OF_ZERO = 48;

/** Returns the character code of the digit of a number below 10⁸ that counts `power`. */
const codeOfDigit = (n: number, power: number) => CODE_OF_ZERO + (((n / power) | 0) % 10);

/**
 * Formats the integer key of an object as its identificatie, leading zeros included. The registry keys objects by their
 * identificatie as an integer (16 digits stay below 2^53), so that every lookup by id is a rowid lookup. Writes the 16
 * digits one by one: conversion of numbers beyond 2^31, three in each address, would take a tenth of the time of a box.
 */
export function formatIdentificatie(id: number, digits = 16): string {
  if (digits !== 16) {
    return id.toString().padStart(digits, "0");
  }
  const high = Math.trunc(id / 1e8);
  const low = id - high * 1e8;
  return String.fromCharCode(
    codeOfDigit(high, 1e7),
    codeOfDigit(high, 1e6),
    codeOfDigit(high, 1e5),
    codeOfDigit(high, 1e4),
    codeOfDigit(high, 1e3),
    codeOfDigit(high, 100),
    codeOfDigit(high, 10),
    codeOfDigit(high, 1),
    codeOfDigit(low, 1e7),
    codeOfDigit(low, 1e6),
    codeOfDigit(low, 1e5),
    codeOfDigit(low, 1e4),
    codeOfDigit(low, 1e3),
    codeOfDigit(low, 100),
    codeOfDigit(low, 10),
    codeOfDigit(low, 1),
  );
}

/** Returns the integer key of an identificatie, which must be all digits. */
export function toIdentificatieKey(identificatie: string): number {
  return Number(identificatie);
}
