/** Fields of the form of a key, as text, and the request that they make. */
import type { KeyAnswer } from "../server/operations/keys.ts";

export type KeyFields = Readonly<Partial<ReturnType<typeof keyFieldsOf>>>;

export const NEW_KEY: KeyFields = { ratePerMinute: "60", visitorRatePerMinute: "default" };

export function keyFieldsOf(key: KeyAnswer) {
  return {
    name: key.name,
    ratePerMinute: String(key.ratePerMinute ?? ""),
    monthlyQuota: String(key.monthlyQuota ?? ""),
    visitorRatePerMinute: String(key.visitorRate),
    origins: key.origins.join("\n"),
    ipRanges: key.ipRanges.join("\n"),
    // A key expires at the end of its last day.
    expiresAt:
      key.expiresAt === undefined ? "" : new Date(Date.parse(key.expiresAt) - 1).toISOString().slice(0, 10),
  };
}

/** How the texts of fields are sent, where not unchanged. */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  ratePerMinute: countOf,
  monthlyQuota: countOf,
  visitorRatePerMinute: countOf,
  origins: linesOf,
  ipRanges: linesOf,
  expiresAt: (day) => day || null,
};

/** Returns the body that sets the fields of a form that are other than before. */
export function bodyOf(form: FormData, before: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields = Object.entries(Object.fromEntries(form) as Record<string, string>);
  const changed = fields.filter(([name, text]) => text !== before[name]);
  return Object.fromEntries(changed.map(([name, text]) => [name, (READ[name] ?? String)(text)]));
}

/** Returns the number of digits only, null for an empty text, else the text, for the server to refuse. */
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
