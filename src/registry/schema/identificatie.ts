import { OBJECT_TYPES, type TypeCode, toIdentificatieKey } from "./object-types.ts";

/** Returns the table key of an identificatie; `undefined` for text that is no identificatie of that type. */
export function parseIdentificatie(code: TypeCode, text: string): number | undefined {
  return OBJECT_TYPES[code].idPattern.test(text) ? toIdentificatieKey(text) : undefined;
}
