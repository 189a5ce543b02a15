/** Searches for addresses in the BAG API. A request has exactly one of these searches. */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import { readAdressen } from "../../registry/read/adres-record.ts";
import { listAdressenOfObject } from "../../registry/read/adresseerbare-objecten.ts";
import { findAdres, listAdressenOfOpenbareRuimte, listAdressenOfPand } from "../../registry/read/adressen.ts";
import { listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { listStreetParts } from "../../registry/read/street-parts.ts";
import { parseIdentificatie } from "../../registry/schema/identificatie.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { parsePostcode } from "../../registry/schema/postcode.ts";
import { type Counted, toCounted } from "../../search/counted.ts";
import { findByLine } from "../../search/find-by-line.ts";
import {
  listNumberRowsOfPostcode,
  listNumberRowsOfStreet,
  type NumberRow,
} from "../../search/index/address-rows.ts";
import type { QueryValues } from "../interface.ts";
import { textOf, toLine } from "../query-values.ts";
import { isTrue } from "./parameters.ts";
import { BagProblem } from "./problem.ts";

/** Parameters of the two searches by a number. */
const OF_NUMBER = ["postcode", "woonplaatsNaam", "openbareRuimteNaam", "huisnummer"] as const;
/** Parts of a number, allowed only together with the parameters of {@link OF_NUMBER}. */
const PARTS = ["huisletter", "huisnummertoevoeging"] as const;

type FindByText = (s: Snapshot, text: string) => Counted<AdresRecord>;

/** Searches by a single parameter. */
const SOLE: Readonly<Record<string, FindByText>> = {
  adresseerbaarObjectIdentificatie: (s, id) => toCounted(listAdressenOfObject(s, id)),
  pandIdentificatie: (s, id) => {
    const key = parseIdentificatie("PND", id);
    return toCounted(key === undefined ? [] : listAdressenOfPand(s, key));
  },
  openbareRuimteIdentificatie: (s, id) => ({
    count: listAdressenOfOpenbareRuimte(s, id, { page: 1, perPage: 1 })?.total ?? 0,
    list: (offset, limit) =>
      listAdressenOfOpenbareRuimte(s, id, { page: offset / limit + 1, perPage: limit })?.rows ?? [],
  }),
  q: findByText,
  zoekresultaatIdentificatie: (s, id) => toCounted([findAdres(s, id.replace(/^adr-/, "")) ?? []].flat()),
};

/** Searches that a collection has. */
export interface Searches {
  /** False when the collection lacks the parameters openbareRuimteIdentificatie and zoekresultaatIdentificatie. */
  readonly hasAll: boolean;
}

/** Finds the addresses that a request asks for, in list order; throws for none or several searches in one request. */
export function findAddresses(s: Snapshot, query: QueryValues, { hasAll }: Searches): Counted<AdresRecord> {
  const isKnown = (name: string) =>
    hasAll || (name !== "openbareRuimteIdentificatie" && name !== "zoekresultaatIdentificatie");
  const sole = Object.keys(SOLE).filter((name) => isKnown(name) && textOf(query, name) !== undefined);
  const ofNumber = [...OF_NUMBER, ...PARTS].filter((name) => textOf(query, name) !== undefined);
  if (sole.length + ofNumber.length === 0) {
    throw new BagProblem("paramsRequired");
  }
  if (sole.length > 1 || (sole.length === 1 && ofNumber.length > 0)) {
    throw new BagProblem("unsupportedCombination", `Samen opgegeven: ${[...sole, ...ofNumber].join(", ")}.`);
  }
  const [name] = sole;
  return name === undefined ? findByNumber(s, query) : SOLE[name]!(s, textOf(query, name)!);
}

/** Finds by text with the search, the certain answer first. */
export function findByText(s: Snapshot, text: string): Counted<AdresRecord> {
  const line = toLine(text);
  return line === undefined ? toCounted([]) : findByLine(s, line).addresses;
}

function findByNumber(s: Snapshot, query: QueryValues): Counted<AdresRecord> {
  const text = (name: (typeof OF_NUMBER)[number]) => textOf(query, name);
  const [postcode, city, street] = [text("postcode"), text("woonplaatsNaam"), text("openbareRuimteNaam")];
  if (postcode !== undefined && (city !== undefined || street !== undefined)) {
    throw new BagProblem("unsupportedCombination", "postcode naast woonplaatsNaam of openbareRuimteNaam.");
  }
  const isComplete = postcode !== undefined || (city !== undefined && street !== undefined);
  if (!isComplete || text("huisnummer") === undefined) {
    throw new BagProblem(
      "paramsCombination",
      "postcode en huisnummer, of woonplaatsNaam, openbareRuimteNaam en huisnummer.",
    );
  }
  const number = Number(text("huisnummer"));
  const rows =
    postcode === undefined
      ? listRowsByNames(s, { city: city!, street: street! }, number)
      : listNumberRowsOfPostcode(s, parsePostcode(postcode)!, number);
  const found = readAdressen(
    s,
    rows.map(({ fid }) => fid),
  );
  return toCounted(found.filter((adres) => hasParts(adres, query)));
}

/** Most streets of a woonplaats. */
const MAX_STREETS = 10_000;

function listRowsByNames(
  s: Snapshot,
  { city, street }: { readonly city: string; readonly street: string },
  number: number,
): NumberRow[] {
  const places = [...s.areas.woonplaatsen.values()].filter(({ nameKey: key }) => key === nameKey(city));
  const wanted = nameKey(street);
  return places.flatMap(({ id, identificatie: woonplaatsId }) =>
    listOpenbareRuimten(s, { naam: street, woonplaatsId }, { page: 1, perPage: MAX_STREETS })
      .rows.filter(({ naam }) => nameKey(naam) === wanted)
      .flatMap(({ identificatie }) => listStreetParts(s, Number(identificatie)))
      .filter((part) => part.woonplaatsId === id)
      .flatMap((part) => listNumberRowsOfStreet(s, part, number)),
  );
}

/**
 * Returns true when letter and addition are as requested. With `exacteMatch`, a part that was not requested must be
 * absent.
 */
function hasParts({ huisletter, huisnummertoevoeging }: AdresRecord, query: QueryValues): boolean {
  const isExact = isTrue(query, "exacteMatch");
  const own = { huisletter, huisnummertoevoeging };
  return PARTS.every((part) => {
    const asked = textOf(query, part);
    return asked === undefined
      ? !isExact || own[part] === null
      : own[part]?.toLowerCase() === asked.toLowerCase();
  });
}
