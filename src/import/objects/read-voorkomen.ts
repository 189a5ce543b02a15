/**
 * Reads one voorkomen as a registry keeps it, from the values captured from its XML; used for extracts and for mutation
 * deliveries.
 */
import type { Geometry } from "../../geo/geometry.ts";
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { hasGeometry, OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import { SLOT } from "../extract/extract-grammar.ts";
import { fieldReader, type OnNotice, type RowValue, statusText } from "../extract/field-reader.ts";
import { readGeometry } from "../extract/read-geometry.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import { rowCompleter, type UnfinishedVoorkomen } from "./row-columns.ts";
import { positionsOf } from "./row-layout.ts";
import type { ExtractVoorkomen, VoorkomenFault } from "./voorkomen.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

/** Head of any voorkomen, also of one that a registry does not keep. */
export interface VoorkomenHeader extends Pick<ExtractVoorkomen, "id" | "voorkomen" | "begin" | "end"> {
  /** Inactief or niet-BAG: such a voorkomen never counts. */
  readonly isInactive: boolean;
}

/** Reason reported for a voorkomen without a header. */
export const NO_HEADER = "voorkomen without number or valid dates";
/** Reason reported for an object that cannot be kept even as unusable, because it cannot be identified. */
export const MALFORMED_IDENTIFICATIE = "malformed identificatie";

/**
 * Returns the header; undefined without numeric identificatie, number or valid dates (NO_HEADER). Cheap: no strings.
 * The identificatie does not always have the form of its type: see `hasIdentificatieOf`.
 */
export function readHeader(values: RecordValues): VoorkomenHeader | undefined {
  const id = values.digits(SLOT.identificatie);
  const voorkomen = values.digits(SLOT.voorkomen);
  const begin = values.date(SLOT.begin);
  const end = values.has(SLOT.end) ? values.date(SLOT.end) : NO_END;
  if (id === undefined || voorkomen === undefined || begin === undefined || end === undefined) {
    return undefined;
  }
  return { id, voorkomen, begin, end, isInactive: values.isInactive };
}

/** Returns true when the identificatie has the form of its type's; any other is to be reported and left out. */
export function hasIdentificatieOf(code: TypeCode, values: RecordValues): boolean {
  return OBJECT_TYPES[code].idPattern.test(values.token(SLOT.identificatie));
}

/**
 * Takes the values of the declared fields, which change after the call, and the geometry of a voorkomen that makes a
 * row, unless that cannot be completed.
 */
export type OnUsable = (fields: readonly RowValue[], geometry: Geometry | undefined) => void;

export class VoorkomenReader {
  readonly #code: TypeCode;
  readonly #readFields: (values: RecordValues, notice: OnNotice) => RowValue[];
  readonly #completeRow: ReturnType<typeof rowCompleter>;
  readonly #locator: WoonplaatsLocator | undefined;

  /** `locator`: given when panden of an extract are read; without it they get no woonplaats. */
  constructor(code: TypeCode, locator: WoonplaatsLocator | undefined) {
    this.#code = code;
    this.#readFields = fieldReader(code);
    this.#completeRow = rowCompleter(code);
    this.#locator = locator;
  }

  /** Reads the row, geometry and faults of a voorkomen; costs far more than its header. */
  read(
    { id, voorkomen, begin, end }: VoorkomenHeader,
    values: RecordValues,
    onUsable?: OnUsable,
  ): ExtractVoorkomen {
    const read: UnfinishedVoorkomen = { id, voorkomen, begin, end, row: null };
    try {
      this.#readRow(read, values, onUsable);
    } catch (error) {
      if (!(error instanceof UnusableObjectError)) {
        throw error;
      }
      read.row = null;
      addFault(read, { kind: "skipped", reason: error.message, detail: error.detail });
    }
    return read;
  }

  #readRow(read: UnfinishedVoorkomen, values: RecordValues, onUsable?: OnUsable): void {
    const code = this.#code;
    const row = this.#readFields(values, (reason, detail) =>
      addFault(read, { kind: "noticed", reason, detail }),
    );
    const status = statusText(code, row[positionsOf(code).status]!);
    if ((OBJECT_TYPES[code].endedStatuses as readonly string[]).includes(status)) {
      return;
    }
    const geometry = hasGeometry(code) ? readGeometry(values) : undefined;
    // Before the row is completed, which changes the fields of some types.
    onUsable?.(row, geometry);
    this.#completeRow(row, geometry, read, this.#locator);
    read.row = row;
    read.geom = geometry && encodeGpkgGeometry(geometry);
  }
}

function addFault(read: UnfinishedVoorkomen, fault: VoorkomenFault): void {
  read.faults = [...(read.faults ?? []), fault];
}
