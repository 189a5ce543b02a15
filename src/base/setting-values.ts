/** Forms of values that several settings have: texts that they accept, and the values of these. */
import { z } from "zod";
import { listOf } from "./list-of.ts";
import { isSourceUrl, parseStorageLocation, type StorageLocation } from "./storage-location.ts";

/** Completions of a value in a shell: paths, or these words; none when absent. */
export type Completes = "files" | "folders" | readonly string[];

/** One setting: its flag, its environment variable and what both accept as text. */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly placeholder: string;
  readonly completes?: Completes;
  readonly schema: z.ZodType<unknown, string | undefined>;
  /** Default, in the form that a user types; without one the setting may stay unset. */
  readonly default?: string;
  readonly description: string;
  /** True when the value may contain a password: no message shows it. */
  readonly isSecret?: true;
}

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65_535, "a number from 0 to 65535");

/** A whole number from `min` to `max`. */
export function integerUpTo(max: number, min: 0 | 1 = 1) {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

/** Interfaces of other services that a server can answer (src/interfaces). */
export const INTERFACE_NAMES = [
  "locatieserver",
  "ogc",
  "location",
  "nominatim",
  "photon",
  "addok",
  "bag",
] as const;
export type InterfaceName = (typeof INTERFACE_NAMES)[number];

/** Names of interfaces, separated by commas; `none` for none. */
export const interfaceNames = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : listOf(text.toLowerCase())))
  .pipe(z.array(z.enum(INTERFACE_NAMES, `none, or of ${INTERFACE_NAMES.join(", ")}, separated by commas`)))
  .refine(
    (names) => !names.includes("location") || names.includes("ogc"),
    "a list with ogc where it has location, because results of location link to ogc",
  );

/** Forms of ids in results of the interface `location`. */
export const LOCATION_IDS = ["identificatie", "uuid"] as const;
export type LocationIds = (typeof LOCATION_IDS)[number];

/** Choices of history that an import can keep. */
export const HISTORY_CHOICES = ["full", "none"] as const;
export type HistoryChoice = (typeof HISTORY_CHOICES)[number];

/** A host name without a port. */
export const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

/** Returns true for a public key in base64, as `openssl pkey -pubout` prints it between two lines of words. */
export function isEd25519Key(text: string): boolean {
  return /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/.test(text);
}

/** URLs separated by commas; a comma inside a URL is kept. */
export const sourceUrls = z
  .string()
  .transform((text) => text.trim().split(/\s*,\s*(?=https?:)/))
  .refine((list) => list.every(isSourceUrl), "https URLs separated by commas");

export const optionalSourceUrls = z.union(
  [z.literal("none").transform((): string[] => []), sourceUrls],
  "none, or https URLs separated by commas",
);

/** Returns a schema of locations of these kinds, described by `expected`. */
export function storageLocation<K extends StorageLocation["kind"]>(kinds: readonly K[], expected: string) {
  return z.string().transform((text, context) => {
    const location = parseStorageLocation(text);
    if (location === undefined || !kinds.some((kind) => kind === location.kind)) {
      context.addIssue({ code: "custom", message: expected });
      return z.NEVER;
    }
    return location;
  });
}
