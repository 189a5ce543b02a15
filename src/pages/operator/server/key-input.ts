/** Schemas of keys as the operator's pages send them; the rules of `./baken keys` apply. */
import { z } from "zod";
import {
  KEY_KINDS,
  type KeyKind,
  type KeySettings,
  MAX_MONTHLY_QUOTA,
  MAX_NAME_LENGTH,
  MAX_RATE_PER_MINUTE,
  parseKeyName,
} from "../../../accounts/api-key.ts";
import { parseIpRange } from "../../../accounts/ip-address.ts";
import type { NewKey } from "../../../accounts/key-store.ts";
import { parseDuration, parseExpiry } from "../../../accounts/key-times.ts";
import { parseOriginPattern } from "../../../accounts/origins.ts";
import { AppError } from "../../../base/errors.ts";

/** Maximum entries of a list of origins or addresses. */
const MAX_ENTRIES = 1_000;

/** Text that `parse` accepts, in the form that it returns. */
function parsed<T>(parse: (text: string) => T | undefined, expected: string) {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) {
      return value;
    }
    context.addIssue({ code: "custom", message: `must be ${expected}, not ${JSON.stringify(text)}` });
    return z.NEVER;
  });
}

const count = (max: number) => z.int().min(1).max(max);
const list = (entry: z.ZodType<string, string>) =>
  z
    .array(entry)
    .max(MAX_ENTRIES)
    .transform((entries) => [...new Set(entries)]);

const name = parsed(parseKeyName, `1 to ${MAX_NAME_LENGTH} characters without control characters`);
const kind = z.enum(KEY_KINDS);
/** Settings of a key that can be changed, from fields in which null stands for "none". */
const SETTINGS = {
  ratePerMinute: count(MAX_RATE_PER_MINUTE)
    .nullable()
    .transform((rate) => rate ?? Number.POSITIVE_INFINITY),
  visitorRatePerMinute: z
    .union([z.enum(["default", "none"]), count(MAX_RATE_PER_MINUTE)])
    .transform((rate) => (rate === "default" ? undefined : rate)),
  monthlyQuota: count(MAX_MONTHLY_QUOTA).nullable().transform(orUndefined),
  origins: list(parsed(parseOriginPattern, "an origin such as https://example.nl or https://*.example.nl")),
  ipRanges: list(parsed(parseIpRange, "an IP address or CIDR range")),
  expiresAt: parsed(parseExpiry, "a day such as 2026-12-31 or a time such as 2026-12-31T12:00:00Z")
    .nullable()
    .transform(orUndefined),
};

function orUndefined<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

const changes = z.strictObject({ name, ...SETTINGS }).partial();
// Absent fields stay absent, which the types of Zod do not say.
export const keyChanges = changes.transform((fields) => fields as Partial<KeySettings>);
export const newKey = changes.extend({ name, kind }).transform((fields) => fields as NewKey);
export const rotation = z.strictObject({
  overlap: parsed(parseDuration, "a duration such as 24h, at most 366d").default(86_400_000),
});
export const revocation = z.strictObject({ name: z.string() });

/** Throws 422 for settings that keys of the kind lack: they would suggest a protection that does not exist. */
export function assertInputFitsKind(kind: KeyKind, settings: Partial<KeySettings>): void {
  const faults = [
    ...(kind !== "browser" && (settings.origins ?? []).length > 0 ? ["origins"] : []),
    ...(kind === "server" && "visitorRatePerMinute" in settings ? ["visitorRatePerMinute"] : []),
  ];
  if (faults.length === 0) {
    return;
  }
  throw new AppError(
    "validation_failed",
    "Only a browser key has origins; a server key has no limit per visitor.",
    {
      errors: Object.fromEntries(faults.map((field) => [field, [`is not for ${kind} keys`]])),
    },
  );
}
