/**
 * Finds the documents that a query of the Locatieserver means: by ids, postcodes and names of streets from the
 * registry's indexes, by words with baken's search. Counts all of them and reads one page.
 */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { type Counted, joinCounted, mapCounted, toCounted } from "../../search/counted.ts";
import { findByLine } from "../../search/find-by-line.ts";
import type { StreetKey } from "../../search/index/address-rows.ts";
import { badRequest } from "../bad-request.ts";
import { findNamed } from "../named-areas.ts";
import {
  type DescribedObject,
  type DocumentType,
  isField,
  isOfStreet,
  LocatieDocument,
  satisfies,
  TYPES,
} from "./document.ts";
import { findByKeys, listPostcodesOfStreets, testAddresses } from "./find-by-keys.ts";
import type { FieldCondition, SolrQuery } from "./solr-query.ts";

interface DocumentQuery extends SolrQuery {
  readonly isTyping: boolean;
}

/** Finds the documents of a query, the best first. Throws 400 for a query that would have to read the whole country. */
export function findDocuments(s: Snapshot, asked: DocumentQuery): Counted<LocatieDocument> {
  const query = takePostcode(asked);
  const types = acceptedTypes(query.conditions);
  const conditions = query.conditions.filter(({ field }) => field !== "type");
  if (types.length === 0 || !conditions.every(({ field }) => isField(field))) {
    return joinCounted([]);
  }
  const found =
    query.line === ""
      ? findByConditions(s, types, conditions)
      : findByWords(s, { ...query, conditions }, types);
  return joinCounted(found.map((list) => mapCounted(list, (each) => new LocatieDocument(s, each))));
}

/** Turns a line that is only a postcode, or four digits of one and a letter, into a condition. */
function takePostcode(query: DocumentQuery): DocumentQuery {
  const [, digits, letters = ""] = /^([1-9]\d{3}) ?([a-z]{1,2})?$/i.exec(query.line) ?? [];
  if (digits === undefined) {
    return query;
  }
  const key = (digits + letters).toLowerCase();
  const value = { key, text: key, isPrefix: letters.length < 2 };
  return { ...query, line: "", conditions: [...query.conditions, { field: "postcode", values: [value] }] };
}

function acceptedTypes(conditions: readonly FieldCondition[]): DocumentType[] {
  const ofType = conditions.filter(({ field }) => field === "type");
  return TYPES.filter((type) =>
    ofType.every(({ values }) =>
      values.some(({ key, isPrefix }) => (isPrefix ? type.startsWith(key) : type === key)),
    ),
  );
}

type FoundLists = readonly Counted<DescribedObject>[];

/** Finds documents by conditions alone. */
function findByConditions(
  s: Snapshot,
  types: readonly DocumentType[],
  conditions: readonly FieldCondition[],
): FoundLists {
  const lists = findByKeys(s, types, conditions);
  if (lists !== undefined) {
    return lists;
  }
  const areas = types.filter((type) => type === "provincie" || type === "gemeente" || type === "woonplaats");
  if (areas.length === types.length) {
    return [
      toCounted(listAreas(s, areas).filter((found) => satisfies(new LocatieDocument(s, found), conditions))),
    ];
  }
  throw badRequest(
    "not supported: a query without words, a postcode, an id, or straatnaam; it would list the country",
  );
}

function listAreas(s: Snapshot, types: readonly DocumentType[]): DescribedObject[] {
  const { provincies, gemeenten, woonplaatsen } = s.areas;
  return types.flatMap((type): DescribedObject[] => {
    switch (type) {
      case "provincie":
        return [...provincies.values()].map((provincie) => ({ type, provincie }));
      case "gemeente":
        return [...gemeenten.values()].map((gemeente) => ({ type, gemeente }));
      default:
        return [...woonplaatsen.values()].map((woonplaats) => ({ type: "woonplaats", woonplaats }));
    }
  });
}

/** Finds documents by words and conditions. */
function findByWords(s: Snapshot, query: DocumentQuery, types: readonly DocumentType[]): FoundLists {
  const { line, conditions, isTyping } = query;
  const has = (type: DocumentType) => types.includes(type);
  const fits = (found: DescribedObject) => satisfies(new LocatieDocument(s, found), conditions);
  const ofStreet = conditions.filter(isOfStreet);
  const acceptsStreet = (street: StreetKey) =>
    satisfies(new LocatieDocument(s, { type: "weg", street }), ofStreet);
  const parameters = parametersOf(conditions);
  const { places, streets, hasNumber, addresses } = findByLine(s, line, {
    isTyping,
    parameters,
    ...(ofStreet.length === 0 ? {} : { accepts: acceptsStreet }),
  });
  const lists: Counted<DescribedObject>[] = [];
  if (!hasNumber) {
    lists.push(toCounted([...namedAreas(s, query, types), ...placeDocuments(s, places, types)].filter(fits)));
  }
  if (has("weg") && !(hasNumber && has("adres"))) {
    const ofStreets = mapCounted(streets, (street): DescribedObject => ({ type: "weg", street }));
    lists.push(
      conditions.every(isOfStreet) ? ofStreets : toCounted(ofStreets.list(0, ofStreets.count).filter(fits)),
    );
  }
  if (types.length === 1 && has("postcode")) {
    lists.push(toCounted(listPostcodesOfStreets(s, streets.list(0, streets.count)).filter(fits)));
  }
  if (has("adres")) {
    const further = conditions.filter((each) => !isOfStreet(each));
    lists.push(testAddresses(s, addresses, further));
  }
  return lists;
}

/** Returns the postcode and number that conditions name in addition to a line. */
function parametersOf(conditions: readonly FieldCondition[]): { postcode?: string; number?: number } {
  const sole = (field: string) => {
    const values = conditions.filter((each) => each.field === field).flatMap((each) => each.values);
    return values.length === 1 && !values[0]!.isPrefix ? values[0]!.key : undefined;
  };
  const postcode = sole("postcode");
  const number = sole("huisnummer");
  return {
    ...(postcode === undefined ? {} : { postcode: postcode.toUpperCase() }),
    ...(number !== undefined && /^\d{1,5}$/.test(number) ? { number: Number(number) } : {}),
  };
}

function placeDocuments(
  s: Snapshot,
  places: readonly number[],
  types: readonly DocumentType[],
): DescribedObject[] {
  return types.includes("woonplaats")
    ? places.map((id) => ({ type: "woonplaats", woonplaats: s.areas.woonplaatsen.get(id)! }))
    : [];
}

/** Returns the provincies and gemeenten that the line names: whole, or its start while typing. */
function namedAreas(
  { areas }: Snapshot,
  { line, isTyping }: DocumentQuery,
  types: readonly DocumentType[],
): DescribedObject[] {
  const provincies = types.includes("provincie") ? findNamed(areas.provincies, line, isTyping) : [];
  const gemeenten = types.includes("gemeente") ? findNamed(areas.gemeenten, line, isTyping) : [];
  return [
    ...provincies.map((provincie): DescribedObject => ({ type: "provincie", provincie })),
    ...gemeenten.map((gemeente): DescribedObject => ({ type: "gemeente", gemeente })),
  ];
}
