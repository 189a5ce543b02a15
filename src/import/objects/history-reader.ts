/** Reads voorkomens as a history keeps them: every one of a file, whatever it was. */
import { toDayNumber } from "../../base/day-number.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { encodeMillimetres } from "../../geo/millimetre-geometry.ts";
import { type HistoryValue, historyFields, toHistoryValue } from "../../registry/schema/history-schema.ts";
import {
  hasGeometry,
  OBJECT_TYPES,
  type ObjectField,
  type TypeCode,
} from "../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../registry/schema/voorkomen-life.ts";
import { NO_END } from "../extract/dates.ts";
import { FIRST_FIELD_SLOT, SLOT } from "../extract/extract-grammar.ts";
import { fieldReader, type RowValue } from "../extract/field-reader.ts";
import { readGeometry } from "../extract/read-geometry.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import type { VoorkomenHeader } from "./read-voorkomen.ts";
import { assertUsableGeometry } from "./row-columns.ts";

/** Usable contents of a voorkomen: the values of its declared fields, and its geometry. */
interface Contents {
  readonly fields: readonly RowValue[];
  readonly geometry: Geometry | undefined;
}

/** Moment for a mark whose own cannot be read: 0 would say that there is no mark. */
const UNKNOWN_MARK = 1;

export class HistoryReader {
  readonly #code: TypeCode;
  readonly #readFields: ReturnType<typeof fieldReader>;
  readonly #columns: readonly { readonly toValue: (value: RowValue) => HistoryValue; readonly at: number }[];
  readonly #geconstateerdSlot: number;
  /** The geometry that was encoded last: most voorkomens have that of the one before, the same object. */
  #encoded: { readonly geometry: Geometry; readonly bytes: Uint8Array } | undefined;

  constructor(code: TypeCode) {
    this.#code = code;
    this.#readFields = fieldReader(code);
    const declared: readonly ObjectField[] = OBJECT_TYPES[code].fields;
    this.#columns = historyFields(code).map((field) => ({
      toValue: converter(code, field),
      at: declared.indexOf(field),
    }));
    // A type that declares the field captures it there.
    const own = declared.findIndex(({ column }) => column === "geconstateerd");
    this.#geconstateerdSlot = own < 0 ? SLOT.geconstateerd : FIRST_FIELD_SLOT + own;
  }

  /** Reads a voorkomen; `contents` are given when they have been read already. */
  read(
    { id, voorkomen, begin, end }: VoorkomenHeader,
    values: RecordValues,
    contents: Contents | undefined = this.#readContents(values),
  ): HistoryVoorkomen {
    const inactiveMs = values.moment(SLOT.inactive) ?? null;
    const inactiveLvMs = values.moment(SLOT.inactiveLv) ?? null;
    const notBagLvMs = values.moment(SLOT.notBagLv) ?? null;
    const documentDate = values.date(SLOT.documentDate);
    return {
      id,
      nr: voorkomen,
      retired: values.isInactive ? momentOfMark(inactiveMs, inactiveLvMs, notBagLvMs) : 0,
      beginDay: toDayNumber(begin),
      endDay: end === NO_END ? null : toDayNumber(end),
      registeredMs: values.moment(SLOT.registered) ?? null,
      registeredLvMs: values.moment(SLOT.registeredLv) ?? null,
      endRegisteredMs: values.moment(SLOT.endRegistered) ?? null,
      endRegisteredLvMs: values.moment(SLOT.endRegisteredLv) ?? null,
      inactiveMs,
      inactiveLvMs,
      notBagLvMs,
      geconstateerd: values.isYes(this.#geconstateerdSlot),
      document: values.has(SLOT.document) || documentDate !== undefined ? values.text(SLOT.document) : null,
      documentDay: documentDate === undefined ? null : toDayNumber(documentDate),
      values: this.#toValues(contents),
      geom: contents?.geometry === undefined ? null : this.#encode(contents.geometry),
    };
  }

  #toValues(contents: Contents | undefined): HistoryValue[] {
    const stored: HistoryValue[] = [];
    for (const { toValue, at } of this.#columns) {
      stored.push(contents === undefined ? null : toValue(contents.fields[at]!));
    }
    return stored;
  }

  #encode(geometry: Geometry): Uint8Array {
    if (this.#encoded?.geometry !== geometry) {
      this.#encoded = { geometry, bytes: encodeMillimetres(geometry) };
    }
    return this.#encoded.bytes;
  }

  /** Returns undefined for a voorkomen that makes its object unusable on its days. */
  #readContents(values: RecordValues): Contents | undefined {
    try {
      const fields = this.#readFields(values, () => undefined);
      const geometry = hasGeometry(this.#code) ? readGeometry(values) : undefined;
      assertUsableGeometry(this.#code, geometry);
      return { fields, geometry };
    } catch (error) {
      if (error instanceof UnusableObjectError) {
        return undefined;
      }
      throw error;
    }
  }
}

/** Most texts of a field come again and again; more of them than this are not kept. */
const MAX_KNOWN_VALUES = 1_000;

/** Returns `toHistoryValue` of a field; it remembers the values of frequent texts. */
function converter(code: TypeCode, field: ObjectField): (value: RowValue) => HistoryValue {
  if (field.kind === "id" || (field.kind === "text" && !field.repeated)) {
    return (value) => toHistoryValue(code, field, value);
  }
  const known = new Map<RowValue, HistoryValue>();
  return (value) => {
    if (typeof value !== "string") {
      return value;
    }
    let converted = known.get(value);
    if (converted === undefined) {
      converted = toHistoryValue(code, field, value);
      if (known.size < MAX_KNOWN_VALUES) {
        known.set(value, converted);
      }
    }
    return converted;
  };
}

/** Returns when a marked voorkomen became so in public, else at the gemeente. */
function momentOfMark(inactive: number | null, inactiveLv: number | null, notBagLv: number | null): number {
  const inPublic = [inactiveLv, notBagLv].filter((moment) => moment !== null);
  return inPublic.length > 0 ? Math.min(...inPublic) : (inactive ?? UNKNOWN_MARK);
}
