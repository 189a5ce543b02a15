/** Reads one mutation file, in document order and a megabyte at a time. */
import { TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { type ArchiveEntry, readEntry } from "../extract/archive-entry.ts";
import { formatBagDate, parseDateAt } from "../extract/dates.ts";
import {
  BAG_NAMESPACES,
  historyCaptures,
  objectCaptures,
  objectPath,
  SLOT,
  SLOTS_PER_TYPE,
  UNREAD_ELEMENTS,
} from "../extract/extract-grammar.ts";
import { type MutationPeriod, PERIOD_PATHS } from "../extract/extract-header.ts";
import { RecordValues } from "../extract/record-values.ts";
import {
  hasIdentificatieOf,
  MALFORMED_IDENTIFICATIE,
  NO_HEADER,
  readHeader,
  type UnreadVoorkomen,
  VoorkomenReader,
} from "../objects/read-voorkomen.ts";
import { isKept, type Voorkomen } from "../objects/voorkomen.ts";
import { refuseImport } from "../refuse.ts";
import type { OnDeviation } from "../report.ts";
import type { XmlGrammar } from "../xml/xml-names.ts";
import { type Captures, type OnRecord, XmlScanner } from "../xml/xml-scanner.ts";

/** An unusable voorkomen (`skipped`) or a deviation (`noticed`), as ImportReport.add takes it. */
export interface MutationProblem {
  readonly code: TypeCode;
  readonly kind: "skipped" | "noticed";
  readonly reason: string;
  readonly example: string;
}

type OnProblem = (problem: MutationProblem) => void;

/** Voorkomens of a mutation: null when present but unusable, undefined when absent. */
interface Sides {
  was?: Voorkomen | null;
  wordt?: Voorkomen | null;
}

export interface MutationReaderOptions {
  /** Period that the file must have, when given. */
  readonly period?: MutationPeriod;
  readonly onProblem?: OnProblem;
  readonly onDeviation?: OnDeviation;
  /** True to read voorkomens as a history keeps them, too. */
  readonly withHistory?: boolean;
}

export class MutationReader {
  /** Number of object types that the file's header announces; only the first file of a delivery announces any. */
  announcedTypeCount = 0;
  groupCount = 0;
  /** Number of mutations, including unusable ones, which are left out. */
  mutationCount = 0;
  #period: MutationPeriod | undefined;
  readonly #entry: ArchiveEntry;
  readonly #onProblem: OnProblem;
  readonly #onDeviation: OnDeviation;
  readonly #values: RecordValues;
  readonly #withHistory: boolean;
  readonly #readers = new Map<TypeCode, VoorkomenReader>();
  #code: TypeCode = "WPL";
  #sides: Sides = {};
  #completed: Mutation[] = [];

  constructor(
    entry: ArchiveEntry,
    {
      period,
      onProblem = () => undefined,
      onDeviation = () => undefined,
      withHistory = false,
    }: MutationReaderOptions = {},
  ) {
    this.#entry = entry;
    this.#period = period;
    this.#onProblem = onProblem;
    this.#onDeviation = onDeviation;
    this.#withHistory = withHistory;
    this.#values = new RecordValues(entry.path);
  }

  /** Period of the mutations; known once the file has been read. */
  get period(): MutationPeriod {
    return this.#period ?? refuseImport(`${this.#entry.path}: no Mutatieperiode in its header`);
  }

  /**
   * Yields the mutations. Throws `import_refused` with the byte offset at the first construct that is not understood.
   * Calls `advance` with the number of bytes read.
   */
  *read(advance: (bytes: number) => void = () => undefined): Generator<Mutation> {
    const scanner = new XmlScanner(this.#entry.path, MUTATION_GRAMMAR, this.#onDeviation);
    const onRecord: OnRecord = (kind, captures, offset) => this.#handleRecord(kind, captures, offset);
    for (const window of scanner.windows(readEntry(this.#entry))) {
      scanner.scan(window, onRecord);
      yield* this.#completed;
      this.#completed = [];
      advance(window.bytes.length);
    }
    scanner.end();
  }

  #handleRecord(kind: number, captures: Captures, offset: number): void {
    if (kind < RECORD.mutation) {
      this.#handleVoorkomen(kind, captures, offset);
    } else if (kind === RECORD.group) {
      this.groupCount++;
    } else if (kind === RECORD.info) {
      this.#handleInfo(captures, offset);
    } else if (kind === RECORD.objectType) {
      this.announcedTypeCount++;
    } else {
      this.#finishMutation(kind - RECORD.mutation, offset);
    }
  }

  #handleVoorkomen(kind: number, captures: Captures, offset: number): void {
    const type = kind % TYPE_CODES.length;
    const { kind: mutation, side } = VOORKOMEN_POSITIONS[Math.floor(kind / TYPE_CODES.length)]!;
    if (this.#sides[side] !== undefined) {
      this.#refuse(offset, `a second voorkomen in one ml:${side}`);
    }
    this.#code = TYPE_CODES[type]!;
    this.#values.fill(captures, type * SLOTS_PER_TYPE);
    // A wijziging with an unusable `was` is applied all the same: only its `wordt` is stored.
    const header = this.#readHeader(mutation === "wijziging" && side === "was" ? "noticed" : "skipped");
    if (side === "was") {
      this.#sides.was = header;
    } else {
      this.#sides.wordt = header && this.#readContents(header);
    }
  }

  #readHeader(severity: "skipped" | "noticed"): UnreadVoorkomen | null {
    const header = readHeader(this.#values);
    const hasIdentificatie = hasIdentificatieOf(this.#code, this.#values);
    if (header !== undefined && hasIdentificatie) {
      header.registeredLvMs = this.#values.moment(SLOT.registeredLv) ?? null;
      return header;
    }
    this.#report(severity, hasIdentificatie ? NO_HEADER : MALFORMED_IDENTIFICATIE, "");
    return null;
  }

  /** Reads the contents of a voorkomen, and reports its faults. */
  #readContents(header: UnreadVoorkomen): Voorkomen {
    const reader = this.#readers.getOrInsertComputed(
      this.#code,
      (code) => new VoorkomenReader(code, { withHistory: this.#withHistory }),
    );
    const { faults = [], ...read } = reader.read(header, this.#values, isKept(header, this.period.to));
    for (const { kind, reason, detail } of faults) {
      this.#report(kind, reason, detail);
    }
    return read;
  }

  #finishMutation(kindIndex: number, offset: number): void {
    this.mutationCount++;
    const kind = MUTATION_KINDS[kindIndex]!;
    const { was, wordt } = this.#sides;
    this.#sides = {};
    for (const position of VOORKOMEN_POSITIONS) {
      if (position.kind === kind && (position.side === "was" ? was : wordt) === undefined) {
        this.#refuse(offset, `a ${kind} without a voorkomen in ml:${position.side}`);
      }
    }
    if (was && wordt && was.id !== wordt.id) {
      this.#refuse(offset, "a wijziging whose ml:was and ml:wordt are different objects");
    }
    if (wordt === null || (was === null && kind === "verwijdering")) {
      return;
    }
    this.#completed.push({ kind, code: this.#code, was: was ?? undefined, wordt });
  }

  #handleInfo(captures: Captures, offset: number): void {
    const [date, from, to] = [INFO.date, INFO.from, INFO.to].map((number) => findDate(captures, number));
    if (from === undefined || to === undefined) {
      this.#refuse(offset, "no Mutatieperiode with valid dates");
    }
    if (date !== to) {
      this.#refuse(offset, `StandTechnischeDatum is not the end of the Mutatieperiode, ${formatBagDate(to)}`);
    }
    const expected = this.#period;
    if (expected !== undefined && (expected.from !== from || expected.to !== to)) {
      this.#refuse(
        offset,
        `its Mutatieperiode is ${formatBagDate(from)} to ${formatBagDate(to)}, that of the delivery is ${formatBagDate(expected.from)} to ${formatBagDate(expected.to)}`,
      );
    }
    this.#period = { from, to };
  }

  #report(kind: "skipped" | "noticed", reason: string, detail: string): void {
    const example = `${this.#values.text(SLOT.identificatie)} ${detail}`.trim();
    this.#onProblem({ code: this.#code, kind, reason, example });
  }

  #refuse(offset: number, reason: string): never {
    return refuseImport(`${this.#entry.path}: byte ${offset}: ${reason}`);
  }
}

function findDate({ bytes, count, numbers, starts, ends }: Captures, number: number): number | undefined {
  for (let i = 0; i < count; i++) {
    if (numbers[i] === number) {
      return parseDateAt(bytes, starts[i]!, ends[i]!);
    }
  }
  return undefined;
}

const MESSAGE = "mlm:bagMutaties";
const GROUP = `${MESSAGE}/ml:mutatieBericht/ml:mutatieGroep`;
const OBJECT_TYPE = `${MESSAGE}/ml:mutatieBericht/ml:inhoud/ml:objectTypen/ml:objectType`;

const MUTATION_KINDS = ["toevoeging", "wijziging", "verwijdering"] as const;

/** Positions of a voorkomen in a mutation: before (`was`) or after (`wordt`) the change. */
const VOORKOMEN_POSITIONS = [
  { kind: "toevoeging", side: "wordt" },
  { kind: "wijziging", side: "was" },
  { kind: "wijziging", side: "wordt" },
  { kind: "verwijdering", side: "was" },
] as const;

/**
 * Kinds of records. Below `mutation`: a voorkomen of type `kind % TYPE_CODES.length` at
 * `VOORKOMEN_POSITIONS[floor(kind / TYPE_CODES.length)]`. From `mutation` up to `group`: the end of a mutation of the
 * kind `MUTATION_KINDS[kind - mutation]`.
 */
const RECORD = { mutation: 100, group: 200, info: 201, objectType: 202 } as const;

/** Captures of the file's header; captures of objects have lower numbers. */
const INFO = { date: 999, from: 998, to: 997 } as const;

const BAG_OBJECT_PATHS = VOORKOMEN_POSITIONS.map(
  ({ kind, side }) => `${GROUP}/ml:${kind}/ml:${side}/mlm:bagObject`,
);

/**
 * Declares the fields extracted from a mutation file; derived from the declarations of the object types, as for an
 * extract.
 */
const MUTATION_GRAMMAR: XmlGrammar = {
  namespaces: BAG_NAMESPACES,
  captures: new Map([
    ...BAG_OBJECT_PATHS.flatMap((path) =>
      TYPE_CODES.flatMap((code) => [...historyCaptures(code, path), ...objectCaptures(code, path)]),
    ),
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.date}`, INFO.date],
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.from}`, INFO.from],
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.to}`, INFO.to],
  ]),
  records: new Map([
    ...BAG_OBJECT_PATHS.flatMap((path, position) =>
      TYPE_CODES.map((code, type): [string, number] => [
        objectPath(code, path),
        position * TYPE_CODES.length + type,
      ]),
    ),
    ...MUTATION_KINDS.map((kind, i): [string, number] => [`${GROUP}/ml:${kind}`, RECORD.mutation + i]),
    [GROUP, RECORD.group],
    [`${MESSAGE}/mlm:bagInfo`, RECORD.info],
    [OBJECT_TYPE, RECORD.objectType],
  ]),
  unread: UNREAD_ELEMENTS,
  cutAfter: "</ml:mutatieGroep>",
};

export type MutationKind = "toevoeging" | "wijziging" | "verwijdering";

/** One change of one voorkomen, from a mutatieGroep of a delivery (docs/bag-format.md §2.1). */
export interface Mutation {
  readonly kind: MutationKind;
  readonly code: TypeCode;
  /** The voorkomen before a wijziging or verwijdering; its contents are not read. */
  readonly was?: Voorkomen | undefined;
  /** The voorkomen after a toevoeging or wijziging; without a row when it is inactive or over by the period's end. */
  readonly wordt?: Voorkomen | undefined;
}

/** Mutations of one delivery in document order, without voorkomens that have a malformed identificatie. */
export interface MutationStream {
  /** MutatiedatumVanaf and MutatiedatumTot, YYYYMMDD. */
  readonly from: number;
  readonly to: number;
  readonly mutations: Iterable<Mutation> | AsyncIterable<Mutation>;
}
