/** Reads the fields of a voorkomen that only a history keeps. */
import { toDayNumber } from "../../base/day-number.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { encodeMillimetres } from "../../geo/millimetre-geometry.ts";
import { type HistoryValue, historyFields, toHistoryValue } from "../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, type ObjectField, type TypeCode } from "../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../registry/schema/voorkomen-life.ts";
import { NO_END } from "../extract/dates.ts";
import { historySlot, SLOT } from "../extract/extract-grammar.ts";
import type { RowValue } from "../extract/field-reader.ts";
import type { RecordValues } from "../extract/record-values.ts";
import type { Voorkomen } from "./voorkomen.ts";

/** Usable contents of a voorkomen. */
export interface LifeContents {
  /** Result of `toValues`. */
  readonly values: HistoryValue[];
  readonly geometry: Geometry | undefined;
}

/** Moment of a mark whose moment cannot be read. 0 would mean that there is no mark. */
const UNKNOWN_MARK = 1;

export class HistoryReader {
  readonly #columns: readonly { readonly toValue: (value: RowValue) => HistoryValue; readonly at: number }[];
  readonly #slots: Readonly<Record<"geconstateerd" | "documentDate" | "document", number>>;
  /** The geometry that was encoded last: most voorkomens have the geometry of the previous one. */
  #encoded: { readonly geometry: Geometry; readonly bytes: Uint8Array } | undefined;

  constructor(code: TypeCode) {
    const declared: readonly ObjectField[] = OBJECT_TYPES[code].fields;
    this.#columns = historyFields(code).map((field) => ({
      toValue: converter(code, field),
      at: declared.indexOf(field),
    }));
    this.#slots = {
      geconstateerd: historySlot(code, SLOT.geconstateerd),
      documentDate: historySlot(code, SLOT.documentDate),
      document: historySlot(code, SLOT.document),
    };
  }

  /** Returns the record of a voorkomen; `contents` is undefined when it makes its object unusable on its days. */
  read(
    { id, voorkomen, begin, end, isInactive }: Voorkomen,
    values: RecordValues,
    contents: LifeContents | undefined,
  ): HistoryVoorkomen {
    const inactiveMs = values.moment(SLOT.inactive) ?? null;
    const inactiveLvMs = values.moment(SLOT.inactiveLv) ?? null;
    const notBagLvMs = values.moment(SLOT.notBagLv) ?? null;
    const documentDate = values.date(this.#slots.documentDate);
    return {
      id,
      nr: voorkomen,
      retired: isInactive ? momentOfMark(inactiveMs, inactiveLvMs, notBagLvMs) : 0,
      beginDay: toDayNumber(begin),
      endDay: end === NO_END ? null : toDayNumber(end),
      registeredMs: values.moment(SLOT.registered) ?? null,
      registeredLvMs: values.moment(SLOT.registeredLv) ?? null,
      endRegisteredMs: values.moment(SLOT.endRegistered) ?? null,
      endRegisteredLvMs: values.moment(SLOT.endRegisteredLv) ?? null,
      inactiveMs,
      inactiveLvMs,
      notBagLvMs,
      geconstateerd: values.isYes(this.#slots.geconstateerd),
      document:
        values.has(this.#slots.document) || documentDate !== undefined
          ? values.text(this.#slots.document)
          : null,
      documentDay: documentDate === undefined ? null : toDayNumber(documentDate),
      values: contents?.values ?? this.#columns.map(() => null),
      geom: contents?.geometry === undefined ? null : this.#encode(contents.geometry),
    };
  }

  /** Converts the values of the declared fields to the values that a history stores. */
  toValues(fields: readonly RowValue[]): HistoryValue[] {
    const stored: HistoryValue[] = [];
    for (const { toValue, at } of this.#columns) {
      stored.push(toValue(fields[at]!));
    }
    return stored;
  }

  #encode(geometry: Geometry): Uint8Array {
    if (this.#encoded?.geometry !== geometry) {
      this.#encoded = { geometry, bytes: encodeMillimetres(geometry) };
    }
    return this.#encoded.bytes;
  }
}

/** Maximum number of texts remembered for a field. Most texts occur again and again. */
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

/** Returns the first moment at which a mark became public, else the moment at which the gemeente set it. */
function momentOfMark(inactive: number | null, inactiveLv: number | null, notBagLv: number | null): number {
  const inPublic = [inactiveLv, notBagLv].filter((moment) => moment !== null);
  return inPublic.length > 0 ? Math.min(...inPublic) : (inactive ?? UNKNOWN_MARK);
}
