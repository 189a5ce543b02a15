/** Parses the options of the `keys` commands. */
import {
  type KeyKind,
  type KeySettings,
  MAX_MONTHLY_QUOTA,
  MAX_NAME_LENGTH,
  MAX_RATE_PER_MINUTE,
  parseKeyName,
} from "../accounts/api-key.ts";
import { parseIpRange } from "../accounts/ip-address.ts";
import { parseExpiry } from "../accounts/key-times.ts";
import { parseOriginPattern } from "../accounts/origins.ts";
import { AppError } from "../base/errors.ts";

/** Flags for the permissions and limits of a key, shared by `keys create` and `keys update`. */
export const KEY_FLAGS = {
  rate: {
    type: "text",
    placeholder: "N|none",
    completes: ["none"],
    description: "Maximum requests per minute. Default 60; none: no limit, for your own services.",
  },
  "visitor-rate": {
    type: "text",
    placeholder: "N|none",
    completes: ["none"],
    description:
      "Maximum requests per minute of one IP address with a browser or link key. `default`: half of --rate, at least 30, of a link key no limit; none: no limit.",
  },
  quota: {
    type: "text",
    placeholder: "N|none",
    completes: ["none"],
    description: "Maximum requests per calendar month (UTC). Default none: no limit.",
  },
  origin: {
    type: "text",
    placeholder: "ORIGIN",
    multiple: true,
    description:
      "Approved origin of a browser key, such as https://example.nl or https://*.example.nl; none: no origin.",
  },
  ip: {
    type: "text",
    placeholder: "CIDR",
    multiple: true,
    description: "IP address or CIDR range from which the key may be used; none: any address.",
  },
  expires: {
    type: "text",
    placeholder: "DATE|none",
    completes: ["none"],
    description:
      "Last day on which the key works (2026-12-31, in UTC), or the time from which it is refused (2026-12-31T12:00:00Z); none: never expires.",
  },
} as const;

export interface KeyFlagValues {
  readonly name?: string | undefined;
  readonly rate: string | undefined;
  readonly "visitor-rate": string | undefined;
  readonly quota: string | undefined;
  readonly origin: readonly string[];
  readonly ip: readonly string[];
  readonly expires: string | undefined;
}

const NONE = "none";
const DEFAULT = "default";

/** Parses the settings that were given; absent flags are left out. */
export function readKeySettings(flags: KeyFlagValues): Partial<KeySettings> {
  const { name, rate, "visitor-rate": visitorRate, quota, origin, ip, expires } = flags;
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(rate !== undefined && {
      ratePerMinute:
        rate === NONE ? Number.POSITIVE_INFINITY : readCount("--rate", rate, MAX_RATE_PER_MINUTE),
    }),
    ...(visitorRate !== undefined && { visitorRatePerMinute: readVisitorRate(visitorRate) }),
    ...(quota !== undefined && {
      monthlyQuota: quota === NONE ? undefined : readCount("--quota", quota, MAX_MONTHLY_QUOTA),
    }),
    ...(origin.length > 0 && { origins: readList(origin, readOrigin) }),
    ...(ip.length > 0 && { ipRanges: readList(ip, (range) => readIpRange("--ip", range)) }),
    ...(expires !== undefined && { expiresAt: expires === NONE ? undefined : readExpiry(expires) }),
  };
}

/** Throws `usage` for a setting that keys of the kind lack: it would suggest a protection that does not exist. */
export function assertFitsKind(kind: KeyKind, settings: Partial<KeySettings>): void {
  if (kind !== "browser" && (settings.origins ?? []).length > 0) {
    const other = kind === "server" ? "which must not be used in browsers" : "which --ip binds";
    throw new AppError("usage", `--origin is for browser keys; this is a ${kind} key, ${other}.`);
  }
  if (kind === "server" && "visitorRatePerMinute" in settings) {
    throw new AppError(
      "usage",
      "--visitor-rate is for browser keys and link keys; this is a server key, which has no limit per visitor.",
    );
  }
}

/** Parses the id of a key, as `keys list` shows it. */
export function readKeyId([text = ""]: readonly string[]): number {
  if (/^[1-9]\d{0,14}$/.test(text)) {
    return Number(text);
  }
  throw new AppError(
    "usage",
    "Expected the id of a key: the number before the | of its token, as baken keys list shows it.",
  );
}

/** Parses the text of `flag`, which must be an address or a CIDR range. */
export function readIpRange(flag: string, text: string): string {
  const range = parseIpRange(text);
  if (range !== undefined) {
    return range;
  }
  throw new AppError("usage", `${flag} must be an IP address or CIDR range, not "${text}".`);
}

function readName(text: string): string {
  const name = parseKeyName(text);
  if (name !== undefined) {
    return name;
  }
  throw new AppError(
    "usage",
    `--name must be 1 to ${MAX_NAME_LENGTH} characters without control characters.`,
  );
}

function readCount(flag: string, text: string, max: number): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) {
    return count;
  }
  throw new AppError("usage", `${flag} must be a whole number from 1 to ${max} or ${NONE}, not "${text}".`);
}

function readVisitorRate(text: string): KeySettings["visitorRatePerMinute"] {
  if (text === NONE) {
    return NONE;
  }
  return text === DEFAULT ? undefined : readCount("--visitor-rate", text, MAX_RATE_PER_MINUTE);
}

function readList<T>(texts: readonly string[], read: (text: string) => T): T[] {
  return texts.length === 1 && texts[0] === NONE ? [] : [...new Set(texts.map(read))];
}

function readOrigin(text: string): string {
  const origin = parseOriginPattern(text);
  if (origin !== undefined) {
    return origin;
  }
  throw new AppError(
    "usage",
    `--origin must be an origin such as https://example.nl or https://*.example.nl:8443, not "${text}".`,
  );
}

function readExpiry(text: string): string {
  const expiry = parseExpiry(text);
  if (expiry !== undefined) {
    return expiry;
  }
  throw new AppError(
    "usage",
    `--expires must be a date such as 2026-12-31, a time such as 2026-12-31T12:00:00Z, or none, not "${text}".`,
  );
}
