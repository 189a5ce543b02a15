/** Finds documents by the conditions that an index of the registry serves: ids, postcodes and names of streets. */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import { readAdressen } from "../../registry/read/adres-record.ts";
import { listAdressenOfObject } from "../../registry/read/adresseerbare-objecten.ts";
import { findAdres } from "../../registry/read/adressen.ts";
import { listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import {
  listPostcodeStreets,
  listStreetParts,
  type PostcodeStreet,
  type StreetPart,
} from "../../registry/read/street-parts.ts";
import { parseIdentificatie } from "../../registry/schema/identificatie.ts";
import { type Counted, joinCounted, mapCounted, toCounted } from "../../search/counted.ts";
import {
  listIdsOfStreet,
  listNumberRowsOfPostcode,
  listNumberRowsOfPostcodegebied,
  listNumberRowsOfStreet,
  type NumberRow,
} from "../../search/index/address-rows.ts";
import { streetIndexOf } from "../../search/index/index-store.ts";
import { badRequest } from "../bad-request.ts";
import {
  type DescribedObject,
  type DocumentType,
  isOfStreet,
  LocatieDocument,
  satisfies,
} from "./document.ts";
import { pdokProvincie } from "./pdok-provincies.ts";
import type { ConditionValue, FieldCondition } from "./solr-query.ts";

interface KeyQuery {
  readonly types: readonly DocumentType[];
  readonly conditions: readonly FieldCondition[];
}

/** Finds by the first condition, in this order, that is a key; returns `undefined` when none is. */
export function findByKeys(
  s: Snapshot,
  types: readonly DocumentType[],
  conditions: readonly FieldCondition[],
): readonly Counted<DescribedObject>[] | undefined {
  const query = { types, conditions };
  for (const [field, find] of KEYS) {
    const condition = conditions.find((each) => each.field === field);
    if (condition?.values.every((value) => isKey(field, value))) {
      if (condition.values.length > MAX_VALUES) {
        throw badRequest(`not supported: so many values of ${field} in one query`);
      }
      return find(s, condition.values, query);
    }
  }
  return undefined;
}

/** Most values of a key: each is looked up. */
const MAX_VALUES = 100;
/** Minimum characters of a postcode: a shorter prefix selects a part of the country. */
const MIN_POSTCODE_LENGTH = 4;

function isKey(field: string, { key, isPrefix }: ConditionValue): boolean {
  if (field === "postcode") {
    return key.length >= MIN_POSTCODE_LENGTH;
  }
  return key !== "" && (!isPrefix || field === "straatnaam");
}

type FindByKey = (
  s: Snapshot,
  values: readonly ConditionValue[],
  query: KeyQuery,
) => readonly Counted<DescribedObject>[];

const KEYS: readonly [field: string, find: FindByKey][] = [
  ["id", findByEach((s, { text }) => findById(s, text))],
  ["identificatie", findByEach((s, { text }) => findByIdentificatie(s, text))],
  ["nummeraanduiding_id", findByEach((s, { text }) => ofAdres(findAdres(s, text)))],
  ["adresseerbaarobject_id", findByEach((s, { text }) => listAdressenOfObject(s, text).flatMap(ofAdres))],
  ["postcode", findByPostcodes],
  ["openbareruimte_id", (s, values, query) => findByStreets(s, streetsOfIds(s, values), query)],
  ["straatnaam", (s, values, query) => findByStreets(s, streetsOfNames(s, values), query)],
];

function findByEach(find: (s: Snapshot, value: ConditionValue) => DescribedObject[]): FindByKey {
  return (s, values, { types, conditions }) => [
    toCounted(
      values
        .flatMap((value) => find(s, value))
        .filter(
          (found) => types.includes(found.type) && satisfies(new LocatieDocument(s, found), conditions),
        ),
    ),
  ];
}

function ofAdres(adres: AdresRecord | undefined): DescribedObject[] {
  return adres === undefined ? [] : [{ type: "adres", adres }];
}

/** Finds the object of an id that a document had: `adr-0457200000521750`. */
export function findById(s: Snapshot, id: string): DescribedObject[] {
  const [, prefix, rest] = /^(adr|weg|pcd|wpl|gem|pro)-(.+)$/.exec(id) ?? [];
  if (prefix === "adr") {
    return ofAdres(findAdres(s, rest!));
  }
  const type = { weg: "weg", pcd: "postcode", wpl: "woonplaats", gem: "gemeente", pro: "provincie" }[
    prefix ?? ""
  ];
  return type === undefined ? [] : findByIdentificatie(s, rest!).filter((found) => found.type === type);
}

/** Finds the objects that have an `identificatie`: four digits may be a gemeente and a woonplaats. */
function findByIdentificatie(s: Snapshot, id: string): DescribedObject[] {
  const { provincies, gemeenten, woonplaatsen } = s.areas;
  if (/^\d{4}$/.test(id)) {
    const gemeente = gemeenten.get(Number(id));
    const woonplaats = woonplaatsen.get(Number(id));
    return [
      ...(gemeente === undefined ? [] : [{ type: "gemeente", gemeente } as const]),
      ...(woonplaats === undefined ? [] : [{ type: "woonplaats", woonplaats } as const]),
    ];
  }
  const [, openbareRuimte, postcode, woonplaats] = /^(\d{16})_(\d{4}[A-Z]{2})_(\d{4})$/.exec(id) ?? [];
  if (postcode !== undefined) {
    const streets = listPostcodeStreets(s, postcode).filter(
      (each) => each.openbareRuimteId === Number(openbareRuimte) && each.woonplaatsId === Number(woonplaats),
    );
    return streets.map((street) => ({ type: "postcode", street }));
  }
  const [, object, nummeraanduiding] = /^(\d{16})-(\d{16})$/.exec(id) ?? [];
  if (nummeraanduiding !== undefined) {
    const adres = findAdres(s, nummeraanduiding);
    return adres?.adresseerbaar_object_id === object ? ofAdres(adres) : [];
  }
  const provincie = [...provincies.values()].find((each) => pdokProvincie(each).provinciecode === id);
  return provincie === undefined
    ? streetsOfId(s, id)
        .slice(0, 1)
        .map((street) => ({ type: "weg", street }))
    : [{ type: "provincie", provincie }];
}

/** A prefix of a postcode counts as this many values, because it selects hundreds. */
const PREFIX_WEIGHT = 25;

function findByPostcodes(
  s: Snapshot,
  values: readonly ConditionValue[],
  { types, conditions }: KeyQuery,
): readonly Counted<DescribedObject>[] {
  const prefixes = [...new Set(values.map(({ key }) => key.toUpperCase()))];
  const weight = prefixes.reduce((sum, { length }) => sum + (length < 6 ? PREFIX_WEIGHT : 1), 0);
  if (weight > MAX_VALUES) {
    throw badRequest("not supported: so many postcodes in one query");
  }
  const numbers = numbersOf(conditions);
  if (numbers !== undefined) {
    const rows = prefixes.flatMap((prefix) =>
      numbers.flatMap((number) =>
        prefix.length < 6
          ? listNumberRowsOfPostcodegebied(s, prefix, number)
          : listNumberRowsOfPostcode(s, prefix, number),
      ),
    );
    return types.includes("adres") ? [testAddresses(s, readRows(s, rows), conditions)] : [];
  }
  const streets = prefixes.flatMap((prefix) => listPostcodeStreets(s, prefix));
  const documents = streets.map((street): DescribedObject => ({ type: "postcode", street }));
  const others = conditions.filter((each) => each.values !== values);
  const ofStreet = others.filter(isOfStreet);
  const addresses = () => joinCounted(addressesOfPostcodes(s, streets, ofStreet));
  const further = others.filter((each) => !isOfStreet(each));
  return [
    ...(types.includes("postcode") ? [toCounted(keepFitting(s, documents, others))] : []),
    ...(types.includes("adres") ? [testAddresses(s, addresses(), further)] : []),
  ];
}

/** Returns the addresses of each postcode; reads them only where some streets of a postcode fit and others do not. */
function addressesOfPostcodes(
  s: Snapshot,
  streets: readonly PostcodeStreet[],
  ofStreet: readonly FieldCondition[],
): Counted<AdresRecord>[] {
  const ofPostcodes = Map.groupBy(streets, ({ postcode }) => postcode);
  return [...ofPostcodes].flatMap(([postcode, ofPostcode]) => {
    const fitting = keepFitting(
      s,
      ofPostcode.map((street): DescribedObject => ({ type: "weg", street })),
      ofStreet,
    );
    const count = ofPostcode.reduce((sum, street) => sum + street.count, 0);
    const list = (offset: number, limit: number) =>
      readRows(s, listNumberRowsOfPostcode(s, postcode)).list(offset, limit);
    if (fitting.length === 0 || fitting.length === ofPostcode.length) {
      return fitting.length === 0 ? [] : [{ count, list }];
    }
    const isFitting = (adres: AdresRecord) =>
      satisfies(new LocatieDocument(s, { type: "adres", adres }), ofStreet);
    return [toCounted(list(0, count).filter(isFitting))];
  });
}

/** Returns the house numbers that conditions name; `undefined` when they name none, or prefixes. */
function numbersOf(conditions: readonly FieldCondition[]): number[] | undefined {
  const values = conditions.find(({ field }) => field === "huisnummer")?.values;
  return values?.every(({ key, isPrefix }) => !isPrefix && /^\d{1,5}$/.test(key))
    ? [...new Set(values.map(({ key }) => Number(key)))]
    : undefined;
}

function readRows(s: Snapshot, rows: readonly NumberRow[]): Counted<AdresRecord> {
  const ids = rows.map(({ fid }) => fid);
  return { count: ids.length, list: (offset, limit) => readAdressen(s, ids.slice(offset, offset + limit)) };
}

function keepFitting(
  s: Snapshot,
  found: readonly DescribedObject[],
  conditions: readonly FieldCondition[],
): DescribedObject[] {
  return conditions.length === 0
    ? [...found]
    : found.filter((each) => satisfies(new LocatieDocument(s, each), conditions));
}

function streetsOfIds(s: Snapshot, values: readonly ConditionValue[]): StreetPart[] {
  return values.flatMap(({ text }) => streetsOfId(s, text));
}

/** Returns the parts of a street; a street without addresses is in its own woonplaats. */
function streetsOfId(s: Snapshot, id: string): StreetPart[] {
  const key = parseIdentificatie("OPR", id);
  return key === undefined ? [] : listStreetParts(s, key);
}

/** Maximum streets with a name whose rows are read, and maximum names of one query. */
const MAX_STREETS = 2_000;
const MAX_NAMES = 10;

function streetsOfNames(s: Snapshot, values: readonly ConditionValue[]): StreetPart[] {
  if (values.length > MAX_NAMES) {
    throw badRequest("not supported: so many names of streets in one query");
  }
  return values.flatMap(({ text }) => {
    const { rows, total } = listOpenbareRuimten(s, { naam: text }, { page: 1, perPage: MAX_STREETS });
    if (total > MAX_STREETS) {
      throw badRequest(`not supported: a part of the names of ${total} streets`);
    }
    return rows.flatMap(({ identificatie }) => streetsOfId(s, identificatie));
  });
}

/** Finds streets, their postcodes and their addresses; without a number all addresses count. */
function findByStreets(
  s: Snapshot,
  streets: readonly StreetPart[],
  { types, conditions }: KeyQuery,
): readonly Counted<DescribedObject>[] {
  const ofStreet = conditions.filter(isOfStreet);
  const fitting = streets.filter((street) =>
    satisfies(new LocatieDocument(s, { type: "weg", street }), ofStreet),
  );
  const numbers = numbersOf(conditions);
  const addresses =
    numbers === undefined
      ? joinCounted(fitting.map((street) => addressesOfStreet(s, street)))
      : readRows(
          s,
          fitting.flatMap((street) => numbers.flatMap((number) => listNumberRowsOfStreet(s, street, number))),
        );
  const documents: DescribedObject[] = types.includes("weg")
    ? fitting.map((street) => ({ type: "weg", street }))
    : [];
  const postcodes = types.includes("postcode") ? listPostcodesOfStreets(s, fitting) : [];
  const used = numbers === undefined ? undefined : conditions.find(({ field }) => field === "huisnummer");
  const further = conditions.filter((each) => each !== used && !isOfStreet(each));
  return [
    toCounted(keepFitting(s, [...documents, ...postcodes], conditions)),
    ...(types.includes("adres") ? [testAddresses(s, addresses, further)] : []),
  ];
}

function addressesOfStreet(s: Snapshot, street: StreetPart): Counted<AdresRecord> {
  const index = streetIndexOf(s);
  const position = index.findStreet(street);
  return {
    count: position === undefined ? 0 : index.addressCount(position),
    list: (offset, limit) => readAdressen(s, listIdsOfStreet(s, street, { offset, limit })),
  };
}

/** Maximum streets whose postcodes are listed; with more streets, reading the addresses would take too long. */
const MAX_STREETS_OF_POSTCODES = 50;

/** Lists the postcodes of streets, each with its street, by street and postcode; empty for more than 50 streets. */
export function listPostcodesOfStreets(s: Snapshot, streets: readonly StreetPart[]): DescribedObject[] {
  if (streets.length > MAX_STREETS_OF_POSTCODES) {
    return [];
  }
  return streets.flatMap((street) => {
    const { count, list } = addressesOfStreet(s, street);
    const postcodes = new Set(list(0, count).flatMap(({ postcode }) => postcode ?? []));
    return [...postcodes]
      .sort()
      .flatMap((postcode) => listPostcodeStreets(s, postcode))
      .filter(
        ({ openbareRuimteId, woonplaatsId }) =>
          openbareRuimteId === street.openbareRuimteId && woonplaatsId === street.woonplaatsId,
      )
      .map((each): DescribedObject => ({ type: "postcode", street: each }));
  });
}

/** Maximum addresses that are read to test conditions on each: more than any four digits of a postcode have. */
const MAX_TESTED = 20_000;

/** Returns the addresses that satisfy conditions that their streets do not decide. Throws 400 for too many. */
export function testAddresses(
  s: Snapshot,
  addresses: Counted<AdresRecord>,
  conditions: readonly FieldCondition[],
): Counted<DescribedObject> {
  const toFound = (adres: AdresRecord): DescribedObject => ({ type: "adres", adres });
  if (conditions.length === 0) {
    return mapCounted(addresses, toFound);
  }
  if (addresses.count > MAX_TESTED) {
    throw badRequest(
      `not supported: conditions on each of ${addresses.count} addresses; name street, postcode or number`,
    );
  }
  return toCounted(keepFitting(s, addresses.list(0, addresses.count).map(toFound), conditions));
}
