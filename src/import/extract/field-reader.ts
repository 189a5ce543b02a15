/** Turns the declared fields of an object type into column values. */
import { OBJECT_TYPES, type ObjectField, type TypeCode } from "../../registry/schema/object-types.ts";
import { hasTextStatus } from "../../registry/schema/status-sql.ts";
import { FIRST_FIELD_SLOT } from "./extract-grammar.ts";
import { KnownTexts, type RecordValues, UnusableObjectError } from "./record-values.ts";

export type RowValue = number | string | null;

/** Called for a deviation in an object that is kept: the reason it is counted under, and the detail. */
export type OnNotice = (reason: string, detail: string) => void;

type ReadField = (values: RecordValues, slot: number, notice: OnNotice) => RowValue;

/**
 * Returns a reader of all declared fields of a type, in their order; the values are the same on every reference date.
 */
export function fieldReader(code: TypeCode): (values: RecordValues, notice: OnNotice) => RowValue[] {
  const type = OBJECT_TYPES[code];
  const statuses: readonly string[] = type.statuses;
  const readers = (type.fields as readonly ObjectField[]).map((field): ReadField => {
    if (field.repeated) {
      return remember(readRepeated(field));
    }
    if (field.kind === "status") {
      return remember(readStatus(statuses, hasTextStatus(code)));
    }
    if (field.kind === "text") {
      return remember(readTextField(field));
    }
    if (field.kind === "flag") {
      return readFlag(field);
    }
    return readNumber(field);
  });
  return (values, notice) => {
    const row: RowValue[] = [];
    for (let i = 0; i < readers.length; i++) {
      row.push(readers[i]!(values, FIRST_FIELD_SLOT + i, notice));
    }
    return row;
  };
}

/** Returns a reader that returns its last value again when the texts are the same, as in most voorkomens. */
function remember(read: ReadField): ReadField {
  let texts: KnownTexts | undefined;
  let known: RowValue = null;
  return (values, slot, notice) => {
    texts ??= new KnownTexts(slot, slot);
    if (texts.areOf(values)) {
      return known;
    }
    const value = read(values, slot, notice);
    // Null is not kept: it may come with a notice, which is reported for each voorkomen.
    if (value !== null) {
      known = value;
      texts.keep(values);
    }
    return value;
  };
}

/** Returns the status of an object as text, whether its column stores text or a number. */
export function statusText(code: TypeCode, value: RowValue): string {
  return typeof value === "number" ? (OBJECT_TYPES[code].statuses[value] ?? "") : String(value);
}

function readNumber(field: ObjectField): ReadField {
  return (values, slot, notice) => {
    if (!values.has(slot)) {
      return missing(field);
    }
    const value = values.digits(slot);
    if (value === undefined) {
      return malformed(field, values.text(slot), notice);
    }
    return field.isDummy?.(value) ? null : value;
  };
}

function readTextField(field: ObjectField): ReadField {
  return (values, slot, notice) => {
    if (!values.has(slot)) {
      return missing(field);
    }
    const value =
      field.pattern === undefined ? values.text(slot).replace(/\s+/g, " ").trim() : values.token(slot);
    const isValid = field.pattern === undefined ? value !== "" : field.pattern.test(value);
    if (isValid && isTooLong(field, value)) {
      return unusable(field, notice, {
        reason: `${field.column} of more than ${field.maxLength} characters`,
        value,
      });
    }
    return isValid ? value : malformed(field, value, notice);
  };
}

/** Counts characters as XML Schema does, not the halves of one outside the basic plane. */
function isTooLong({ maxLength = Infinity }: ObjectField, value: string): boolean {
  return value.length > maxLength && [...value].length > maxLength;
}

function readRepeated(field: ObjectField): ReadField {
  return (values, slot, notice) => {
    if (!values.has(slot)) {
      return missing(field);
    }
    const found = values.texts(slot).map((text) => text.trim());
    const invalid = field.kind === "id" ? found.find((value) => !/^\d{4,16}$/.test(value)) : undefined;
    if (invalid !== undefined) {
      return malformed(field, invalid, notice);
    }
    return found.length === 1 ? found[0]! : [...new Set(found)].join("|");
  };
}

function readStatus(statuses: readonly string[], asText: boolean): ReadField {
  return (values, slot) => {
    const value = values.token(slot);
    const number = statuses.indexOf(value);
    if (number < 0) {
      throw new UnusableObjectError("unknown status", JSON.stringify(value));
    }
    return asText ? value : number;
  };
}

function readFlag(field: ObjectField): ReadField {
  return (values, slot, notice) => {
    const value = values.token(slot);
    if (value === "J" || value === "N") {
      return value === "J" ? 1 : 0;
    }
    return values.has(slot) ? malformed(field, value, notice) : missing(field);
  };
}

function missing(field: ObjectField): null {
  if (!field.optional) {
    throw new UnusableObjectError(`no ${field.path}`);
  }
  return null;
}

function malformed(field: ObjectField, value: string, notice: OnNotice): null {
  return unusable(field, notice, { reason: `malformed ${field.column}`, value });
}

interface UnusableValue {
  readonly reason: string;
  readonly value: string;
}

/** Returns null for an unusable optional value and notices it; throws UnusableObjectError on a mandatory one. */
function unusable(field: ObjectField, notice: OnNotice, { reason, value }: UnusableValue): null {
  const detail = JSON.stringify(value.slice(0, 40));
  if (!field.optional) {
    throw new UnusableObjectError(reason, detail);
  }
  notice(`${reason}, left out`, detail);
  return null;
}
