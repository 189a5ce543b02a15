/**
 * Kenmerken in onderzoek of some deliveries (docs/bag-format.md §1.7), for a registry that keeps a history: staged in
 * order, and applied to the kenmerken of the history and of earlier updates.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import { isRecentObject, type StatementSource } from "../../registry/index/life-reader.ts";
import { TYPE_CODES } from "../../registry/schema/object-types.ts";
import { type ArchiveEntry, readEntry } from "../extract/archive-entry.ts";
import { BAG_NAMESPACES, SLOTS_PER_TYPE, UNREAD_ELEMENTS } from "../extract/extract-grammar.ts";
import { RecordValues } from "../extract/record-values.ts";
import {
  type InOnderzoekRow,
  joinKenmerken,
  kenmerkCaptures,
  kenmerkPath,
  readKenmerk,
} from "../objects/in-onderzoek-reader.ts";
import type { ImportReport } from "../report.ts";
import type { XmlGrammar } from "../xml/xml-names.ts";
import { type OnRecord, scanXml } from "../xml/xml-scanner.ts";

const GROUP = "mlm:bagMutaties/ml:mutatieBericht/ml:mutatieGroep";
/** Parent elements of the kenmerken that a mutation removes, and of those that it adds. */
const PARENTS = ["wijziging/ml:was", "verwijdering/ml:was", "wijziging/ml:wordt", "toevoeging/ml:wordt"].map(
  (path) => `${GROUP}/ml:${path}/mlm:kenmerkInOnderzoek`,
);
const FIRST_ADDED = 2;

const GRAMMAR: XmlGrammar = {
  namespaces: BAG_NAMESPACES,
  captures: new Map(PARENTS.flatMap((parent) => TYPE_CODES.flatMap((code) => kenmerkCaptures(code, parent)))),
  records: new Map(
    PARENTS.flatMap((parent, position) =>
      TYPE_CODES.map((code, type): [string, number] => [
        kenmerkPath(code, parent),
        position * TYPE_CODES.length + type,
      ]),
    ),
  ),
  unread: new Set([
    ...UNREAD_ELEMENTS,
    ...["bagInfo", "MUT-Extract", "StandTechnischeDatum", "BeschikbaarLVInOnderzoek"],
    ...["Mutatieperiode", "MutatiedatumVanaf", "MutatiedatumTot"],
  ]),
  cutAfter: "</ml:mutatieGroep>",
};

const COLUMNS = "object_id, begin_day, kenmerken, registered_ms, end_day, document_day, document";

export class StagedInOnderzoek {
  readonly #registry: StatementSource;
  readonly #history: StatementSource;
  readonly #insert: Statement;
  readonly #list: Statement;

  /** `db` is the draft with a `work` database, `history` the file that it names. */
  constructor(db: Database, history: StatementSource) {
    this.#registry = { statement: (sql) => db.query(sql) };
    this.#history = history;
    db.run(
      `CREATE TABLE work.staged_in_onderzoek (number INTEGER PRIMARY KEY, is_added INTEGER, ${COLUMNS})`,
    );
    db.run("CREATE INDEX work.staged_in_onderzoek_object ON staged_in_onderzoek (object_id)");
    this.#insert = db.query("INSERT INTO work.staged_in_onderzoek VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.#list = db.query(
      `SELECT is_added, ${COLUMNS} FROM work.staged_in_onderzoek WHERE object_id = ? ORDER BY number`,
    );
  }

  /** Stages the mutations of a file. */
  read(entry: ArchiveEntry, report: ImportReport): void {
    const values = new RecordValues(entry.path);
    const onRecord: OnRecord = (kind, found) => {
      const type = kind % TYPE_CODES.length;
      const code = TYPE_CODES[type]!;
      values.fill(found, type * SLOTS_PER_TYPE);
      const row = readKenmerk(code, values, {
        onUnidentified: (reason, example) => report.add(code, "noticed", reason, example),
      });
      if (row !== undefined) {
        const isAdded = Math.floor(kind / TYPE_CODES.length) >= FIRST_ADDED;
        this.#insert.run(Number(isAdded), ...row);
      }
    };
    scanXml(readEntry(entry), {
      source: entry.path,
      grammar: GRAMMAR,
      onRecord,
      onDeviation: (reason, where) => report.tolerate("file", reason, where),
    });
  }

  /** Returns the rows of an object after its mutations. */
  readAfter(id: number): InOnderzoekRow[] {
    const before = isRecentObject(this.#registry, id)
      ? this.#registry.statement(`SELECT ${COLUMNS} FROM recent_in_onderzoek WHERE object_id = ?`)
      : this.#history.statement(`SELECT ${COLUMNS} FROM in_onderzoek WHERE object_id = ?`);
    const kenmerken = (before.values(id) as unknown as InOnderzoekRow[]).flatMap(listKenmerken);
    for (const [isAdded, ...row] of this.#list.values(id) as unknown as [number, ...InOnderzoekRow][]) {
      const at = kenmerken.findIndex((one) => isSame(one, row));
      if (at >= 0) {
        kenmerken.splice(at, 1);
      }
      if (isAdded === 1) {
        kenmerken.push(row);
      }
    }
    return joinKenmerken(kenmerken);
  }
}

/** Returns a row for each kenmerk of a row. */
function listKenmerken(row: InOnderzoekRow): InOnderzoekRow[] {
  const bits = Array.from({ length: 8 }, (_, i) => 1 << i).filter((bit) => (row[2] & bit) !== 0);
  return bits.map((bit) => row.with(2, bit) as unknown as InOnderzoekRow);
}

/** Returns true for the same investigation of a kenmerk; its end and document may differ. */
function isSame([, begin, kenmerk, registered]: InOnderzoekRow, other: InOnderzoekRow): boolean {
  return begin === other[1] && kenmerk === other[2] && registered === other[3];
}
