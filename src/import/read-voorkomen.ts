/**
 * One voorkomen as a registry keeps it, from the values captured of its XML: the same for an extract and for a
 * mutation delivery.
 */
import { encodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { OBJECT_TYPES, type TypeCode } from "../registry/object-types.ts";
import { SLOT } from "./extract-grammar.ts";
import { fieldReader, type Notice, type RowValue, statusText } from "./field-reader.ts";
import { hasGeometry } from "./object-columns.ts";
import { readGeometry } from "./read-geometry.ts";
import { BadObject, type RecordValues } from "./record-values.ts";
import { computeColumns, type RowContext, type RowInput } from "./row-columns.ts";
import { NO_END } from "./voorkomen.ts";

export interface VoorkomenHeader {
  readonly code: TypeCode;
  /** The identificatie; digits, but see `hasIdentificatieOf`. */
  readonly id: number;
  readonly voorkomen: number;
  /** YYYYMMDD. */
  readonly begin: number;
  /** YYYYMMDD or NO_END. */
  readonly end: number;
  /** Inactief or niet-BAG: it never counts. */
  readonly isInactive: boolean;
}

export interface ReadVoorkomen extends VoorkomenHeader {
  /** Values of `objectColumns` from the fourth on (base-row.ts); null when the status is an ended one, or unusable. */
  readonly row: readonly RowValue[] | null;
  /** GeoPackage blob; absent for types without geometry and where there is no row. */
  readonly geom?: Uint8Array | undefined;
  /** A pand whose point lies in no woonplaats: the row names the nearest. */
  readonly isOutside?: boolean;
  /** Why there is no row although the status is not an ended one, as a report files it. */
  readonly unusable?: { readonly reason: string; readonly detail: string };
}

/** Why a voorkomen has no header. */
export const NO_HEADER = "voorkomen without number or valid dates";
/** Why an object cannot even be kept as unusable: nobody could tell what it is. */
export const MALFORMED_IDENTIFICATIE = "malformed identificatie";

/** Undefined without numeric identificatie, number or valid dates (NO_HEADER). Cheap: no text is made. */
export function readHeader(code: TypeCode, values: RecordValues): VoorkomenHeader | undefined {
  const id = values.digits(SLOT.identificatie);
  const voorkomen = values.digits(SLOT.voorkomen);
  const begin = values.date(SLOT.begin);
  const end = values.has(SLOT.end) ? values.date(SLOT.end) : NO_END;
  if (id === undefined || voorkomen === undefined || begin === undefined || end === undefined)
    return undefined;
  return { code, id, voorkomen, begin, end, isInactive: values.isInactive };
}

/** Whether the identificatie has the form of its type's; one that has not is to be reported and left out. */
export function hasIdentificatieOf(code: TypeCode, values: RecordValues): boolean {
  return OBJECT_TYPES[code].idPattern.test(values.token(SLOT.identificatie));
}

export class VoorkomenReader {
  readonly #code: TypeCode;
  readonly #context: RowContext;
  readonly #readFields: (values: RecordValues, notice: Notice) => RowValue[];
  readonly #statusAt: number;

  constructor(code: TypeCode, context: RowContext) {
    this.#code = code;
    this.#context = context;
    this.#readFields = fieldReader(code);
    this.#statusAt = OBJECT_TYPES[code].fields.findIndex((field) => field.kind === "status");
  }

  /** Makes the row and geometry of a voorkomen; costs far more than its header. */
  read(header: VoorkomenHeader, values: RecordValues, notice: Notice): ReadVoorkomen {
    try {
      return this.#read(header, values, notice);
    } catch (error) {
      if (!(error instanceof BadObject)) throw error;
      return { ...header, row: null, unusable: { reason: error.message, detail: error.detail } };
    }
  }

  #read(header: VoorkomenHeader, values: RecordValues, notice: Notice): ReadVoorkomen {
    const code = this.#code;
    const row = this.#readFields(values, notice);
    const status = statusText(code, row[this.#statusAt]!);
    if ((OBJECT_TYPES[code].endedStatuses as readonly string[]).includes(status))
      return { ...header, row: null };
    const geometry = hasGeometry(code) ? readGeometry(values) : undefined;
    const input: RowInput = { row, values, geometry, context: this.#context, notice };
    computeColumns(code, input);
    const geom = geometry && encodeGpkgGeometry(geometry);
    return { ...header, row, geom, isOutside: input.isOutside ?? false };
  }
}
