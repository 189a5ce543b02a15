/** Lives of addresses and objects as events of a time line. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatHouseNumber } from "../format.ts";
import type { Address } from "../known-addresses.ts";

export type AddressLife = AnswerOf<"/addresses/{nummeraanduidingId}/history">["data"]["periods"];
type BuildingLife = AnswerOf<"/buildings/{pandId}/history">["data"]["voorkomens"];
type ResidenceLife = AnswerOf<"/residences/{verblijfsobjectId}/history">["data"]["voorkomens"];
type StreetLife = AnswerOf<"/streets/{openbareRuimteId}/history">["data"]["voorkomens"];
export type LifeVoorkomen = BuildingLife[number] | ResidenceLife[number] | StreetLife[number];

/** Kinds of objects with a life, by the names of their views. */
export type LifeKind = "address" | "building" | "residence" | "street";

interface Change {
  readonly field: string;
  /** Absent for a value that the object begins with. */
  readonly before?: unknown;
  readonly after: unknown;
}

export interface LifeDocument {
  readonly number: string | null;
  /** YYYY-MM-DD. */
  readonly date: string | null;
  /** Day of the registration, YYYY-MM-DD. */
  readonly registered: string | null;
}

export interface LifeEvent {
  /** First day, YYYY-MM-DD; null when none is known. */
  readonly day: string | null;
  /** `absent`: there is no address from that day on; `correction`: the registration was valid on no day. */
  readonly kind: "begin" | "change" | "end" | "absent" | "correction";
  /** Why there is no address. */
  readonly reason?: AddressLife[number]["reason"];
  readonly changes: readonly Change[];
  readonly documents: readonly LifeDocument[];
}

/** Fields to show: the fields of the first event, and further ones when they change. */
const SHOWN_FIELDS: Readonly<
  Record<LifeKind, readonly [first: readonly string[], further: readonly string[]]>
> = {
  address: [
    ["full_address", "object_status"],
    [
      ...[
        "straatnaam",
        "huisnummer",
        "postcode",
        "woonplaats_naam",
        "woonplaats_id",
        "gemeente_naam",
        "type",
      ],
      ...["object_status", "oppervlakte", "gebruiksdoel", "bouwjaar", "pand_id", "adresseerbaar_object_id"],
      "latitude",
    ],
  ],
  building: [
    ["status", "bouwjaar"],
    ["status", "bouwjaar", "geometry"],
  ],
  residence: [
    ["status", "oppervlakte", "gebruiksdoel"],
    [
      ...["status", "oppervlakte", "gebruiksdoel", "pand_id", "hoofdadres_nummeraanduiding_id"],
      ...["nevenadres_nummeraanduiding_ids", "latitude"],
    ],
  ],
  street: [
    ["naam", "woonplaats_naam", "status"],
    ["naam", "verkorte_naam", "type", "woonplaats_naam", "woonplaats_id", "status"],
  ],
};

/** Returns the events of an address, oldest first. */
export function eventsOfAddress(periods: AddressLife): LifeEvent[] {
  let before: object | undefined;
  return periods.map(({ valid_from, address, reason, sources = [] }, at) => {
    const shared = { day: valid_from, documents: documentsOf(sources) };
    if (address === null) {
      const isEnd = reason === "ended" && at === periods.length - 1;
      return { ...shared, kind: isEnd ? "end" : "absent", ...(reason && { reason }), changes: [] };
    }
    const kind = before === undefined ? "begin" : "change";
    const changes = changesOf("address", before, address);
    before = address;
    return { ...shared, kind, changes };
  });
}

/** Returns the events of an object, oldest first. */
export function eventsOfObject(kind: LifeKind, voorkomens: readonly LifeVoorkomen[]): LifeEvent[] {
  let before: LifeVoorkomen | undefined;
  const events = voorkomens.map((voorkomen): LifeEvent => {
    const event = {
      day: voorkomen.begin_geldigheid,
      changes: changesOf(kind, before, voorkomen),
      documents: documentsOf([voorkomen]),
    };
    if (isCorrection(voorkomen)) {
      return { ...event, kind: "correction" };
    }
    const isEnd = voorkomen.stage === "ended" && before !== undefined && before.stage !== "ended";
    const isFirst = before === undefined;
    before = voorkomen;
    return { ...event, kind: isEnd ? "end" : isFirst ? "begin" : "change" };
  });
  return events.sort((a, b) => a.day!.localeCompare(b.day!));
}

/** Returns true for a voorkomen that was valid on no day, because another replaced it. */
export function isCorrection({ begin_geldigheid, eind_geldigheid }: LifeVoorkomen): boolean {
  return eind_geldigheid !== null && eind_geldigheid <= begin_geldigheid;
}

function changesOf(kind: LifeKind, before: object | undefined, after: object): Change[] {
  const [first, further] = SHOWN_FIELDS[kind];
  if (before === undefined) {
    return first.map((field) => ({ field, after: fieldValueOf(after, field) }));
  }
  return further
    .map((field) => ({ field, before: fieldValueOf(before, field), after: fieldValueOf(after, field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Returns the value of a field; of a house number with letter and addition. */
function fieldValueOf(record: object, field: string): unknown {
  return field === "huisnummer"
    ? formatHouseNumber(record as Address)
    : (record as Readonly<Record<string, unknown>>)[field];
}

type Source = Pick<LifeVoorkomen, "documentnummer" | "documentdatum" | "tijdstip_registratie">;

/** Returns the documents of some voorkomens, each once with its first registration. */
function documentsOf(sources: readonly Source[]): LifeDocument[] {
  const documents = new Map<string, LifeDocument>();
  for (const { documentnummer = null, documentdatum = null, tijdstip_registratie } of sources) {
    const key = `${documentnummer} ${documentdatum}`;
    const registered = tijdstip_registratie?.slice(0, 10) ?? null;
    const known = documents.get(key)?.registered ?? registered;
    const first = known !== null && registered !== null && registered < known ? registered : known;
    documents.set(key, { number: documentnummer, date: documentdatum, registered: first });
  }
  return [...documents.values()];
}
