/** Fields of the form of a key, as typed, and the request that they make. */
import type { KeyAnswer } from "../server/operations/keys.ts";

export interface KeyFields {
  readonly name: string;
  readonly kind: KeyAnswer["kind"];
  readonly ratePerMinute: string;
  readonly monthlyQuota: string;
  readonly visitorChoice: "default" | "none" | "number";
  readonly visitorRatePerMinute: string;
  readonly origins: string;
  readonly ipRanges: string;
  /** Last day, YYYY-MM-DD. */
  readonly expiresAt: string;
}

export const NEW_KEY: KeyFields = {
  name: "",
  kind: "server",
  ratePerMinute: "60",
  monthlyQuota: "",
  visitorChoice: "default",
  visitorRatePerMinute: "",
  origins: "",
  ipRanges: "",
  expiresAt: "",
};

export function keyFieldsOf(key: KeyAnswer): KeyFields {
  const { visitorRate } = key;
  return {
    name: key.name,
    kind: key.kind,
    ratePerMinute: String(key.ratePerMinute ?? ""),
    monthlyQuota: String(key.monthlyQuota ?? ""),
    visitorChoice: typeof visitorRate === "number" ? "number" : visitorRate,
    visitorRatePerMinute: typeof visitorRate === "number" ? String(visitorRate) : "",
    origins: key.origins.join("\n"),
    ipRanges: key.ipRanges.join("\n"),
    // A key expires at the end of its last day.
    expiresAt:
      key.expiresAt === undefined ? "" : new Date(Date.parse(key.expiresAt) - 1).toISOString().slice(0, 10),
  };
}

/** Returns the body that sets all fields. Text that is no number is sent unchanged, for the server to refuse. */
export function bodyOf(fields: KeyFields): Record<string, unknown> {
  const { visitorChoice } = fields;
  return {
    name: fields.name,
    ratePerMinute: countOf(fields.ratePerMinute),
    monthlyQuota: countOf(fields.monthlyQuota),
    ipRanges: linesOf(fields.ipRanges),
    expiresAt: fields.expiresAt || null,
    ...(fields.kind === "browser" && { origins: linesOf(fields.origins) }),
    ...(fields.kind !== "server" && {
      visitorRatePerMinute:
        visitorChoice === "number" ? (countOf(fields.visitorRatePerMinute) ?? "") : visitorChoice,
    }),
  };
}

/** Returns the body that sets only what has changed. */
export function changesOf(before: KeyFields, after: KeyFields): Record<string, unknown> {
  const old = bodyOf(before);
  const changed = Object.entries(bodyOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(changed);
}

/** Returns the number of digits only, null for an empty text, else the text. */
function countOf(text: string): number | string | null {
  const digits = text.replaceAll(/\s/g, "");
  if (digits === "") {
    return null;
  }
  return /^\d{1,15}$/.test(digits) ? Number(digits) : text;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
