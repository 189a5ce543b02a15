/**
 * Derives the data by which a search recognises a former address (registry/history/former-filter.ts): the names that
 * streets and woonplaatsen have or had, and the filter of the keys that addresses had.
 */
import { memoize } from "../../../base/memoize.ts";
import type { Database, Statement } from "../../../base/sqlite.ts";
import { ANY, FormerFilter, formerKey, hashText, readBits } from "../../../registry/history/former-filter.ts";
import type { StatementSource } from "../../../registry/index/life-reader.ts";
import { lookupTable, voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { joinParts, type NumberParts } from "../../../registry/schema/number-parts.ts";
import { nameRun } from "../../../search/line/normalize.ts";
import { collectRowGarbage, SCHEMAS, type VoorkomenSource } from "./counting-lives.ts";
import { type FormerAddresses, waitingTable } from "./former-addresses.ts";

/** Bytes of the filter for a row of `old_key`: two for each of its five keys. */
const BYTES_PER_ROW = 10;
/** Minimum size of the filter. Updates never enlarge it: even in a small registry it has room for recent objects. */
const MIN_BYTES = 65_536;

interface Named {
  readonly naam: string;
  readonly woonplaats: number;
}

/** Name and woonplaats that a street, or a number of it, has today. */
interface Today {
  readonly naam: string | null;
  readonly woonplaats: number | null;
}

/** A name with its woonplaats, as the hash of its run. */
interface NameHash {
  readonly run: number;
  readonly woonplaats: number;
}

/** A row of `waiting_old_key`. */
interface OldKey extends NumberParts {
  readonly street: number;
  readonly huisnummer: number;
  readonly postcode: string | null;
  /** The number's own woonplaats; null when its street gives it. */
  readonly woonplaats: number | null;
}

/** Names that differ from today's; the names of a street are in order of their voorkomens. */
const DIFFERING = (
  of: VoorkomenSource,
) => `SELECT DISTINCT v.object_id AS id, v.naam, v.woonplaats_id AS woonplaats,
    t.naam AS naamToday, t.woonplaats_id AS woonplaatsToday
  FROM ${SCHEMAS[of].voorkomens}.${voorkomenTable("OPR", "history")} v
  LEFT JOIN ${SCHEMAS[of].streets} t ON t.fid = v.object_id
  WHERE v.retired = 0 AND v.naam IS NOT NULL AND (v.naam IS NOT t.naam OR v.woonplaats_id IS NOT t.woonplaats_id)`;
const NAMES = (
  of: VoorkomenSource,
) => `SELECT DISTINCT naam, woonplaats_id AS woonplaats FROM ${voorkomenTable("OPR", of)}
  WHERE object_id = ? AND retired = 0 AND naam IS NOT NULL`;
const WOONPLAATSEN = (of: VoorkomenSource) => `SELECT DISTINCT v.object_id AS id, v.naam, t.naam AS naamToday
  FROM ${SCHEMAS[of].voorkomens}.${voorkomenTable("WPL", "history")} v
  LEFT JOIN ${SCHEMAS[of].registry}.woonplaats t ON t.fid = v.object_id WHERE v.retired = 0 AND v.naam IS NOT NULL`;
const WOONPLAATS_NAMES = (of: VoorkomenSource) => `SELECT DISTINCT naam FROM ${voorkomenTable("WPL", of)}
  WHERE object_id = ? AND retired = 0 AND naam IS NOT NULL`;
const OLD_KEYS = `SELECT openbare_ruimte_id AS street, huisnummer, huisletter, huisnummertoevoeging, postcode,
  woonplaats_id AS woonplaats FROM ${waitingTable("old_key")} ORDER BY openbare_ruimte_id`;

export class FormerNames {
  readonly #db: Database;
  readonly #of: VoorkomenSource;
  readonly #insert: Statement;
  readonly #filter: FormerFilter;
  /** Statements of the names of an object: of the history file, and of recent objects when there may be any. */
  readonly #namesOf: readonly { all(id: number): unknown[] }[];
  readonly #woonplaatsNamesOf: readonly { all(id: number): unknown[] }[];
  readonly #hashes = new Map<number, readonly number[]>();
  readonly #hashesToday = new Map<number, number | undefined>();

  /** `file` is the history file. */
  constructor(db: Database, of: VoorkomenSource, file: StatementSource) {
    this.#db = db;
    this.#of = of;
    this.#insert = db.query(`INSERT OR IGNORE INTO ${lookupTable("former_name", of)} VALUES (?, ?, ?)`);
    const inBoth = (sql: (of: VoorkomenSource) => string) => [
      file.statement(sql("history")),
      ...(of === "recent" ? [db.query(sql("recent"))] : []),
    ];
    this.#namesOf = inBoth(NAMES);
    this.#woonplaatsNamesOf = inBoth(WOONPLAATS_NAMES);
    this.#filter = new FormerFilter(this.#readBits(file));
  }

  /** Fills `former_name` and `former_filter` from the waiting rows of `old_key` and the voorkomens. */
  write({ ownPlaces }: FormerAddresses): void {
    this.#addWoonplaatsen();
    this.#addStreets(ownPlaces);
    this.#addKeys();
    this.#db
      .query(`INSERT OR REPLACE INTO ${lookupTable("former_filter", this.#of)} VALUES (1, ?)`)
      .run(this.#filter.bits);
  }

  /**
   * Returns the bits to add to. For recent objects: the bits of earlier updates, else as many empty ones as the history
   * file has.
   */
  #readBits(file: StatementSource): Uint8Array {
    if (this.#of === "recent") {
      const bitsOf = (of: VoorkomenSource) => `SELECT bits FROM ${lookupTable("former_filter", of)}`;
      return (
        readBits(this.#db.query(bitsOf("recent"))) ??
        new Uint8Array(readBits(file.statement(bitsOf("history")))!.length)
      );
    }
    const [count] = this.#db.query(`SELECT count(*) FROM ${waitingTable("old_key")}`).values()[0] as [number];
    return new Uint8Array(Math.max(MIN_BYTES, count * BYTES_PER_ROW));
  }

  #addWoonplaatsen(): void {
    const rows = this.#db.query<{ id: number; naam: string; naamToday: string | null }, []>(
      WOONPLAATSEN(this.#of),
    );
    for (const { id, naam, naamToday } of rows.all()) {
      const run = nameRun(naam);
      this.#insert.run(run, id, id);
      if (naamToday !== null && nameRun(naamToday) !== run) {
        this.#filter.addPlace(hashText(run));
      }
    }
  }

  #addStreets(ownPlaces: ReadonlyMap<number, ReadonlySet<number>>): void {
    type Row = Named & { id: number; naamToday: string | null; woonplaatsToday: number | null };
    for (const { naamToday, woonplaatsToday, ...row } of this.#db.query<Row, []>(DIFFERING(this.#of)).all()) {
      this.#addStreet(row.id, row, { naam: naamToday, woonplaats: woonplaatsToday });
    }
    const findToday = this.#db.query<{ naam: string }, [number]>(
      `SELECT naam FROM ${SCHEMAS[this.#of].streets} WHERE fid = ?`,
    );
    for (const [street, woonplaatsen] of ownPlaces) {
      const naamToday = findToday.get(street)?.naam ?? null;
      for (const { naam } of this.#listNames(street)) {
        for (const woonplaats of woonplaatsen) {
          this.#addStreet(street, { naam, woonplaats }, { naam: naamToday, woonplaats });
        }
      }
    }
  }

  /**
   * Adds a name of a street, for any number. A name and place that are written like today's are not added to the
   * filter.
   */
  #addStreet(id: number, named: Named, today: Today): void {
    const { run, woonplaats } = this.#addName(id, named);
    const isRunToday = today.naam !== null && hashText(nameRun(today.naam)) === run;
    const placeToday = today.woonplaats === null ? undefined : this.#hashToday(today.woonplaats);
    const places = this.#hashesOf(woonplaats).filter((place) => !isRunToday || place !== placeToday);
    for (const place of places.length === 0 ? [] : [ANY, ...places]) {
      this.#filter.add(formerKey(run, place, ANY, ANY));
    }
  }

  #addName(id: number, { naam, woonplaats }: Named): NameHash {
    const run = nameRun(naam);
    this.#insert.run(run, woonplaats, id);
    return { run: hashText(run), woonplaats };
  }

  #addKeys(): void {
    let street: number | undefined;
    let names: NameHash[] = [];
    let count = 0;
    for (const key of this.#db.query<OldKey, []>(OLD_KEYS).iterate()) {
      collectRowGarbage(++count);
      if (key.street !== street) {
        street = key.street;
        names = this.#listNames(street).map((named) => this.#addName(street!, named));
      }
      this.#addKey(key, names);
    }
  }

  #addKey({ huisnummer, postcode, woonplaats, ...number }: OldKey, names: readonly NameHash[]): void {
    const parts = hashText(joinParts(number));
    const add = (name: number, place: number) => this.#filter.add(formerKey(name, place, huisnummer, parts));
    const code = postcode === null ? undefined : hashText(postcode);
    if (code !== undefined) {
      add(ANY, code);
    }
    for (const named of names) {
      const places = this.#hashesOf(woonplaats ?? named.woonplaats);
      for (const place of [ANY, ...places]) {
        add(named.run, place);
      }
      for (const name of code === undefined ? [] : [named.run, ...places]) {
        add(name, code!);
      }
    }
  }

  #listNames(street: number): Named[] {
    return this.#namesOf.flatMap((statement) => statement.all(street) as Named[]);
  }

  /** Returns the hashes of all names of a woonplaats. */
  #hashesOf(woonplaats: number): readonly number[] {
    const list = () => {
      const rows = this.#woonplaatsNamesOf.flatMap((one) => one.all(woonplaats) as { naam: string }[]);
      return rows.map(({ naam }) => hashText(nameRun(naam)));
    };
    return memoize(this.#hashes, woonplaats, list);
  }

  /** Returns the hash of the name that a woonplaats has today; undefined when it has ended. */
  #hashToday(woonplaats: number): number | undefined {
    return memoize(this.#hashesToday, woonplaats, () => {
      const sql = `SELECT naam FROM ${SCHEMAS[this.#of].registry}.woonplaats WHERE fid = ?`;
      const today = this.#db.query<{ naam: string }, [number]>(sql).get(woonplaats);
      return today === null ? undefined : hashText(nameRun(today.naam));
    });
  }
}
