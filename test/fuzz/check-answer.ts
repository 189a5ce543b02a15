/** Returns the reason why this server may not give an answer to any request; `undefined` when the answer is right. */
import type { Answer, NoAnswer } from "./http-client.ts";
import type { FuzzRequest } from "./request.ts";

/**
 * Statuses that the HTTP library answers before a request exists; none of our code is involved. 505, for another HTTP
 * version in the request line, is the one 5xx that a request may cause.
 */
const LIBRARY_STATUSES = [400, 431, 505];
/** Size of request line and headers above which the library may answer 431. */
const MAX_HEADER_BYTES = 14_000;

const PROBLEM_FIELDS = ["type", "title", "status", "detail", "message", "code", "request_id"];

export function findFault(request: FuzzRequest, answer: Answer | NoAnswer): string | undefined {
  if (typeof answer === "string") {
    return request.isBroken ? undefined : `no answer: ${answer}`;
  }
  const { status, headers } = answer;
  if (headers.has("x-injected")) {
    return "a header of the request's making";
  }
  if (request.port === "admin") {
    return status < 500 ? undefined : `status ${status}`;
  }
  if (!headers.has("x-request-id")) {
    const isBroken = request.isBroken === true || (status === 431 && headerBytes(request) > MAX_HEADER_BYTES);
    return isBroken && LIBRARY_STATUSES.includes(status)
      ? undefined
      : `status ${status} that the pipeline did not give`;
  }
  if (status >= 500) {
    return `status ${status}`;
  }
  if (status < 400 && request.headers.filter((line) => /^host:/i.test(line)).length > 1) {
    return `status ${status} with several Host headers`;
  }
  if (request.method === "HEAD" || status === 304) {
    return undefined;
  }
  return request.isForeign ? faultOfForeign(answer) : faultOfBody(answer);
}

/** Errors of an interface of another service have its own form: JSON must only be JSON. */
function faultOfForeign(answer: Answer): string | undefined {
  if (answer.body.length > 0 && answer.headers.get("content-type")?.includes("json")) {
    JSON.parse(decode(answer));
  }
  return undefined;
}

function headerBytes({ target, headers }: FuzzRequest): number {
  return headers.reduce((sum, { length }) => sum + length + 2, target.length);
}

function faultOfBody(answer: Answer): string | undefined {
  const { status, headers, body } = answer;
  if (status === 202 && body.length === 0) {
    return undefined;
  }
  const text = decode(answer);
  const type = headers.get("content-type");
  if (type === "application/problem+json") {
    return faultOfProblem(JSON.parse(text), status);
  }
  if (type === "application/json") {
    return faultOfJson(JSON.parse(text), status);
  }
  // A page of the documentation that does not exist is a page too.
  const isPage = status === 404 && type?.startsWith("text/html") && text.includes("<html");
  return status < 400 || isPage ? undefined : `status ${status} with ${type}`;
}

function decode({ headers, body }: Answer): string {
  const coding = headers.get("content-encoding");
  if (coding === "gzip") {
    return Buffer.from(Bun.gunzipSync(new Uint8Array(body))).toString();
  }
  return coding === "zstd" ? Buffer.from(Bun.zstdDecompressSync(body)).toString() : body.toString();
}

function faultOfProblem(problem: Record<string, unknown>, status: number): string | undefined {
  const missing = PROBLEM_FIELDS.find((name) => problem[name] === undefined);
  if (missing !== undefined) {
    return `a problem without ${missing}`;
  }
  if (problem.status !== status) {
    return `a problem of status ${problem.status} with ${status}`;
  }
  return problem.message === problem.detail ? undefined : "a problem with two messages";
}

/** Checks a JSON answer, single or batch: no internal error of ours, and no report of a validator. */
function faultOfJson(json: unknown, status: number): string | undefined {
  const answers = (Array.isArray(json) ? json : [json]) as Partial<Record<string, unknown>>[];
  for (const { jsonrpc, error, result } of answers.filter((one) => one?.jsonrpc !== undefined)) {
    if (jsonrpc !== "2.0") {
      return "an answer of another version";
    }
    const { code, message } = (error ?? {}) as { code?: number; message?: string };
    if (code === -32_603) {
      return `an internal error: ${message}`;
    }
    if (message?.includes("\n")) {
      return `a dump: ${message}`;
    }
    if (JSON.stringify(result ?? "").includes("Internal error.")) {
      return "a tool that failed";
    }
  }
  const isRpc = answers.every((one) => one?.jsonrpc !== undefined);
  return status < 400 || isRpc ? undefined : `status ${status} without a problem`;
}
