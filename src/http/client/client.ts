/**
 * Typed client of the interface: package `baken-client`. It imports only types, and runs wherever there is a `fetch`:
 * browsers, Node.js, Deno, Bun.
 */
import type { DeleteEndpoints, GetEndpoints, PageMeta, PostEndpoints, Problem } from "./endpoint-types.ts";

export type * from "./endpoint-types.ts";

/** Paths with a GET endpoint, as the OpenAPI document writes them: `/cities/{woonplaatsId}`. */
export type Path = keyof GetEndpoints;
export type PostPath = keyof PostEndpoints;
export type DeletePath = keyof DeleteEndpoints;
/** Paths whose answer is a page of a list. */
export type ListPath = {
  [P in Path]: GetEndpoints[P]["answer"] extends { data: unknown[]; meta: PageMeta } ? P : never;
}[Path];

/** Parameters of a path. */
export type ParametersOf<P extends Path> = GetEndpoints[P]["parameters"];
/** Whole response body of a path; of a path that ends in `/download`, the bytes of the file. */
export type AnswerOf<P extends Path> = GetEndpoints[P]["answer"];
export type RowOf<P extends ListPath> = AnswerOf<P>["data"][number];
export type ProblemBody = Problem;

/** The platform's own type, so that these declarations need neither the DOM's types nor Node.js's. */
type AbortSignalHere = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : never;

/** A file to send: its text, or a `Blob`: a `File` of a form, one on disk (`openAsBlob` of Node.js, `Bun.file`). */
export type FileBody = string | (typeof globalThis extends { Blob: { prototype: infer B } } ? B : never);

/** The part of a `Response` that the client reads. */
export interface ResponseLike {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface RequestLike {
  method: string;
  headers: Record<string, string>;
  body?: FileBody;
  signal?: AbortSignalHere;
}

/** Error for any response that is not a success (2xx). */
export class RequestFailed extends Error {
  readonly status: number;
  /** Undefined when the response is no problem document, for example one of a proxy in front of baken. */
  readonly problem: ProblemBody | undefined;
  /** Seconds until another request makes sense, from `Retry-After`, which a 429 has. */
  readonly retryAfterS: number | undefined;

  constructor(response: ResponseLike, problem: ProblemBody | undefined) {
    super(problem?.message ?? `${response.status} ${response.statusText}`);
    this.name = "RequestFailed";
    this.status = response.status;
    this.problem = problem;
    this.retryAfterS = readRetryAfter(response.headers.get("retry-after"));
  }
}

type Fetch = (url: string, init: RequestLike) => Promise<ResponseLike>;

export interface ClientOptions {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** API key, `<id>|<secret>`; paths without authentication need none. */
  readonly token?: string | undefined;
  /**
   * Maximum retries after 429 or 503; a POST is retried after 429 only. Waits for the time of `Retry-After`, or 1, 2,
   * 4, … seconds without it. Default 0.
   */
  readonly retries?: number | undefined;
  /** Longest wait in seconds before a retry. A request that must wait longer fails at once. Default 60. */
  readonly maxWaitS?: number | undefined;
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

export interface CallOptions {
  /** Aborts the request or the wait before a retry, with the reason of the signal. */
  readonly signal?: AbortSignalHere | undefined;
}

type Arguments<T> =
  Record<never, never> extends T
    ? [parameters?: T, options?: CallOptions]
    : [parameters: T, options?: CallOptions];

/** Options of a path that takes a file. */
export interface FileCallOptions extends CallOptions {
  /** The file itself; a retry sends it again. */
  readonly body: FileBody;
}

type PostArguments<P extends PostPath> = PostEndpoints[P] extends { file: true }
  ? [parameters: PostEndpoints[P]["parameters"], options: FileCallOptions]
  : Arguments<PostEndpoints[P]["parameters"]>;

export interface Client {
  /** Throws RequestFailed unless the answer is a success. */
  get<P extends Path>(path: P, ...rest: Arguments<ParametersOf<P>>): Promise<AnswerOf<P>>;
  /** Throws RequestFailed unless the answer is a success. For a path that takes a file, `options.body` is the file. */
  post<P extends PostPath>(path: P, ...rest: PostArguments<P>): Promise<PostEndpoints[P]["answer"]>;
  /** Throws RequestFailed unless the answer is a success. */
  delete<P extends DeletePath>(
    path: P,
    ...rest: Arguments<DeleteEndpoints[P]["parameters"]>
  ): Promise<DeleteEndpoints[P]["answer"]>;
  /** Yields every row of a list, page after page, from the given page on. */
  each<P extends ListPath>(path: P, ...rest: Arguments<ParametersOf<P>>): AsyncGenerator<RowOf<P>, void>;
}

type Values = Record<string, string | number | undefined>;
interface AnyPage {
  readonly data: readonly unknown[];
  readonly meta: PageMeta;
}

type Call = [path: string, parameters?: Values, options?: Partial<FileCallOptions> | undefined];

/** Creates a client of a server: `createClient({ baseUrl, token }).get("/addresses/lookup", { postcode, number })`. */
export function createClient(options: ClientOptions): Client {
  async function* each(
    path: string,
    parameters?: Values,
    callOptions?: CallOptions,
  ): AsyncGenerator<unknown> {
    let page = Number(parameters?.page ?? 1);
    for (let last = page; page <= last; page++) {
      const answer = await request(options, "GET", [path, { ...parameters, page }, callOptions]);
      const { data, meta } = answer as AnyPage;
      yield* data;
      last = meta.last_page;
    }
  }

  return {
    get: (...call: Call) => request(options, "GET", call),
    post: (...call: Call) => request(options, "POST", call),
    delete: (...call: Call) => request(options, "DELETE", call),
    each,
  } as unknown as Client;
}

async function request(
  { baseUrl, token, retries = 0, maxWaitS = 60, fetch = globalThis.fetch as Fetch }: ClientOptions,
  method: "GET" | "POST" | "DELETE",
  [path, parameters = {}, { signal, body } = {}]: Call,
): Promise<unknown> {
  const url = baseUrl.replace(/\/+$/, "") + fillPath(path, parameters);
  const headers: Record<string, string> = { accept: "application/json" };
  if (token !== undefined) {
    headers.authorization = `Bearer ${token}`;
  }
  const init: RequestLike = { method, headers };
  if (signal !== undefined) {
    init.signal = signal;
  }
  if (body !== undefined) {
    init.body = body;
  }
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, init);
    if (response.status >= 200 && response.status < 300) {
      return readBody(path, response);
    }
    const failure = new RequestFailed(response, await readProblem(response));
    const waitS = failure.retryAfterS ?? 2 ** attempt;
    if (attempt >= retries || !REPEATED[method].includes(response.status) || waitS > maxWaitS) {
      throw failure;
    }
    await wait(waitS, signal);
  }
}

/** Returns the bytes of a file, whatever its content type; else the value of JSON, or text. */
async function readBody(path: string, response: ResponseLike): Promise<unknown> {
  if (path.endsWith("/download")) {
    return new Uint8Array(await response.arrayBuffer());
  }
  const isJson = response.headers.get("content-type")?.includes("json");
  return isJson ? response.json() : response.text();
}

/** Statuses after which a request is retried. A POST may have taken effect although a proxy answered 503. */
const REPEATED = { GET: [429, 503], POST: [429], DELETE: [429, 503] };

function wait(seconds: number, signal: AbortSignalHere | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      return signal?.aborted ? reject(signal.reason) : resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) {
      end();
    }
  });
}

/** Fills in the path parameters and appends the other given parameters as the query. */
function fillPath(path: string, parameters: Values): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) {
      continue;
    }
    if (path.includes(`{${name}}`)) {
      filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    } else {
      query.set(name, String(value));
    }
  }
  const text = query.toString();
  return text === "" ? filled : `${filled}?${text}`;
}

/** Reads the seconds of a `Retry-After`, which is a number or a date; `undefined` for other text. */
export function readRetryAfter(text: string | null): number | undefined {
  if (text === null) {
    return undefined;
  }
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

async function readProblem(response: ResponseLike): Promise<ProblemBody | undefined> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return undefined;
  }
  return JSON.parse(text) as ProblemBody;
}
