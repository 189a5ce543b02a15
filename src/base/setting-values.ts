/** Forms of values that several settings have: what they accept as text, and what that becomes. */
import { z } from "zod";
import { isSourceUrl, parseStorageLocation, type StorageLocation } from "./storage-location.ts";

/** One setting: its flag, its environment variable and what both accept as text. */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly placeholder: string;
  readonly schema: z.ZodType<unknown, string | undefined>;
  /** Default, in the form that a user types; without one the setting may stay unset. */
  readonly default?: string;
  readonly description: string;
}

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65_535, "a number from 0 to 65535");

/** A whole number from 1 to `max`. */
export function integerUpTo(max: number) {
  const expected = `a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, expected)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, expected);
}

export function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "";
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
