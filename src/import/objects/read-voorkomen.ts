/**
 * Reads one voorkomen from the values captured from its XML, for the registry and for a history; used for extracts and
 * for mutation deliveries.
 */
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { hasGeometry, OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import { SLOT } from "../extract/extract-grammar.ts";
import { fieldReader, type OnNotice, type RowValue, statusText } from "../extract/field-reader.ts";
import { readGeometry } from "../extract/read-geometry.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import { HistoryReader, type LifeContents } from "./history-reader.ts";
import { assertUsableGeometry, rowCompleter } from "./row-columns.ts";
import { positionsOf } from "./row-layout.ts";
import type { Voorkomen, VoorkomenFault } from "./voorkomen.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

/** A voorkomen whose contents are not read yet. */
export type UnreadVoorkomen = { -readonly [Field in keyof Voorkomen]: Voorkomen[Field] };

/** Reason reported for a voorkomen without a header. */
export const NO_HEADER = "voorkomen without number or valid dates";
/** Reason reported for an object that cannot be kept even as unusable, because it cannot be identified. */
export const MALFORMED_IDENTIFICATIE = "malformed identificatie";

/**
 * Returns a voorkomen without its contents; undefined without numeric identificatie, number or valid dates (NO_HEADER).
 * Cheap: no strings. The identificatie does not always have the form of its type: see `hasIdentificatieOf`.
 */
export function readHeader(values: RecordValues): UnreadVoorkomen | undefined {
  const id = values.digits(SLOT.identificatie);
  const voorkomen = values.digits(SLOT.voorkomen);
  const begin = values.date(SLOT.begin);
  const end = values.has(SLOT.end) ? values.date(SLOT.end) : NO_END;
  if (id === undefined || voorkomen === undefined || begin === undefined || end === undefined) {
    return undefined;
  }
  return { id, voorkomen, begin, end, isInactive: values.isInactive, row: null };
}

/** Returns true when the identificatie has the form of its type's; any other is to be reported and left out. */
export function hasIdentificatieOf(code: TypeCode, values: RecordValues): boolean {
  return OBJECT_TYPES[code].idPattern.test(values.token(SLOT.identificatie));
}

export interface VoorkomenReaderOptions {
  /** Finds the woonplaats of panden of an extract; without it their woonplaats is null. */
  readonly locator?: WoonplaatsLocator | undefined;
  /** True to read `life` too. */
  readonly withHistory: boolean;
}

const IGNORE: OnNotice = () => undefined;

export class VoorkomenReader {
  readonly #code: TypeCode;
  readonly #readFields: (values: RecordValues, notice: OnNotice) => RowValue[];
  readonly #completeRow: ReturnType<typeof rowCompleter>;
  readonly #locator: WoonplaatsLocator | undefined;
  readonly #history: HistoryReader | undefined;

  constructor(code: TypeCode, { locator, withHistory }: VoorkomenReaderOptions) {
    this.#code = code;
    this.#readFields = fieldReader(code);
    this.#completeRow = rowCompleter(code);
    this.#locator = locator;
    this.#history = withHistory ? new HistoryReader(code) : undefined;
  }

  /**
   * Reads the contents of a voorkomen, in place; costs far more than its header. `makesRow` is false for one that the
   * registry does not keep: its contents are read for a history only.
   */
  read(read: UnreadVoorkomen, values: RecordValues, makesRow: boolean): Voorkomen {
    if (this.#history !== undefined) {
      const contents = this.#readContents(read, values, makesRow);
      read.life = this.#history.read(read, values, contents);
    } else if (makesRow) {
      this.#readContents(read, values, makesRow);
    }
    return read;
  }

  /** Sets the row of `read`. Returns the contents for a history; undefined without a history or when unusable. */
  #readContents(read: UnreadVoorkomen, values: RecordValues, makesRow: boolean): LifeContents | undefined {
    const code = this.#code;
    let isForRow = makesRow;
    let contents: LifeContents | undefined;
    try {
      const notice: OnNotice = (reason, detail) => addFault(read, { kind: "noticed", reason, detail });
      const fields = this.#readFields(values, makesRow ? notice : IGNORE);
      isForRow = makesRow && !hasEnded(code, fields);
      if (!isForRow && this.#history === undefined) {
        return undefined;
      }
      const geometry = hasGeometry(code) ? readGeometry(values) : undefined;
      assertUsableGeometry(code, geometry);
      // Must come before `row` is completed, which changes the fields of some types.
      contents = this.#history && { values: this.#history.toValues(fields), geometry };
      if (isForRow) {
        this.#completeRow(fields, geometry, read, this.#locator);
        read.row = fields;
        read.geom = geometry && encodeGpkgGeometry(geometry);
      }
    } catch (error) {
      if (!(error instanceof UnusableObjectError)) {
        throw error;
      }
      if (isForRow) {
        addFault(read, { kind: "skipped", reason: error.message, detail: error.detail });
      }
    }
    return contents;
  }
}

function hasEnded(code: TypeCode, fields: readonly RowValue[]): boolean {
  const status = statusText(code, fields[positionsOf(code).status]!);
  return (OBJECT_TYPES[code].endedStatuses as readonly string[]).includes(status);
}

function addFault(read: UnreadVoorkomen, fault: VoorkomenFault): void {
  read.faults = [...(read.faults ?? []), fault];
}
