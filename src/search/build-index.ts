/** Makes the search index from a registry's tables (at import, after the addresses and their indexes exist). */
import type { Database } from "../base/sqlite.ts";
import { compareKeys } from "../registry/name-key.ts";
import { HouseNumberWriter, type NumberEntry } from "./house-numbers.ts";
import { countsBy, listsBy, startsOf } from "./index-lists.ts";
import { NameTable } from "./name-table.ts";
import { chunksOf, literalKey } from "./normalize.ts";
import { type IndexArrays, literalHash } from "./street-index.ts";

interface StreetDraft {
  readonly id: number;
  readonly placeId: number;
  readonly nameKey: string;
  readonly literal: number;
  /** Positions of its names: written out, and shortened where that is another. */
  readonly names: readonly number[];
  /** As house-numbers.ts writes them: objects for all numbers of the country would take a gigabyte. */
  readonly numbers: Uint8Array;
  readonly addresses: number;
}

/** Takes a few seconds for the country, and memory for its streets. */
export function buildIndex(db: Database): IndexArrays {
  const names = new NameTable();
  const streets = readStreets(db, names);
  const addressesOfPlace = new Map<number, number>();
  for (const { placeId, addresses } of streets) {
    addressesOfPlace.set(placeId, (addressesOfPlace.get(placeId) ?? 0) + addresses);
  }
  const placeIds = [...addressesOfPlace].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id);
  const rank = new Map(placeIds.map((id, i) => [id, i]));
  streets.sort(
    (a, b) => rank.get(a.placeId)! - rank.get(b.placeId)! || compareKeys(a.nameKey, b.nameKey) || a.id - b.id,
  );
  return {
    ...names.arrays(),
    ...streetArrays(streets, rank),
    ...listsBy(
      "nameStreet",
      names.size,
      streets.map((street) => street.names),
    ),
    streetNameStarts: startsOf(streets.map((street) => street.names.length)),
    streetNames: Uint32Array.from(streets.flatMap((street) => street.names)),
    placeIds: Uint16Array.from(placeIds),
    placeStreetStarts: startsOf(
      countsBy(
        streets.map(({ placeId }) => rank.get(placeId)!),
        placeIds.length,
      ),
    ),
  } as IndexArrays;
}

const STREETS = `SELECT fid, naam, naam_sleutel, verkorte_naam, woonplaats_id FROM openbare_ruimte`;
/** The index alone answers this; volgorde begins with five digits and ends there without letter and addition. */
const NUMBERS = `SELECT openbare_ruimte_id AS fid, group_concat(volgorde, '|') AS volgordes
  FROM adres INDEXED BY adres_openbare_ruimte GROUP BY openbare_ruimte_id`;
/** Numbers that lie in another woonplaats than their street: about one in a thousand streets has any. */
const ELSEWHERE = `SELECT DISTINCT openbare_ruimte_id AS fid FROM nummeraanduiding WHERE woonplaats_id IS NOT NULL`;
const BY_PLACE = `SELECT woonplaats_id, group_concat(volgorde, '|') AS volgordes
  FROM adres WHERE openbare_ruimte_id = ? GROUP BY woonplaats_id`;

interface StreetRow {
  fid: number;
  naam: string;
  naam_sleutel: string;
  verkorte_naam: string | null;
  woonplaats_id: number;
}

function readStreets(db: Database, names: NameTable): StreetDraft[] {
  const rows = new Map(
    db
      .query<StreetRow, []>(STREETS)
      .all()
      .map((row) => [row.fid, row]),
  );
  const elsewhere = new Set(
    db
      .query<{ fid: number }, []>(ELSEWHERE)
      .all()
      .map(({ fid }) => fid),
  );
  const byPlace = db.query<{ woonplaats_id: number; volgordes: string }, [number]>(BY_PLACE);
  const streets: StreetDraft[] = [];
  for (const { fid, volgordes } of db.query<{ fid: number; volgordes: string }, []>(NUMBERS).iterate()) {
    const row = rows.get(fid)!;
    const parts = elsewhere.has(fid) ? byPlace.all(fid) : [{ woonplaats_id: row.woonplaats_id, volgordes }];
    for (const part of parts) streets.push(draftOf(row, part, names));
  }
  return streets;
}

function draftOf(
  row: StreetRow,
  part: { woonplaats_id: number; volgordes: string },
  names: NameTable,
): StreetDraft {
  const chunks = chunksOf(row.naam)!.map(({ text }) => text);
  const short = chunksOf(row.verkorte_naam ?? "")!.map(({ text }) => text);
  const positions = [names.add(chunks), names.add(short)];
  const volgordes = part.volgordes.split("|");
  return {
    id: row.fid,
    placeId: part.woonplaats_id,
    nameKey: row.naam_sleutel,
    literal: literalHash(literalKey(chunks)),
    names: [...new Set(positions.filter((position) => position !== undefined))],
    numbers: encodeNumbers(parseNumbers(volgordes)),
    addresses: volgordes.length,
  };
}

const NUMBER_LENGTH = 5;

function parseNumbers(volgordes: readonly string[]): NumberEntry[] {
  const entries = new Map<number, { number: number; plain: number; others: number }>();
  for (const volgorde of volgordes) {
    const number = Number(volgorde.slice(0, NUMBER_LENGTH));
    const entry = entries.get(number) ?? { number, plain: 0, others: 0 };
    if (volgorde.length === NUMBER_LENGTH) entry.plain++;
    else entry.others++;
    entries.set(number, entry);
  }
  return [...entries.values()].sort((a, b) => a.number - b.number);
}

const writer = new HouseNumberWriter();

function encodeNumbers(entries: readonly NumberEntry[]): Uint8Array {
  writer.clear();
  writer.add(entries);
  return writer.bytes();
}

function streetArrays(streets: readonly StreetDraft[], rank: ReadonlyMap<number, number>) {
  return {
    streetIds: Float64Array.from(streets, ({ id }) => id),
    streetPlaces: Uint16Array.from(streets, ({ placeId }) => rank.get(placeId)!),
    streetLiterals: Uint16Array.from(streets, ({ literal }) => literal),
    streetAddressStarts: startsOf(streets.map(({ addresses }) => addresses)),
    streetNumberStarts: startsOf(streets.map(({ numbers }) => numbers.length)),
    numberBytes: new Uint8Array(Buffer.concat(streets.map(({ numbers }) => numbers))),
  };
}
