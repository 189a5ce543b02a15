/**
 * Reads one voorkomen as a registry keeps it, from the values captured from its XML; used for extracts and for mutation
 * deliveries.
 */
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import { SLOT } from "../extract/extract-grammar.ts";
import { fieldReader, type OnNotice, type RowValue, statusText } from "../extract/field-reader.ts";
import { readGeometry } from "../extract/read-geometry.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import { computeColumns, type RowContext, type RowInput } from "./row-columns.ts";
import { hasGeometry, positionsOf } from "./row-layout.ts";

export interface VoorkomenHeader {
  readonly code: TypeCode;
  /** The identificatie; digits, but not always in the form of its type: see `hasIdentificatieOf`. */
  readonly id: number;
  readonly voorkomen: number;
  /** YYYYMMDD. */
  readonly begin: number;
  /** YYYYMMDD or NO_END. */
  readonly end: number;
  /** Inactief or niet-BAG: such a voorkomen never counts. */
  readonly isInactive: boolean;
}

export interface ReadVoorkomen extends VoorkomenHeader {
  /** Values in the order of `voorkomenColumns`; null when the status is an ended one or unusable. */
  readonly row: readonly RowValue[] | null;
  /** GeoPackage blob; undefined for types without geometry and when there is no row. */
  readonly geom?: Uint8Array | undefined;
  /** True for a pand whose point lies in no woonplaats: its row names the nearest. */
  readonly isOutside?: boolean;
  /** Reported reason why there is no row although the status is not an ended one. */
  readonly unusable?: { readonly reason: string; readonly detail: string };
}

/** Reason reported for a voorkomen without a header. */
export const NO_HEADER = "voorkomen without number or valid dates";
/** Reason reported for an object that cannot be kept even as unusable, because it cannot be identified. */
export const MALFORMED_IDENTIFICATIE = "malformed identificatie";

/**
 * Returns the header; undefined without numeric identificatie, number or valid dates (NO_HEADER). Cheap: no strings.
 */
export function readHeader(code: TypeCode, values: RecordValues): VoorkomenHeader | undefined {
  const id = values.digits(SLOT.identificatie);
  const voorkomen = values.digits(SLOT.voorkomen);
  const begin = values.date(SLOT.begin);
  const end = values.has(SLOT.end) ? values.date(SLOT.end) : NO_END;
  if (id === undefined || voorkomen === undefined || begin === undefined || end === undefined) {
    return undefined;
  }
  return { code, id, voorkomen, begin, end, isInactive: values.isInactive };
}

/** Returns true when the identificatie has the form of its type's; any other is to be reported and left out. */
export function hasIdentificatieOf(code: TypeCode, values: RecordValues): boolean {
  return OBJECT_TYPES[code].idPattern.test(values.token(SLOT.identificatie));
}

export class VoorkomenReader {
  readonly #code: TypeCode;
  readonly #context: RowContext;
  readonly #readFields: (values: RecordValues, notice: OnNotice) => RowValue[];

  constructor(code: TypeCode, context: RowContext) {
    this.#code = code;
    this.#context = context;
    this.#readFields = fieldReader(code);
  }

  /** Reads the row and geometry of a voorkomen; costs far more than its header. */
  read(header: VoorkomenHeader, values: RecordValues, notice: OnNotice): ReadVoorkomen {
    try {
      return this.#read(header, values, notice);
    } catch (error) {
      if (!(error instanceof UnusableObjectError)) {
        throw error;
      }
      return { ...header, row: null, unusable: { reason: error.message, detail: error.detail } };
    }
  }

  #read(header: VoorkomenHeader, values: RecordValues, notice: OnNotice): ReadVoorkomen {
    const code = this.#code;
    const row = this.#readFields(values, notice);
    const status = statusText(code, row[positionsOf(code).status]!);
    if ((OBJECT_TYPES[code].endedStatuses as readonly string[]).includes(status)) {
      return { ...header, row: null };
    }
    const geometry = hasGeometry(code) ? readGeometry(values) : undefined;
    const input: RowInput = { row, values, geometry, context: this.#context, notice };
    computeColumns(code, input);
    const geom = geometry && encodeGpkgGeometry(geometry);
    const { id, voorkomen, begin, end, isInactive } = header;
    // Spreading the header takes a twentieth of the time of reading an object.
    return { code, id, voorkomen, begin, end, isInactive, row, geom, isOutside: input.isOutside ?? false };
  }
}
