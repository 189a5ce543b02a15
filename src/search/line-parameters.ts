/** Parameters that complete a line, and addresses that contradict them. */
import type { AdresRecord } from "../registry/read/records.ts";
import { matchNumberParts } from "../registry/schema/number-parts.ts";
import { beginsWith, endsWith, joinDesignation } from "./line/designation.ts";
import { meaningOf } from "./line/designation-words.ts";
import { type Interpretation, withoutNoise } from "./line/parse-line.ts";
import type { Query } from "./match/query.ts";

export interface LineParameters {
  /** As the registry writes it. */
  readonly postcode?: string | undefined;
  readonly number?: number | undefined;
  readonly letter?: string | undefined;
  readonly addition?: string | undefined;
}

/** Returns the query with only the interpretations that agree with the parameters, completed by them. */
export function completeQuery(query: Query, parameters: LineParameters): Query {
  const { postcode, number, letter, addition } = parameters;
  if ((postcode ?? number ?? letter ?? addition) === undefined) {
    return query;
  }
  const interpretations = query.interpretations.flatMap(
    (interpretation) => completeInterpretation(interpretation, parameters) ?? [],
  );
  return { ...query, interpretations, noiseless: interpretations.map(withoutNoise) };
}

/** Returns the parameter that no interpretation of the line agrees with; `undefined` when there is none. */
export function findContradictedParameter(
  { interpretations }: Query,
  parameters: LineParameters,
): "postcode" | "number" | undefined {
  return (["postcode", "number"] as const).find(
    (part) =>
      parameters[part] !== undefined &&
      interpretations.some((interpretation) => interpretation[part] !== undefined) &&
      !interpretations.some((interpretation) => interpretation[part] === parameters[part]),
  );
}

function completeInterpretation(
  interpretation: Interpretation,
  parameters: LineParameters,
): Interpretation | undefined {
  const { mistypedPostcode, postcodeArea } = interpretation;
  const postcode = interpretation.postcode ?? parameters.postcode;
  const number = interpretation.number ?? parameters.number;
  const designation = number === undefined ? "" : completeDesignation(interpretation.designation, parameters);
  if (number !== (parameters.number ?? number)) {
    return undefined;
  }
  if (parameters.postcode === undefined) {
    return { ...interpretation, number, designation };
  }
  const isOther =
    postcode !== parameters.postcode ||
    mistypedPostcode !== undefined ||
    !parameters.postcode.startsWith(postcodeArea ?? "");
  return isOther ? undefined : { ...interpretation, postcode, postcodeArea: undefined, number, designation };
}

/**
 * Returns the line's designation with the letter and addition that it lacks. When line and parameters contradict each
 * other it returns both, which no number has.
 */
function completeDesignation(typed: string, { letter = "", addition = "" }: LineParameters): string {
  const asked = joinDesignation([letter, addition]);
  if (typed === "" || asked === "" || meaningOf(typed) === meaningOf(asked)) {
    return asked || typed;
  }
  if (letter !== "" && addition !== "") {
    const isPart = [letter, addition].some((part) => joinDesignation([part]) === typed);
    return isPart ? asked : joinDesignation([asked, typed]);
  }
  if (letter !== "") {
    return beginsWith(typed, asked) ? typed : joinDesignation([asked, typed]);
  }
  return endsWith(typed, asked) ? typed : joinDesignation([typed, asked]);
}

/**
 * Returns true when an answer has what the parameters say; letter and addition match as in a lookup, or
 * each in its own field.
 */
export function agreesWithParameters(adres: AdresRecord, parameters: LineParameters): boolean {
  const { postcode, number, letter = "", addition = "" } = parameters;
  const { huisletter, huisnummertoevoeging } = adres;
  const isSame = (asked: string, own: string | null) =>
    asked === "" || (own !== null && joinDesignation([own]) === joinDesignation([asked]));
  const isDesignated =
    matchNumberParts([adres], { huisletter: letter, huisnummertoevoeging: addition }).length > 0 ||
    (isSame(letter, huisletter) && isSame(addition, huisnummertoevoeging));
  return (
    adres.postcode === (postcode ?? adres.postcode) &&
    adres.huisnummer === (number ?? adres.huisnummer) &&
    isDesignated
  );
}
