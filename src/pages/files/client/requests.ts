/**
 * Requests below `/files`. A request that gets no answer, because the server is away or wants a key, waits until the
 * trouble is over and is sent again: each of them may be repeated.
 */
import { type ProblemBody, RequestFailed } from "../../../http/client/client.ts";
import { access } from "../../kit/client/ask.ts";
import { recovered, reportTrouble, type Trouble, troubleOf } from "../../kit/client/trouble/connection.ts";
import { pageData } from "./page-data.ts";

/** Request that the server refused because of the file, or of a limit that time alone does not lift. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = "Refused";
    this.code = code;
  }
}

interface Request {
  readonly secret: string;
  readonly method?: "GET" | "POST" | "DELETE";
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends a request until it is answered; returns the answer. Throws Refused, and what aborted the signal. */
export function ask<T>(path: string, { secret, method = "GET", body, signal }: Request): Promise<T> {
  return untilAnswered(async () => {
    const headers = await headersOf(secret);
    const init: RequestInit = { method, headers, cache: "no-store" };
    if (signal !== undefined) {
      init.signal = signal;
    }
    if (body !== undefined) {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(body);
    }
    return await read<T>(await fetch(path, init));
  });
}

interface Upload {
  readonly secret: string;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
}

/** Sends a file from disk, never whole in memory, until it is answered. Throws as `ask` does. */
export function upload<T>(file: File, options: Upload): Promise<T> {
  return untilAnswered(async () => await read<T>(await send(file, options)));
}

/** Only XMLHttpRequest tells how much of a body has been sent. */
async function send(file: File, { secret, signal, onSent }: Upload): Promise<Response> {
  signal.throwIfAborted();
  const headers = await headersOf(secret);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open("POST", "/files/session");
  for (const [name, value] of headers) {
    request.setRequestHeader(name, value);
  }
  request.setRequestHeader("content-type", "application/octet-stream");
  request.upload.onprogress = ({ loaded }) => onSent(loaded);
  request.onerror = () => reject(new TypeError("The server does not answer."));
  request.onload = () => {
    const answered = new Headers();
    for (const name of ["content-type", "retry-after"]) {
      answered.set(name, request.getResponseHeader(name) ?? "");
    }
    resolve(new Response(request.responseText, { status: request.status, headers: answered }));
  };
  signal.addEventListener("abort", () => {
    request.abort();
    reject(signal.reason);
  });
  request.send(file);
  return await promise;
}

async function headersOf(secret: string): Promise<Headers> {
  const headers = new Headers({ "x-files-session": secret });
  // A page that is open to everybody asks for no session of the explorer.
  const token = pageData.needsKey ? await access.token() : access.key();
  if (token !== undefined) {
    headers.set("authorization", `Bearer ${token}`);
  }
  return headers;
}

/** Body of a refusal; `reason` names the fault of a file. */
type FilesProblem = ProblemBody & { readonly reason?: string };

const NO_CONTENT = 204;

async function read<T>(response: Response): Promise<T> {
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const answer: unknown = isJson && response.status !== NO_CONTENT ? await response.json() : undefined;
  if (response.ok) {
    return answer as T;
  }
  const problem = answer as FilesProblem | undefined;
  if (isOfFile(response.status, problem?.code)) {
    const code = response.status === 413 ? "too_large" : "unexpected";
    throw new Refused(problem?.reason ?? problem?.code ?? code);
  }
  throw new RequestFailed(response, problem);
}

/** Limits that time alone does not lift. */
const LASTING_LIMITS: readonly (string | undefined)[] = ["quota_exceeded", "files_full"];

/** Returns false for refusals of the key or the rate, and for a server that is away. */
function isOfFile(status: number, code: string | undefined): boolean {
  if (status === 429) {
    return LASTING_LIMITS.includes(code);
  }
  return status >= 500 ? code !== undefined : status !== 401 && status !== 403;
}

async function untilAnswered<T>(sendOnce: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await sendOnce();
    } catch (error) {
      const trouble = error instanceof Refused ? undefined : troubleOfRequest(error);
      if (trouble === undefined) {
        throw error;
      }
      reportTrouble(trouble);
      await recovered();
    }
  }
}

function troubleOfRequest(error: unknown): Trouble | undefined {
  const trouble = troubleOf(error);
  return trouble?.kind === "key-not-allowed" && trouble.code === "page_closed"
    ? { kind: "key-needed" }
    : trouble;
}
