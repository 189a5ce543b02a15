/** The 404 of an object or a place. */
import { AppError } from "../base/errors.ts";

/** Texts by kind of object, completed by its key. */
const TEXTS = {
  address: "No address found with id",
  addresses: "No addresses found with postcode",
  building: "No building found with id",
  residence: "No residence found with id",
  street: "No street found with id",
  city: "No city found with id",
  municipality: "No municipality found with code",
  province: "No province found with name",
  "postcode area": "No addresses found in postcode area",
} as const;
export type ObjectKind = keyof typeof TEXTS;

export function notFoundText(kind: ObjectKind, key: string): string {
  return `${TEXTS[kind]} ${key}.`;
}

export function throwNotFound(kind: ObjectKind, key: string): never {
  throw new AppError("not_found", notFoundText(kind, key));
}
