/**
 * Reads the objects of one `bagStand` file: per object the voorkomen in force on the reference date, as the
 * row of its table. All voorkomens of an object are contiguous and objects come in order of identificatie
 * (bag-format.md §1.4); a file that breaks that order is refused.
 */
import { encodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../registry/object-types.ts";
import { EXTRACT_GRAMMAR, INFO_RECORD, SLOT, SLOTS_PER_TYPE, STAND_DATE } from "./extract-grammar.ts";
import { fieldReader, type Notice, type RowValue, statusText } from "./field-reader.ts";
import { hasGeometry } from "./object-columns.ts";
import { readGeometry } from "./read-geometry.ts";
import { BadObject, RecordValues } from "./record-values.ts";
import { refuse } from "./refuse.ts";
import { computeColumns, type RowContext } from "./row-columns.ts";
import { formatDate, isInForce, NO_END, parseDateAt } from "./voorkomen.ts";
import { type Captures, scanXml } from "./xml-scanner.ts";

export interface ObjectFile {
  readonly code: TypeCode;
  readonly content: Buffer;
  /** Named in messages: the path of the file inside its zips. */
  readonly source: string;
  /** YYYYMMDD. */
  readonly referenceDate: number;
}

/** Receives what a file holds. `isEdge`: the object may continue in the file before or after. */
export interface ObjectSink {
  row(values: RowValue[], geom: Uint8Array | undefined, isEdge: boolean): void;
  /** The voorkomen in force says that the object has ended. */
  ended(id: number, voorkomen: number, isEdge: boolean): void;
  /** `example` names the object and what was wrong with it. */
  trouble(kind: "skipped" | "noticed", reason: string, example: string): void;
}

export interface ObjectTally {
  voorkomens: number;
  objects: number;
}

export function readObjects(file: ObjectFile, context: RowContext, sink: ObjectSink): ObjectTally {
  const reader = new ObjectFileReader(file, context, sink);
  scanXml(file.content, file.source, EXTRACT_GRAMMAR, (kind, captures, offset) => {
    if (kind === INFO_RECORD) reader.checkInfo(captures);
    else reader.addVoorkomen(kind, captures, offset);
  });
  return reader.finish();
}

class ObjectFileReader {
  readonly #file: ObjectFile;
  readonly #context: RowContext;
  readonly #sink: ObjectSink;
  readonly #readFields: (values: RecordValues, notice: Notice) => RowValue[];
  readonly #statusAt: number;
  readonly #typeNumber: number;
  readonly #tally: ObjectTally = { voorkomens: 0, objects: 0 };
  #values: RecordValues;
  /** The best voorkomen so far of the object being read; swapped with `#values` when a better one comes. */
  #best: RecordValues;
  #bestVoorkomen = -1;
  #bestEnd = NO_END;
  #id = -1;

  constructor(file: ObjectFile, context: RowContext, sink: ObjectSink) {
    this.#file = file;
    this.#context = context;
    this.#sink = sink;
    this.#typeNumber = TYPE_CODES.indexOf(file.code);
    this.#readFields = fieldReader(file.code, context.referenceYear);
    this.#statusAt = OBJECT_TYPES[file.code].fields.findIndex((field) => field.kind === "status");
    this.#values = new RecordValues(file.source);
    this.#best = new RecordValues(file.source);
  }

  checkInfo(captures: Captures): void {
    const at = captures.numbers.indexOf(STAND_DATE);
    if (at < 0 || at >= captures.count) return;
    const { source, referenceDate } = this.#file;
    const { text } = captures;
    const date = parseDateAt(text, captures.starts[at]!, captures.ends[at]!);
    if (date !== referenceDate)
      refuse(
        `${source}: StandTechnischeDatum ${text.slice(captures.starts[at], captures.ends[at])}; the extract is of ${formatDate(referenceDate)}`,
      );
  }

  addVoorkomen(typeNumber: number, captures: Captures, offset: number): void {
    if (typeNumber !== this.#typeNumber)
      this.#refuse(offset, `a ${TYPE_CODES[typeNumber]} in a file of ${this.#file.code}`);
    this.#tally.voorkomens++;
    const values = this.#values;
    values.fill(captures, typeNumber * SLOTS_PER_TYPE);
    const id = values.digits(SLOT.identificatie);
    if (id === undefined) this.#refuse(offset, "an object without a numeric identificatie");
    if (id !== this.#id) this.#startObject(id, offset);
    const voorkomen = values.digits(SLOT.voorkomen);
    const begin = values.date(SLOT.begin);
    const end = values.has(SLOT.end) ? values.date(SLOT.end) : NO_END;
    if (voorkomen === undefined || begin === undefined || end === undefined) {
      this.#sink.trouble(
        "skipped",
        "voorkomen without number or valid dates",
        values.text(SLOT.identificatie),
      );
      return;
    }
    if (!isInForce(begin, end, this.#file.referenceDate) || values.isInactive) return;
    if (voorkomen <= this.#bestVoorkomen) return;
    this.#bestVoorkomen = voorkomen;
    this.#bestEnd = end;
    this.#values = this.#best;
    this.#best = values;
  }

  finish(): ObjectTally {
    this.#flush(true);
    return this.#tally;
  }

  #startObject(id: number, offset: number): void {
    if (id < this.#id)
      this.#refuse(offset, `objects are not in order of identificatie: ${id} after ${this.#id}`);
    this.#flush(this.#tally.objects === 1);
    this.#id = id;
    this.#tally.objects++;
  }

  #flush(isEdge: boolean): void {
    if (this.#bestVoorkomen < 0) return;
    try {
      this.#emit(isEdge);
    } catch (error) {
      if (!(error instanceof BadObject)) throw error;
      const example = `${this.#best.text(SLOT.identificatie)} ${error.detail}`.trim();
      this.#sink.trouble("skipped", error.message, example);
    }
    this.#bestVoorkomen = -1;
  }

  #emit(isEdge: boolean): void {
    const code = this.#file.code;
    const type = OBJECT_TYPES[code];
    const values = this.#best;
    const identificatie = values.text(SLOT.identificatie);
    if (!type.idPattern.test(identificatie)) throw new BadObject("malformed identificatie");
    const notice: Notice = (reason, detail) =>
      this.#sink.trouble("noticed", reason, `${identificatie} ${detail}`.trim());
    const fields = this.#readFields(values, notice);
    const status = statusText(code, fields[this.#statusAt]!);
    if ((type.endedStatuses as readonly string[]).includes(status)) {
      this.#sink.ended(this.#id, this.#bestVoorkomen, isEdge);
      return;
    }
    const end = this.#bestEnd === NO_END ? null : formatDate(this.#bestEnd);
    const row: RowValue[] = [this.#id, ...fields, this.#bestVoorkomen, end];
    const geometry = hasGeometry(code) ? readGeometry(values) : undefined;
    computeColumns(code, { row, values, geometry, context: this.#context, notice });
    this.#sink.row(row, geometry && encodeGpkgGeometry(geometry), isEdge);
  }

  #refuse(offset: number, reason: string): never {
    return refuse(`${this.#file.source}: byte ${offset}: ${reason}`);
  }
}
