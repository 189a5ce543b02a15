/**
 * Reads the objects of one `bagStand` file: per object the voorkomens that a registry keeps (voorkomen.ts), or all for
 * a history. As a rule all voorkomens of an object are contiguous and objects come in order of identificatie
 * (docs/bag-format.md §1.4). In any other order an object comes in several pieces; their positions are reported.
 */
import { formatIdentificatie, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { formatBagDate, parseDateAt } from "../extract/dates.ts";
import {
  EXTRACT_GRAMMAR,
  HISTORY_GRAMMAR,
  INFO_RECORD,
  SLOT,
  SLOTS_PER_TYPE,
  STAND_DATE,
} from "../extract/extract-grammar.ts";
import { RecordValues } from "../extract/record-values.ts";
import { refuseImport } from "../refuse.ts";
import { isBlank } from "../xml/xml-document.ts";
import { type Captures, type OnRecord, scanXml } from "../xml/xml-scanner.ts";
import {
  hasIdentificatieOf,
  MALFORMED_IDENTIFICATIE,
  NO_HEADER,
  readHeader,
  VoorkomenReader,
} from "./read-voorkomen.ts";
import { isKept, type Voorkomen } from "./voorkomen.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

export interface ObjectFile {
  readonly code: TypeCode;
  readonly content: Buffer;
  /** Path of the file inside its zips, for messages. */
  readonly source: string;
  /** YYYYMMDD. */
  readonly referenceDate: number;
  /** True to read all voorkomens, with what a history keeps of them. */
  readonly withHistory?: boolean;
}

/** Place of an object in its file: the first and the last are at its edges. */
export type PlaceInFile = "edge" | "middle";

/** Receives the contents of a file. */
export interface ObjectSink {
  /**
   * Takes the voorkomens of one object or a piece of it, at least one: those that a registry keeps, or all for a
   * history. At an edge of the file, the object may continue in the file before or after.
   */
  onObject(voorkomens: readonly Voorkomen[], place: PlaceInFile): void;
  /** Takes the reason why a voorkomen cannot be identified, and is left out; `example` names it. */
  onUnidentified(reason: string, example: string): void;
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

/** Reads a file; `locator` finds the woonplaats of panden. */
export function readObjects(
  file: ObjectFile,
  locator: WoonplaatsLocator | undefined,
  sink: ObjectSink,
): ObjectTally {
  const reader = new ObjectFileReader(file, locator, sink);
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
    grammar: file.withHistory ? HISTORY_GRAMMAR : EXTRACT_GRAMMAR,
    onRecord,
    onDeviation: (reason, where) => sink.onDeviation("file", reason, where),
  });
  return reader.finish();
}

class ObjectFileReader {
  readonly #file: ObjectFile;
  readonly #sink: ObjectSink;
  readonly #reader: VoorkomenReader;
  readonly #typeNumber: number;
  readonly #tally: ObjectTally = { voorkomens: 0, first: undefined, last: undefined };
  readonly #values: RecordValues;
  /** Voorkomens of the object being read. Most are past: without a history only their header is read. */
  #voorkomens: Voorkomen[] = [];
  #id = -1;
  /** True when the identificatie of the object does not have the form of its type's, which is reported once. */
  #isMalformed = false;
  /** Number of pieces of objects so far. */
  #pieces = 0;
  #hasDate = false;

  constructor(file: ObjectFile, locator: WoonplaatsLocator | undefined, sink: ObjectSink) {
    this.#file = file;
    this.#sink = sink;
    this.#typeNumber = TYPE_CODES.indexOf(file.code);
    this.#reader = new VoorkomenReader(file.code, { locator, withHistory: file.withHistory === true });
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
    const { code, referenceDate, withHistory } = this.#file;
    if (typeNumber !== this.#typeNumber) {
      this.#refuse(offset, `a ${TYPE_CODES[typeNumber]} in a file of ${code}`);
    }
    this.#tally.voorkomens++;
    const values = this.#values;
    values.fill(captures, typeNumber * SLOTS_PER_TYPE);
    const id = values.digits(SLOT.identificatie);
    if (id === undefined) {
      const example = `${this.#where(offset)}: ${values.text(SLOT.identificatie)}`;
      this.#sink.onUnidentified(MALFORMED_IDENTIFICATIE, example);
      return;
    }
    if (id !== this.#id) {
      this.#startObject(id, offset);
    }
    const header = readHeader(values);
    if (header === undefined) {
      this.#sink.onUnidentified(NO_HEADER, values.text(SLOT.identificatie));
      return;
    }
    const makesRow = isKept(header, referenceDate);
    if ((makesRow || withHistory) && this.#isIdentified(values)) {
      this.#voorkomens.push(this.#reader.read(header, values, makesRow));
    }
  }

  /** Returns true when the identificatie of a voorkomen names its object; reports the object once if not. */
  #isIdentified(values: RecordValues): boolean {
    if (this.#voorkomens.length === 0 && !this.#isMalformed) {
      this.#isMalformed = !hasIdentificatieOf(this.#file.code, values);
      if (this.#isMalformed) {
        this.#sink.onUnidentified(MALFORMED_IDENTIFICATIE, values.text(SLOT.identificatie));
      }
    }
    return !this.#isMalformed;
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
    this.#isMalformed = false;
    this.#pieces++;
    this.#tally.first ??= id;
    this.#tally.last = id;
  }

  #flush(place: PlaceInFile): void {
    if (this.#voorkomens.length > 0) {
      this.#sink.onObject(this.#voorkomens, place);
      this.#voorkomens = [];
    }
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
