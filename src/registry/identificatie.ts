import { OBJECT_TYPES, type TypeCode, toIdentificatieKey } from "./object-types.ts";

/** The key of an identificatie in a type's table; `undefined` for text that cannot be one of that type. */
export function parseIdentificatie(code: TypeCode, text: string): number | undefined {
  return OBJECT_TYPES[code].idPattern.test(text) ? toIdentificatieKey(text) : undefined;
}
