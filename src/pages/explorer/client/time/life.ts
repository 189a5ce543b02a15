/** Lives of addresses and objects as events of a time line. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import { numberLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import type { Fields } from "../kinds/fields.ts";
import type { Address } from "../known-addresses.ts";
import type { MapGeometry } from "../map/map-selection.ts";
import { pageData } from "../page-data.ts";
import type { Figure } from "../parts/figures.tsx";
import type { LabelledView } from "../parts/relations.tsx";

export type AddressLife = AnswerOf<"/addresses/{nummeraanduidingId}/history">["data"]["periods"];
export type BuildingLife = AnswerOf<"/buildings/{pandId}/history">["data"]["voorkomens"];
export type ResidenceLife = AnswerOf<"/residences/{verblijfsobjectId}/history">["data"]["voorkomens"];
export type StreetLife = AnswerOf<"/streets/{openbareRuimteId}/history">["data"]["voorkomens"];
export type LifeVoorkomen = BuildingLife[number] | ResidenceLife[number] | StreetLife[number];

/** Facts of an object that is gone. */
export interface LastFacts {
  /** Name in place of the identifier. */
  readonly name?: string | undefined;
  readonly figures?: readonly Figure[];
  readonly relations?: readonly LabelledView[];
  readonly building?: MapGeometry | undefined;
}

/** History of a kind of object: how it is asked for and shown. */
export interface Life {
  readonly path: `${string}/{${string}}/history`;
  /** Further parameters of the time line. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly fields: Fields;
  /** Fields of the first event. */
  readonly first: readonly string[];
  /** Fields that are shown when they change. */
  readonly further: readonly string[];
  /** Says that the object has ended; absent for addresses, whose periods have a reason. */
  readonly ended?: string;
  /** Returns facts of the last voorkomen of an object; absent for addresses, which have no voorkomens. */
  last?(ask: Ask, last: LifeVoorkomen): LastFacts | Promise<LastFacts>;
}

export type LifeAnswer =
  | AnswerOf<"/addresses/{nummeraanduidingId}/history">["data"]
  | { readonly voorkomens: readonly LifeVoorkomen[] };

/** Asks for the history of an object. */
export async function loadLife(
  ask: Ask,
  { path }: Life,
  asked: Readonly<Record<string, string>> & { readonly id: string },
): Promise<LifeAnswer> {
  const { id, ...parameters } = asked;
  const all = { ...parameters, [parameterOf(path)]: id };
  return (await ask(path as "/buildings/{pandId}/history", all as never)).data;
}

/** Returns the name of the identifier in a path. */
export function parameterOf(path: Life["path"]): string {
  return /{(\w+)}/.exec(path)![1]!;
}

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

/** Returns the events of an address, oldest first. */
export function eventsOfAddress(life: Life, periods: AddressLife): LifeEvent[] {
  let before: object | undefined;
  return periods.map(({ valid_from, address, reason, sources = [] }, at) => {
    const shared = { day: valid_from, documents: documentsOf(sources) };
    if (address === null) {
      const isEnd = reason === "ended" && at === periods.length - 1;
      return { ...shared, kind: isEnd ? "end" : "absent", ...(reason && { reason }), changes: [] };
    }
    const kind = before === undefined ? "begin" : "change";
    const changes = changesOf(life, before, address);
    before = address;
    return { ...shared, kind, changes };
  });
}

/** Returns the events of an object, oldest first. */
export function eventsOfObject(life: Life, voorkomens: readonly LifeVoorkomen[]): LifeEvent[] {
  let before: LifeVoorkomen | undefined;
  const events = voorkomens.map((voorkomen): LifeEvent => {
    const event = {
      day: voorkomen.begin_geldigheid,
      changes: changesOf(life, before, voorkomen),
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

/** Returns true for a day after the reference date of the data. */
export function isAnnounced(day: string | null): boolean {
  return day !== null && day > pageData.registry!.date;
}

/** Returns true for a voorkomen that was valid on no day, because another replaced it. */
export function isCorrection({ begin_geldigheid, eind_geldigheid }: LifeVoorkomen): boolean {
  return eind_geldigheid !== null && eind_geldigheid <= begin_geldigheid;
}

function changesOf({ first, further }: Life, before: object | undefined, after: object): Change[] {
  if (before === undefined) {
    return first.map((field) => ({ field, after: fieldValueOf(after, field) }));
  }
  return further
    .map((field) => ({ field, before: fieldValueOf(before, field), after: fieldValueOf(after, field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Returns the value of a field; for a house number with its letter and addition. */
function fieldValueOf(record: object, field: string): unknown {
  return field === "huisnummer"
    ? numberLineOf(record as Address)
    : (record as Readonly<Record<string, unknown>>)[field];
}

type Source = Pick<LifeVoorkomen, "documentnummer" | "documentdatum" | "tijdstip_registratie">;

/** Returns the documents of some voorkomens, each once with its first registration. */
function documentsOf(sources: readonly Source[]): LifeDocument[] {
  const equal = Map.groupBy(sources, ({ documentnummer: number, documentdatum: date }) =>
    [number ?? "", date ?? ""].join(" "),
  );
  return [...equal.values()].map((same) => ({
    number: same[0]!.documentnummer ?? null,
    date: same[0]!.documentdatum ?? null,
    registered: same.flatMap((one) => one.tijdstip_registratie?.slice(0, 10) ?? []).sort()[0] ?? null,
  }));
}
