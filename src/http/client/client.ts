/**
 * Typed client of the interface: `baken/client`. Its types derive from the declarations in endpoints/; only types are
 * imported, so no code of the server is loaded.
 */
import type { z } from "zod";
import type { AnyEndpoint, Envelope } from "../endpoint.ts";
import type { ENDPOINTS } from "../endpoints/index.ts";
import type { PageLinks, PageMeta } from "../pipeline/paging.ts";
import type { Problem } from "../schemas/records.ts";

type Declared = (typeof ENDPOINTS)[number];
type Get = Extract<Declared, { method: "GET" }>;

/** Paths with a GET endpoint, as the specification writes them: `/cities/{woonplaatsId}`. */
export type Path = Get["path"];
/** Paths whose response is a page of a list. */
export type ListPath = Extract<Get, { envelope: "page" | "page-without-links" }>["path"];
type EndpointAt<P extends Path> = Extract<Get, { path: P }>;

type OptionalName<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type OptionalIfUndefined<T> = { [K in Exclude<keyof T, OptionalName<T>>]: T[K] } & {
  [K in OptionalName<T>]?: T[K];
};
type Inputs<P> = { [K in keyof P]: z.input<P[K]> };
type PageInput<V extends Envelope> = V extends "page" | "page-without-links"
  ? { per_page?: number; page?: number }
  : unknown;

interface NameInput<I extends string, S extends string> {
  /** Several names are joined by commas. */
  include?: I | `${I},${string}`;
  /** A leading `-` means descending. */
  sort?: S | `-${S}`;
}

/** Parameters of a path. */
export type ParametersOf<P extends Path> = OptionalIfUndefined<
  Inputs<EndpointAt<P>["pathParameters"]> & Inputs<EndpointAt<P>["query"]>
> &
  PageInput<EndpointAt<P>["envelope"]> &
  NameInput<EndpointAt<P>["include"][number], EndpointAt<P>["sort"][number]>;

type Row<E extends AnyEndpoint> = z.output<E["response"]>;
type Enveloped<E extends AnyEndpoint> = {
  data: { data: Row<E> };
  page: { data: Row<E>[]; meta: PageMeta; links: PageLinks };
  "page-without-links": { data: Row<E>[]; meta: PageMeta };
  none: Row<E>;
}[E["envelope"]];

/** Whole response body of a path. */
export type AnswerOf<P extends Path> = Enveloped<EndpointAt<P>>;
export type RowOf<P extends ListPath> = Row<EndpointAt<P>>;

export type ProblemBody = z.output<typeof Problem>;

/** Error for any response that is not a 200. */
export class RequestFailed extends Error {
  readonly status: number;
  /** Undefined when the response is no problem document, for example one of a proxy in front of baken. */
  readonly problem: ProblemBody | undefined;
  /** Seconds of `Retry-After`, which a 429 has. */
  readonly retryAfterS: number | undefined;

  constructor(response: Response, problem: ProblemBody | undefined) {
    super(problem?.message ?? `${response.status} ${response.statusText}`);
    this.name = "RequestFailed";
    this.status = response.status;
    this.problem = problem;
    const seconds = response.headers.get("retry-after");
    this.retryAfterS = seconds === null ? undefined : Number(seconds);
  }
}

export interface ClientOptions {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** API key, `<id>|<secret>`; paths without authentication need none. */
  readonly token?: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

type Arguments<T> = Record<never, never> extends T ? [parameters?: T] : [parameters: T];

export interface Client {
  /** Throws RequestFailed for every status but 200. */
  get<P extends Path>(path: P, ...parameters: Arguments<ParametersOf<P>>): Promise<AnswerOf<P>>;
  /** Yields every row of a list, page after page, from the given page on. */
  each<P extends ListPath>(path: P, ...parameters: Arguments<ParametersOf<P>>): AsyncGenerator<RowOf<P>>;
}

type Values = Record<string, string | number | undefined>;
interface AnyPage {
  readonly data: readonly unknown[];
  readonly meta: PageMeta;
}

/** Creates a client of a server: `createClient({ baseUrl, token }).get("/addresses/lookup", { postcode, number })`. */
export function createClient({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions): Client {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token !== undefined) {
    headers.authorization = `Bearer ${token}`;
  }

  async function get(path: string, parameters: Values = {}): Promise<unknown> {
    const response = await fetch(baseUrl + fillPath(path, parameters), { headers });
    if (response.status !== 200) {
      throw new RequestFailed(response, await readProblem(response));
    }
    const isJson = response.headers.get("content-type")?.includes("json");
    return isJson ? response.json() : response.text();
  }

  async function* each(path: string, parameters: Values = {}): AsyncGenerator<unknown> {
    let page = Number(parameters.page ?? 1);
    for (let last = page; page <= last; page++) {
      const { data, meta } = (await get(path, { ...parameters, page })) as AnyPage;
      yield* data;
      last = meta.last_page;
    }
  }

  return { get, each } as Client;
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
  return query.size === 0 ? filled : `${filled}?${query}`;
}

async function readProblem(response: Response): Promise<ProblemBody | undefined> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return undefined;
  }
  return (await response.json()) as ProblemBody;
}
