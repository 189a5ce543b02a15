/** Errors of the BAG API: problem documents with a code, and the faults of parameters. */
import type { InterfaceAnswer } from "../interface.ts";

/** Kinds of errors by their `code`. */
const KINDS = {
  paramsRequired: [400, "Ten minste één parameter moet worden opgegeven."],
  paramsCombination: [400, "Minimale combinatie van parameters moet worden opgegeven."],
  unsupportedCombination: [400, "De combinatie van opgegeven parameters is niet toegestaan."],
  paramsValidation: [400, "Een of meerdere parameters zijn niet correct."],
  authentication: [401, "Niet correct geauthenticeerd."],
  autorisation: [403, "U bent niet geautoriseerd voor deze operatie."],
  notFound: [404, "Opgevraagde resource bestaat niet."],
  notAcceptable: [406, "Gevraagde contenttype wordt niet ondersteund."],
  crsNotAcceptable: [406, "Gevraagde coördinatenstelsel wordt niet ondersteund."],
  tooManyRequests: [429, "Te veel verzoeken."],
  serverError: [500, "Interne server fout."],
  sourceUnavailable: [503, "Bronservice is niet beschikbaar."],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type ProblemCode = keyof typeof KINDS;

/** Fault of one parameter. */
export interface ParameterFault {
  readonly name: string;
  readonly code: string;
  readonly reason: string;
}

/** Error that a request meets in this interface. */
export class BagProblem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly ParameterFault[];

  constructor(code: ProblemCode, detail = "", faults: readonly ParameterFault[] = []) {
    super(detail);
    this.code = code;
    this.faults = faults;
  }
}

const SECTIONS: Readonly<Record<number, string>> = {
  400: "rfc7231#section-6.5.1",
  401: "rfc7235#section-3.1",
  403: "rfc7231#section-6.5.3",
  404: "rfc7231#section-6.5.4",
  406: "rfc7231#section-6.5.6",
  429: "rfc6585#section-4",
  503: "rfc7231#section-6.6.4",
};

/** Returns the answer of an error; `url` is the request. */
export function toProblem(url: string, { code, message, faults }: BagProblem): Required<InterfaceAnswer> {
  const [status, title] = KINDS[code];
  const type = `https://datatracker.ietf.org/doc/html/${SECTIONS[status] ?? "rfc7231#section-6.6.1"}`;
  const detail = message === "" ? {} : { detail: message };
  const body = {
    type,
    title,
    status,
    ...detail,
    instance: url,
    code,
    ...(faults.length === 0
      ? {}
      : { "invalid-params": faults.map((fault) => ({ type: `${type}/${fault.code}`, ...fault })) }),
  };
  return { status, contentType: "application/problem+json", body: JSON.stringify(body), headers: {} };
}

/** Returns the code of an error that the server met before or outside the interface. */
export function codeOfStatus(status: number): ProblemCode {
  const found = (Object.keys(KINDS) as ProblemCode[]).find((code) => KINDS[code][0] === status);
  return status === 400 ? "paramsValidation" : (found ?? "serverError");
}
