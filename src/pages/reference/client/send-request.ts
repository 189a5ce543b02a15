/** Sends the request of a try-out and says what came of it. */

import { type ProblemBody, readRetryAfter } from "../../../http/client/client.ts";
import type { Access } from "../../kit/client/access.ts";
import { errorText } from "../../kit/client/error-texts.ts";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { requestUrl } from "../code-samples.ts";
import { formatJson } from "../format-json.ts";
import type { OperationData } from "../page-data.ts";
import { sayFaults } from "./fault-texts.ts";

const texts = pickTexts({
  remaining: {
    en: (left: string, limit: string) => `${left} of ${limit} left this minute`,
    nl: (left: string, limit: string) => `nog ${left} van ${limit} deze minuut`,
  },
  quota: {
    en: (left: string, limit: string) => `${left} of ${limit} left this month`,
    nl: (left: string, limit: string) => `nog ${left} van ${limit} deze maand`,
  },
  needsKey: {
    en: "This server asks for an API key. Paste one into the field above.",
    nl: "Deze server vraagt een API-sleutel. Plak er een in het veld hierboven.",
  },
  wrongKey: {
    en: "The key is not accepted: unknown, expired or revoked.",
    nl: "De sleutel wordt niet geaccepteerd: onbekend, verlopen of ingetrokken.",
  },
  invalid: { en: "Parameters are missing or wrong:", nl: "Parameters ontbreken of kloppen niet:" },
  limited: {
    en: (seconds: string) => `The limit is reached. Try again in ${seconds} seconds.`,
    nl: (seconds: string) => `De limiet is bereikt. Over ${seconds} seconden kan het weer.`,
  },
  away: {
    en: "The server cannot be reached. Check the connection and try again.",
    nl: "De server is niet te bereiken. Controleer de verbinding en probeer het opnieuw.",
  },
  missing: {
    en: (names: string) => `Still to fill in: ${names}.`,
    nl: (names: string) => `Vul nog in: ${names}.`,
  },
});

export interface TryOutResult {
  /** Undefined when no answer came. */
  readonly status?: number;
  readonly durationMs?: number;
  /** State of the limits, in words. */
  readonly limits: readonly string[];
  /** Advice about an answer that is no success. */
  readonly advice?: string;
  /** Faults by parameter, in the language of the page. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly body?: { readonly text: string; readonly language: string };
}

const BASE_PATH = "/api/v1";
const NOTHING: TryOutResult = { limits: [], faults: {} };

export async function sendRequest(access: Access, request: OperationData): Promise<TryOutResult> {
  try {
    const missing = missingIn(request);
    if (missing.length > 0) {
      return { ...NOTHING, advice: texts.missing(missing.join(", ")) };
    }
    if (request.needsKey && (await access.token()) === undefined) {
      return { ...NOTHING, advice: texts.needsKey };
    }
    const startedMs = performance.now();
    const response = await send(access, request);
    const text = await response.text();
    return describe(response, text, performance.now() - startedMs);
  } catch {
    return { ...NOTHING, advice: texts.away };
  }
}

/** Returns the parts of the path without a value; the server judges everything else. */
function missingIn({ path, parameters, values }: OperationData): string[] {
  const names = parameters.map(({ name }) => name).filter((name) => path.includes(`{${name}}`));
  return names.filter((name) => values[name] === undefined);
}

function send(access: Access, request: OperationData): Promise<Response> {
  const { method, needsKey, file } = request;
  const body = request.body ?? file;
  const url = requestUrl({ ...request, baseUrl: BASE_PATH });
  const type = file === undefined ? "application/json" : "text/csv";
  const headers = { accept: "*/*", ...(body === undefined ? {} : { "content-type": type }) };
  const init: RequestInit = { method, headers, cache: "no-store", ...(body === undefined ? {} : { body }) };
  return needsKey ? access.fetch(url, init) : fetch(url, init);
}

function describe(response: Response, text: string, durationMs: number): TryOutResult {
  const { status, headers } = response;
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  const value: unknown = isJson ? JSON.parse(text) : undefined;
  const problem = status >= 400 && isJson ? (value as ProblemBody) : undefined;
  return {
    status,
    durationMs,
    limits: limitsOf(headers),
    ...(status >= 400 && { advice: adviceOf(response, problem) }),
    faults: sayFaults(problem ?? {}, currentLanguage()),
    ...(text !== "" && {
      body: isJson ? { text: formatJson(value), language: "json" } : { text, language: "" },
    }),
  };
}

function limitsOf(headers: Headers): string[] {
  const states = [
    { name: "X-RateLimit", say: texts.remaining },
    { name: "X-Quota", say: texts.quota },
  ];
  return states.flatMap(({ name, say }) => {
    const left = headers.get(`${name}-Remaining`);
    const limit = headers.get(`${name}-Limit`);
    return left === null || limit === null ? [] : [say(formatNumber(left), formatNumber(limit))];
  });
}

function formatNumber(digits: string): string {
  return Number(digits).toLocaleString(currentLanguage());
}

function adviceOf({ status, headers }: Response, problem: ProblemBody | undefined): string {
  switch (status) {
    case 401:
      return texts.wrongKey;
    case 422:
      return texts.invalid;
    case 429:
      return texts.limited(String(Math.ceil(readRetryAfter(headers.get("retry-after")) ?? 1)));
    default:
      return problem === undefined ? texts.away : errorText(problem, currentLanguage());
  }
}
