/** Parameters of the BAG API, with the faults that it reports for them. */
import { listOf } from "../../base/list-of.ts";
import type { QueryValues } from "../interface.ts";
import { textOf } from "../query-values.ts";
import { BagProblem, type ParameterFault } from "./problem.ts";

const DIGITS_16 = { pattern: /^[0-9]{16}$/ };

/** Parameters with text of a form, and those with a whole number. */
const RULES: Readonly<
  Record<string, { readonly pattern: RegExp } | { readonly min: number; readonly max?: number }>
> = {
  postcode: { pattern: /^[1-9]{1}[0-9]{3}[ ]{0,1}[a-zA-Z]{2}$/ },
  huisnummer: { min: 1, max: 99_999 },
  huisletter: { pattern: /^[a-zA-Z]{1}$/ },
  huisnummertoevoeging: { pattern: /^[0-9a-zA-Z]{1,4}$/ },
  adresseerbaarObjectIdentificatie: DIGITS_16,
  pandIdentificatie: DIGITS_16,
  openbareRuimteIdentificatie: DIGITS_16,
  page: { min: 1 },
  pageSize: { min: 10, max: 100 },
};
const BOOLEANS = ["exacteMatch", "inclusiefEindStatus"];

/** Resources that `expand` can add to an address. */
const EXPANDABLE = [
  "nummeraanduiding",
  "openbareRuimte",
  "woonplaats",
  "adresseerbaarObject",
  "panden",
] as const;
export type Expandable = (typeof EXPANDABLE)[number];

/** Throws for parameters whose values have the wrong form. Reports wrong types alone, otherwise all faults together. */
export function checkParameters(query: QueryValues): void {
  const faults = Object.keys(RULES).flatMap((name) => faultOf(name, textOf(query, name)) ?? []);
  const ofBooleans = BOOLEANS.filter((name) => !/^(?:true|false|0|1)$/.test(textOf(query, name) ?? "true"));
  const all = [
    ...faults,
    ...ofBooleans.map((name) => ({ name, code: "boolean", reason: "Waarde is geen geldige boolean." })),
  ];
  const ofType = all.filter(({ code }) => code === "integer" || code === "boolean");
  if (all.length > 0) {
    throw invalid(ofType.length > 0 ? ofType : all);
  }
}

/** Throws for an identificatie in a path that is not of its form: of a woonplaats four digits, else sixteen. */
export function checkIdentificatie(path: string, text: string | undefined): void {
  const pattern = path.startsWith("/woonplaatsen") ? /^[0-9]{4}$/ : DIGITS_16.pattern;
  const fault = text === undefined ? undefined : faultOfPattern("identificatie", text, pattern);
  if (fault !== undefined) {
    throw invalid([fault]);
  }
}

function faultOfPattern(name: string, text: string, pattern: RegExp): ParameterFault | undefined {
  const reason = `Waarde voldoet niet aan patroon ${pattern.source}.`;
  return pattern.test(text) ? undefined : { name, code: "pattern", reason };
}

function faultOf(name: string, text: string | undefined): ParameterFault | undefined {
  const rule = RULES[name]!;
  if (text === undefined) {
    return undefined;
  }
  if ("pattern" in rule) {
    return faultOfPattern(name, text, rule.pattern);
  }
  if (!/^[-+]?\d{1,15}$/.test(text)) {
    return { name, code: "integer", reason: "Waarde is geen geldige integer." };
  }
  const { min, max = Number.MAX_SAFE_INTEGER } = rule;
  if (Number(text) < min) {
    return { name, code: "minimum", reason: `Waarde is lager dan minimum ${min}.` };
  }
  return Number(text) > max
    ? { name, code: "maximum", reason: `Waarde is hoger dan maximum ${max}.` }
    : undefined;
}

export function invalid(faults: readonly ParameterFault[]): BagProblem {
  const detail = `De foutieve parameter(s) zijn: ${faults.map(({ name }) => name).join(", ")}.`;
  return new BagProblem("paramsValidation", detail, faults);
}

/** Returns true for `true` and, as generated clients send it, `1`. */
export function isTrue(query: QueryValues, name: string): boolean {
  return /^(?:true|1)$/.test(textOf(query, name) ?? "");
}

/** Returns the resources to add; ignores what follows a dot in a name. Throws for unknown names and an empty list. */
export function readExpand(query: QueryValues): ReadonlySet<Expandable> {
  if (!query.has("expand")) {
    return new Set();
  }
  const names = listOf(textOf(query, "expand") ?? "").map((name) => name.split(".")[0]!);
  if (names.length === 1 && names[0] === "true") {
    return new Set(EXPANDABLE);
  }
  const unknown = names.filter((name) => !EXPANDABLE.some((each) => each === name));
  if (unknown.length > 0 || names.length === 0) {
    const reason = `Deel van de parameterwaarde niet correct: ${unknown.join(", ")}.`;
    throw invalid([{ name: "expand", code: "expand", reason }]);
  }
  return new Set(names as Expandable[]);
}
