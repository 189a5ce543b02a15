/** Collects the streets of all addresses written, with the files that have them, for the list of names. */
import type { Areas } from "../registry/file/areas.ts";
import type { AdresRow } from "../registry/read/adres-record.ts";
import { listEverydayNames } from "./everyday-names.ts";
import {
  type AreaRef,
  BEGINNING_LENGTH,
  type EverydayName,
  type NameEntry,
  type NamePlace,
  type Run,
} from "./format.ts";
import { foldName, keysOfName } from "./name-words.ts";

/** Name with the index of its woonplaats among {@link StaticNames.places}. */
export interface StaticNames {
  readonly places: readonly NamePlace[];
  /** In the order of their keys. */
  readonly entries: readonly NameEntry[];
  /** First characters of the keys, in order. */
  readonly beginnings: readonly string[];
  readonly everydayNames: readonly EverydayName[];
}

/** Lowest and highest of the odd numbers, then of the even ones; undefined without any. */
type Span = [oddFirst?: number, oddLast?: number, evenFirst?: number, evenLast?: number];

interface StreetPart {
  readonly name: string;
  readonly shortNames: Set<string>;
  readonly woonplaats: number;
  count: number;
  readonly spans: Map<AreaRef, Span>;
}

export class NameCollector {
  /** By woonplaats and name. */
  readonly #streets = new Map<string, StreetPart>();

  /** Takes the addresses of one file. */
  add(area: AreaRef, rows: readonly AdresRow[]): void {
    for (const row of rows) {
      const street = this.#streetOf(row);
      street.count++;
      if (row.verkorte_straatnaam !== null) {
        street.shortNames.add(row.verkorte_straatnaam);
      }
      const span: Span = street.spans.get(area) ?? [];
      widen(span, row.huisnummer);
      street.spans.set(area, span);
    }
  }

  #streetOf({ straatnaam, woonplaats_id }: AdresRow): StreetPart {
    const key = `${woonplaats_id} ${straatnaam}`;
    let street = this.#streets.get(key);
    if (street === undefined) {
      const shortNames = new Set<string>();
      street = { name: straatnaam, shortNames, woonplaats: woonplaats_id, count: 0, spans: new Map() };
      this.#streets.set(key, street);
    }
    return street;
  }

  /** Returns every name under each of its words: streets, their woonplaatsen with everyday names, their gemeenten. */
  list({ woonplaatsen }: Areas): StaticNames {
    const counts = new Map<number, number>();
    for (const { woonplaats, count } of this.#streets.values()) {
      counts.set(woonplaats, (counts.get(woonplaats) ?? 0) + count);
    }
    const ids = [...counts.keys()].sort((a, b) => a - b);
    const indexOf = new Map(ids.map((id, i) => [id, i]));
    const everydayNames = listEverydayNames(ids.map((id) => woonplaatsen.get(id)!.naam));
    const entries: NameEntry[] = [];
    const gemeenten = new Map<string, number>();
    for (const [id, count] of counts) {
      const { naam, gemeente } = woonplaatsen.get(id)!;
      gemeenten.set(gemeente.naam, (gemeenten.get(gemeente.naam) ?? 0) + count);
      const everyday = everydayNames.flatMap(([key, name]) => (name === foldName(naam) ? [key] : []));
      const keys = new Set([naam, ...everyday].flatMap(keysOfName));
      entries.push(...[...keys].map((key) => [key, naam, indexOf.get(id)!, count, "place"] as const));
    }
    for (const [name, count] of gemeenten) {
      entries.push(...keysOfName(name).map((key) => [key, name, -1, count, "municipality"] as const));
    }
    for (const street of this.#streets.values()) {
      const place = indexOf.get(street.woonplaats)!;
      entries.push(...entriesOf(street, place, keysOfName(woonplaatsen.get(street.woonplaats)!.naam)[0]!));
    }
    const places = ids.map((id) => toNamePlace(woonplaatsen, id));
    entries.sort(compareEntries);
    const beginnings = new Set(entries.map(([key]) => key.slice(0, BEGINNING_LENGTH)));
    return { places, entries, beginnings: [...beginnings], everydayNames };
  }
}

function widen(span: Span, number: number): void {
  const at = number % 2 === 1 ? 0 : 2;
  span[at] = Math.min(span[at] ?? number, number);
  span[at + 1] = Math.max(span[at + 1] ?? number, number);
}

function toNamePlace(woonplaatsen: Areas["woonplaatsen"], id: number): NamePlace {
  const { identificatie, naam, gemeente } = woonplaatsen.get(id)!;
  return [identificatie, naam, gemeente.naam];
}

function entriesOf(
  { name, shortNames, count, spans }: StreetPart,
  place: number,
  placeKey: string,
): NameEntry[] {
  const keys = new Set([name, ...[...shortNames].sort()].flatMap(keysOfName));
  const where = spans.size === 1 ? ([[...spans.keys()][0]!] as const) : toRuns(spans);
  return [...keys].map((key) => [`${key} ${placeKey}`.trim(), name, place, count, where]);
}

function toRuns(spans: ReadonlyMap<AreaRef, Span>): Run[] {
  return [...spans].flatMap(([area, [oddFirst, oddLast, evenFirst, evenLast]]) => [
    ...(oddFirst === undefined ? [] : [[area, oddFirst, oddLast!] as const]),
    ...(evenFirst === undefined ? [] : [[area, evenFirst, evenLast!] as const]),
  ]);
}

function compareEntries(a: NameEntry, b: NameEntry): number {
  return compareTexts(a[0], b[0]) || b[3] - a[3] || compareTexts(a[1], b[1]) || a[2] - b[2];
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
