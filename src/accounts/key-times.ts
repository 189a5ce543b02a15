/** Parses times and durations that the operator types for keys. */

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** Parses an expiry to ISO 8601 in UTC. A day (`2026-12-31`) counts to its end, in UTC; a time needs a zone. */
export function parseExpiry(text: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const timeMs = Date.parse(text);
  if (!(isDay || isTime) || Number.isNaN(timeMs)) {
    return undefined;
  }
  if (isDay && new Date(timeMs).toISOString().slice(0, 10) !== text) {
    return undefined;
  }
  return new Date(timeMs + (isDay ? DAY_MS : 0)).toISOString();
}

/** Parses `90s`, `30m`, `24h`, `7d` or `0` to milliseconds. Returns `undefined` above 366 days. */
export function parseDuration(text: string): number | undefined {
  if (text === "0") {
    return 0;
  }
  const [, count, unit] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  if (unit === undefined) {
    return undefined;
  }
  const durationMs = Number(count) * UNIT_MS[unit]!;
  return durationMs <= 366 * DAY_MS ? durationMs : undefined;
}
