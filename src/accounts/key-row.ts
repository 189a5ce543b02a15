/** Converts keys to and from rows of the table api_key, which every store has. */
import type { SqlValue } from "../base/store-operations.ts";
import { type ApiKey, DEFAULT_RATE_PER_MINUTE, type KeyKind, type KeySettings } from "./api-key.ts";

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly kind: KeyKind;
  readonly secret_sha256: Uint8Array;
  readonly created_at: string;
  /** Maximum requests per minute; 0: no limit. */
  readonly rate_per_minute: number;
  /** Maximum requests per minute and visitor; 0: no limit, null: the default. */
  readonly visitor_rate_per_minute: number | null;
  readonly monthly_quota: number | null;
  /** JSON array of strings, as is `ip_ranges`. */
  readonly origins: string;
  readonly ip_ranges: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly previous_sha256: Uint8Array | null;
  readonly previous_until: string | null;
  readonly revision: number;
}

export type KeyColumns = Partial<Record<keyof KeyRow, SqlValue>>;

export function keyOfRow(row: KeyRow): ApiKey {
  const hasPrevious = row.previous_sha256 !== null && row.previous_until !== null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    secretSha256: row.secret_sha256,
    previous: hasPrevious ? { secretSha256: row.previous_sha256!, until: row.previous_until! } : undefined,
    ratePerMinute: row.rate_per_minute === NO_RATE ? Number.POSITIVE_INFINITY : row.rate_per_minute,
    visitorRatePerMinute:
      row.visitor_rate_per_minute === 0 ? "none" : (row.visitor_rate_per_minute ?? undefined),
    monthlyQuota: row.monthly_quota ?? undefined,
    origins: JSON.parse(row.origins),
    ipRanges: JSON.parse(row.ip_ranges),
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  };
}

/** Stands for "no limit", because the column is NOT NULL in files of older versions; no key has a rate of 0. */
const NO_RATE = 0;

function rateColumn(ratePerMinute = DEFAULT_RATE_PER_MINUTE): number {
  return ratePerMinute === Number.POSITIVE_INFINITY ? NO_RATE : ratePerMinute;
}

/** Returns the columns of the settings present; a setting present as `undefined` is cleared. */
export function keyColumnsOf(settings: Partial<KeySettings>): KeyColumns {
  const columns: KeyColumns = {};
  if ("name" in settings) {
    columns.name = settings.name ?? "";
  }
  if ("ratePerMinute" in settings) {
    columns.rate_per_minute = rateColumn(settings.ratePerMinute);
  }
  if ("visitorRatePerMinute" in settings) {
    const { visitorRatePerMinute: rate } = settings;
    columns.visitor_rate_per_minute = rate === "none" ? 0 : (rate ?? null);
  }
  if ("monthlyQuota" in settings) {
    columns.monthly_quota = settings.monthlyQuota ?? null;
  }
  if ("origins" in settings) {
    columns.origins = JSON.stringify(settings.origins ?? []);
  }
  if ("ipRanges" in settings) {
    columns.ip_ranges = JSON.stringify(settings.ipRanges ?? []);
  }
  if ("expiresAt" in settings) {
    columns.expires_at = settings.expiresAt ?? null;
  }
  return columns;
}
