/**
 * Reads the objects of one `bagStand` file: per object the voorkomens that a registry keeps (kept-voorkomens.ts). As a
 * rule all voorkomens of an object are contiguous and objects come in order of identificatie (docs/bag-format.md §1.4).
 * In any other order an object comes in several pieces; their positions are reported.
 */
import { formatIdentificatie, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { formatBagDate, parseDateAt } from "../extract/dates.ts";
import {
  EXTRACT_GRAMMAR,
  INFO_RECORD,
  SLOT,
  SLOTS_PER_TYPE,
  STAND_DATE,
} from "../extract/extract-grammar.ts";
import type { OnNotice } from "../extract/field-reader.ts";
import { RecordValues } from "../extract/record-values.ts";
import { refuseImport } from "../refuse.ts";
import { isBlank } from "../xml/xml-document.ts";
import { type Captures, type OnRecord, scanXml } from "../xml/xml-scanner.ts";
import { findInForce, isKept } from "./kept-voorkomens.ts";
import { CONFLICTING_OCCURRENCES, mergeOccurrences } from "./merge-occurrences.ts";
import {
  hasIdentificatieOf,
  MALFORMED_IDENTIFICATIE,
  NO_HEADER,
  type ReadVoorkomen,
  readHeader,
  type VoorkomenHeader,
  VoorkomenReader,
} from "./read-voorkomen.ts";
import type { RowContext } from "./row-columns.ts";

export interface ObjectFile {
  readonly code: TypeCode;
  readonly content: Buffer;
  /** Path of the file inside its zips, for messages. */
  readonly source: string;
  /** YYYYMMDD. */
  readonly referenceDate: number;
}

/** Place of an object in its file: the first and the last are at its edges. */
export type PlaceInFile = "edge" | "middle";

/** Receives the contents of a file. */
export interface ObjectSink {
  /**
   * Takes the kept voorkomens of one object or a piece of it, at least one. At an edge of the file, the object may
   * continue in the file before or after.
   */
  onObject(voorkomens: readonly ReadVoorkomen[], place: PlaceInFile): void;
  /** Takes a fault; `example` names the object and its fault. */
  onProblem(kind: "skipped" | "noticed", reason: string, example: string): void;
  /** Takes a harmless deviation from official files, of an object or of the file. */
  onDeviation(of: "object" | "file", reason: string, where: string): void;
}

export interface ObjectTally {
  voorkomens: number;
  /** Identificaties of the first and the last object; undefined without any. */
  first: number | undefined;
  last: number | undefined;
}

/** Reason reported for an object that follows one with a higher identificatie. */
export const OUT_OF_ORDER = "objects are not in order of identificatie";

export function readObjects(file: ObjectFile, context: RowContext, sink: ObjectSink): ObjectTally {
  const reader = new ObjectFileReader(file, context, sink);
  if (isBlank(file.content)) {
    sink.onDeviation("file", "an empty file", file.source);
    return reader.finish();
  }
  const onRecord: OnRecord = (kind, captures, offset) => {
    if (kind === INFO_RECORD) {
      reader.checkInfo(captures);
    } else {
      reader.addVoorkomen(kind, captures, offset);
    }
  };
  scanXml(file.content, {
    source: file.source,
    grammar: EXTRACT_GRAMMAR,
    onRecord,
    onDeviation: (reason, where) => sink.onDeviation("file", reason, where),
  });
  return reader.finish();
}

interface Problem {
  readonly reason: string;
  readonly detail: string;
}

/** A kept voorkomen whose values have not been read yet. */
interface UnreadVoorkomen {
  readonly header: VoorkomenHeader;
  readonly values: RecordValues;
}

class ObjectFileReader {
  readonly #file: ObjectFile;
  readonly #sink: ObjectSink;
  readonly #reader: VoorkomenReader;
  readonly #typeNumber: number;
  readonly #tally: ObjectTally = { voorkomens: 0, first: undefined, last: undefined };
  /** Kept voorkomens of the object being read. Most voorkomens are past: only their header is read. */
  readonly #kept: UnreadVoorkomen[] = [];
  /** Buffer that the next voorkomen is read into; `#free` holds more of them: they are large and reused. */
  #values: RecordValues;
  readonly #free: RecordValues[] = [];
  #id = -1;
  /** Number of pieces of objects so far. */
  #pieces = 0;
  #hasDate = false;

  constructor(file: ObjectFile, context: RowContext, sink: ObjectSink) {
    this.#file = file;
    this.#sink = sink;
    this.#typeNumber = TYPE_CODES.indexOf(file.code);
    this.#reader = new VoorkomenReader(file.code, context);
    this.#values = new RecordValues(file.source);
  }

  checkInfo(captures: Captures): void {
    const at = captures.numbers.indexOf(STAND_DATE);
    if (at < 0 || at >= captures.count) {
      return;
    }
    this.#hasDate = true;
    const { source, referenceDate } = this.#file;
    const { bytes, starts, ends } = captures;
    const date = parseDateAt(bytes, starts[at]!, ends[at]!);
    if (date !== referenceDate) {
      refuseImport(
        `${source}: StandTechnischeDatum ${bytes.toString("latin1", starts[at], ends[at])}; the extract is of ${formatBagDate(referenceDate)}`,
      );
    }
  }

  addVoorkomen(typeNumber: number, captures: Captures, offset: number): void {
    const { code, referenceDate, source } = this.#file;
    if (typeNumber !== this.#typeNumber) {
      this.#refuse(offset, `a ${TYPE_CODES[typeNumber]} in a file of ${code}`);
    }
    this.#tally.voorkomens++;
    const values = this.#values;
    values.fill(captures, typeNumber * SLOTS_PER_TYPE);
    const id = values.digits(SLOT.identificatie);
    if (id === undefined) {
      this.#sink.onProblem(
        "skipped",
        MALFORMED_IDENTIFICATIE,
        `${this.#where(offset)}: ${values.text(SLOT.identificatie)}`,
      );
      return;
    }
    if (id !== this.#id) {
      this.#startObject(id, offset);
    }
    const header = readHeader(code, values);
    if (header === undefined) {
      this.#sink.onProblem("skipped", NO_HEADER, values.text(SLOT.identificatie));
      return;
    }
    if (!isKept(header, referenceDate)) {
      return;
    }
    this.#kept.push({ header, values });
    this.#values = this.#free.pop() ?? new RecordValues(source);
  }

  finish(): ObjectTally {
    this.#flush("edge");
    const { source, referenceDate } = this.#file;
    if (!this.#hasDate && this.#tally.voorkomens > 0) {
      this.#sink.onDeviation(
        "file",
        `no StandTechnischeDatum; ${formatBagDate(referenceDate)} is assumed`,
        source,
      );
    }
    return this.#tally;
  }

  #startObject(id: number, offset: number): void {
    if (id < this.#id) {
      const ids = formatIdPair(this.#file.code, id, this.#id);
      this.#sink.onDeviation("object", OUT_OF_ORDER, `${this.#where(offset)}: ${ids}`);
    }
    this.#flush(this.#pieces === 1 ? "edge" : "middle");
    this.#id = id;
    this.#pieces++;
    this.#tally.first ??= id;
    this.#tally.last = id;
  }

  #flush(place: PlaceInFile): void {
    const first = this.#kept[0];
    if (first === undefined) {
      return;
    }
    if (hasIdentificatieOf(this.#file.code, first.values)) {
      this.#sink.onObject(this.#mergeKept(), place);
    } else {
      this.#sink.onProblem("skipped", MALFORMED_IDENTIFICATIE, first.values.text(SLOT.identificatie));
    }
    for (const { values } of this.#kept) {
      this.#free.push(values);
    }
    this.#kept.length = 0;
  }

  #mergeKept(): readonly ReadVoorkomen[] {
    const { kept, conflicting } = mergeOccurrences(this.#file.code, this.#readKept());
    const { values } = this.#kept[0]!;
    for (const voorkomen of conflicting) {
      const detail = `voorkomen ${voorkomen}`;
      this.#reportProblem("noticed", values, { reason: CONFLICTING_OCCURRENCES, detail });
    }
    return kept;
  }

  /** Reads the kept voorkomens; reports faults only of the one in force, which makes the object's row. */
  #readKept(): ReadVoorkomen[] {
    const inForce = findInForce(
      this.#kept.map(({ header }) => header),
      this.#file.referenceDate,
    );
    return this.#kept.map(({ header, values }) => {
      const isReported = header === inForce;
      const read = this.#reader.read(header, values, isReported ? this.#noticeFor(values) : () => undefined);
      if (isReported && read.unusable !== undefined) {
        this.#reportProblem("skipped", values, read.unusable);
      }
      return read;
    });
  }

  #noticeFor(values: RecordValues): OnNotice {
    return (reason, detail) => this.#reportProblem("noticed", values, { reason, detail });
  }

  #reportProblem(kind: "skipped" | "noticed", values: RecordValues, { reason, detail }: Problem): void {
    this.#sink.onProblem(kind, reason, `${values.text(SLOT.identificatie)} ${detail}`.trim());
  }

  #where(offset: number): string {
    return `${this.#file.source}: byte ${offset}`;
  }

  #refuse(offset: number, reason: string): never {
    return refuseImport(`${this.#where(offset)}: ${reason}`);
  }
}

/** Names two identificaties as an example of OUT_OF_ORDER. */
export function formatIdPair(code: TypeCode, id: number, before: number): string {
  const digits = code === "WPL" ? 4 : 16;
  return `${formatIdentificatie(id, digits)} after ${formatIdentificatie(before, digits)}`;
}
