/** The 404 of one object. */
import { AppError } from "../base/errors.ts";

/** Name of the key by which an object is asked for. */
const KEYS = {
  address: "id",
  building: "id",
  residence: "id",
  street: "id",
  city: "id",
  municipality: "code",
  province: "name",
} as const;
export type ObjectKind = keyof typeof KEYS;

export function notFoundText(kind: ObjectKind, key: string): string {
  return `No ${kind} found with ${KEYS[kind]} ${key}.`;
}

export function throwNotFound(kind: ObjectKind, key: string): never {
  throw new AppError("not_found", notFoundText(kind, key));
}
