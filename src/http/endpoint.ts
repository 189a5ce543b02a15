/**
 * Declaration of an endpoint. Derived from it: the route and its validation (input.ts), the response (pipeline/), the
 * OpenAPI document (openapi/).
 */
import { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import type { ErrorCode } from "../base/errors.ts";
import type { FoundFile } from "../exports/export-files.ts";
import type { Page, PageRequest } from "../registry/index/page.ts";
import type { Admission } from "./admission.ts";
import type { Context } from "./context.ts";
import type { HouseNumberParts } from "./parameters/house-number.ts";
import type { Parameters, Values } from "./parameters/kinds.ts";
import type { ExampleData } from "./sample.ts";

/**
 * Wrapper around the handler's result: `{data}`, `{data, meta, links}`, `{data, meta}`, or none when the handler
 * returns a RawResult.
 */
export type Envelope = "data" | "page" | "page-without-links" | "none";

/** Result that is sent without an envelope: `/status`, `/openapi.yaml`, a page, a tile, a download. */
export type RawResult = TextResult | BytesResult | FileResult | StreamResult;

export interface TextResult {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly cacheControl: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an answer that changes only with the data version: it gets an ETag, and 304 where the client has it. */
  readonly isVersioned?: boolean;
  /** Replaces the decision about the request when the handler took more requests from the limits. */
  readonly admission?: Admission;
}

/** Bytes made beforehand, with their compressed forms: pages, scripts, tiles. */
export interface BytesResult {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Compressed forms that exist already; without any, the bytes are compressed when the client accepts it. */
  readonly encoded?: Partial<Readonly<Record<StoredCoding, Uint8Array<ArrayBuffer>>>>;
  readonly cacheControl: string;
  /** Entity tag without quotes, unique to the content. */
  readonly etag?: string;
  /** Further headers; they may replace headers that every response has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bytes that are made while they are sent, as fast as the client reads them; never compressed. */
export interface StreamResult {
  readonly status: number;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
  readonly cacheControl: string;
  /** File name for the download: ASCII without quotes. */
  readonly downloadName: string;
}

/** File that is sent as the body of a request, which the handler itself reads. */
export interface UploadBody {
  /** Media types that are accepted, without parameters. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
  readonly description: string;
  /** Example of such a file, of the first media type. */
  readonly example: string;
}

/** Immutable file, sent whole or in part; with its compressed form, if there is one. */
export interface FileResult extends FoundFile {
  readonly contentType: string;
  /** File name for the download: ASCII without quotes; absent when the page that links to the file names it. */
  readonly downloadName?: string;
  /** Entity tag without quotes, unique to the content. */
  readonly etag: string;
  /** When absent, caches may keep the file but must revalidate it. */
  readonly cacheControl?: string;
}

/**
 * Input of a handler: the validated values of its parameters under their own names; with a `number` also the letter and
 * addition that were typed after it.
 */
type InputOf<
  P extends Parameters,
  Q extends Parameters,
  I extends string,
  S extends string,
  V extends Envelope,
> = Values<P> &
  Values<Q> & { readonly include: { readonly [K in I]?: boolean } } & {
    readonly sort: { readonly field: S; readonly descending: boolean } | undefined;
  } & (V extends "page" | "page-without-links" ? { readonly page: PageRequest } : unknown) & {
    readonly [K in keyof Q & "number" as keyof HouseNumberParts]?: string | undefined;
  };

type HandlerResult<V extends Envelope, R extends z.ZodType> = V extends "none"
  ? Awaitable<RawResult>
  : V extends "data"
    ? z.output<R>
    : Page<z.output<R>>;

type ExampleRequest<Name extends PropertyKey> = {
  readonly [K in Name]?: string | number | null;
};

export type Method = "GET" | "POST" | "DELETE";

/**
 * Values of `auth`: which requests are admitted, and which limits they count against (docs/interface.md, "What a
 * request counts against"). `address` means the network of the client; docs/limits.md has the numbers.
 * - `key`: holders of a key: its rate and quota. A page session, and everyone on demo data: the page limits of the
 * address.
 * - `tiles`: as `key`, counted against the tile limit of the address alone.
 * - `demo`: everybody: the demo limits of the address. Pages of any origin may read the answer.
 * - `none`: everybody, not counted. Pages of any origin may read the answer.
 * - `page`: everybody, not counted: documents, scripts and styles of the server's own pages.
 * - `view`: as `page`; where the pages are open, a request with a query counts against the page limits of the address.
 * - `files`: who may begin work on the page for files: as `key` with a server key, else the page limits of the address.
 * - `file`: requests with the secret of a session of that page: the rate of its key, else the page limit of a minute.
 * - `file-search`: as `file`, with the quota of the key too, else all page limits of the address.
 * - `file-state`: as `file`, counted against a limit of the session alone.
 * - `ticket`: requests with a link to a download of a session: the page limit of a minute of the address.
 */
type Auth = "key" | "tiles" | "demo" | "none" | PageAuth;

/** Endpoints of the server's own pages, which no page of another origin may use. */
type PageAuth = "page" | "view" | "files" | "ticket" | SessionAuth;

/** Endpoints of a session of the page for files. */
export type SessionAuth = "file" | "file-search" | "file-state";

/** Request that was refused, for the error body of a foreign interface. */
interface Refusal {
  /** HTTP status; 422 of `/api/v1` is 400 here. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Text for people, without secrets. */
  readonly message: string;
  /** URL as requested, without its key. */
  readonly url: string;
}

/** Interface of another service, whose clients baken answers (src/interfaces). */
export interface ForeignInterface {
  /** Name in the setting `--interfaces`, in logs and metrics. */
  readonly name: string;
  /** Returns the body of an error as clients of the interface expect it. */
  toError(refusal: Refusal): { readonly contentType: string; readonly body: string };
  /** Returns headers that clients of the interface read, made from the headers of an answer. */
  addHeaders?(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export interface Endpoint<
  Path extends string,
  P extends Parameters,
  Q extends Parameters,
  I extends string,
  S extends string,
  V extends Envelope,
  R extends z.ZodType,
  M extends Method = "GET",
> {
  readonly method: M;
  /**
   * Path below `/api/v1`, or below the root of the server, with `{name}` for path parameters; fixed segments win over
   * parameters.
   */
  readonly path: Path;
  /** True for a path below the root of the server: pages, tiles. The OpenAPI document describes the others. */
  readonly root: boolean;
  readonly tag: Tag;
  /** True for an extension of baken: an endpoint that the specification of the interface lacks (docs/interface.md). */
  readonly extension: boolean;
  readonly summary: string;
  readonly description: string;
  /** Admission, and the limits that a request counts against. Every endpoint names it. */
  readonly auth: Auth;
  readonly pathParameters: P;
  readonly query: Q;
  /** Values allowed in `include`; several are joined by commas. */
  readonly include: readonly I[];
  /** Fields allowed in `sort`; a leading `-` means descending. */
  readonly sort: readonly S[];
  readonly envelope: V;
  /** Schema of a POST's JSON body, for the OpenAPI document only: the handler itself parses the body. */
  readonly requestBody?: z.ZodType;
  /** File that a POST takes as its body. */
  readonly upload?: UploadBody;
  /** True for a POST that also takes its query parameters in a JSON or form body; the body wins. */
  readonly parametersInBody?: true;
  /** Schema of the record, or of one row of a page; of the whole body when there is no envelope. */
  readonly response: R;
  readonly contentType: string;
  /** Schemas of the body by further content types, for the OpenAPI document: a file in the format asked for. */
  readonly otherContent?: Readonly<Record<string, z.ZodType>>;
  /** Statuses with this body. */
  readonly statuses: readonly number[];
  /**
   * Interface of another service to which the endpoint belongs. Its errors have the form of that interface, its path
   * may contain a key, and the open key admits requests without a key.
   */
  readonly foreign?: ForeignInterface;
  /** True for a health check, which is answered before the requests that wait and is never refused as overload. */
  readonly isHealthCheck?: true;
  /** Returns the body of `overloaded` in the protocol of the endpoint; without it, the body is a problem. */
  toOverload?(message: string): { readonly contentType: string; readonly body: string };
  /** Error codes that the handler itself may throw; openapi/responses.ts adds the codes of the pipeline. */
  readonly errors: readonly ErrorCode[];
  /** `data`: the response changes only with the data version, so it has an ETag. `time`: also with the clock. */
  readonly changesWith: "data" | "time";
  /**
   * Returns an example request that gives 200 on the data of the sample. The OpenAPI document shows its values with the
   * parameters and its response body; null leaves a parameter out.
   */
  example(sample: ExampleData): ExampleRequest<keyof NoInfer<P> | keyof NoInfer<Q> | "per_page">;
  handler(context: Context, input: InputOf<P, Q, I, S, V>, admission: Admission): HandlerResult<V, R>;
}

export type AnyEndpoint = Endpoint<
  string,
  Parameters,
  Parameters,
  string,
  string,
  Envelope,
  z.ZodType,
  Method
>;

/** Declaration of an endpoint of this server, or of an operation of the operator's pages: its route and its input. */
export interface RoutedEndpoint
  extends Pick<
    AnyEndpoint,
    "path" | "root" | "pathParameters" | "query" | "include" | "sort" | "envelope" | "foreign"
  > {
  readonly method: string;
  readonly auth: Auth | "operator";
}

/** Input of any handler, as the pipeline sees it. */
export interface AnyInput {
  readonly [parameter: string]: unknown;
  readonly include: { readonly [name: string]: boolean };
  readonly sort: { readonly field: string; readonly descending: boolean } | undefined;
  /** Requested page; only with a paged envelope. */
  readonly page?: PageRequest;
}

/** Sections of the documentation, in order. */
export const TAGS = {
  Addresses: "Find addresses by postcode and number, text, identifier or place.",
  Geocoding: "From an address to a position, and back.",
  Postcodes: "Postcodes, their addresses, and areas of four digits.",
  Cities: "Woonplaatsen and their streets.",
  Streets: "Openbare ruimten and their addresses.",
  Municipalities: "Gemeenten and their cities.",
  Provinces: "The twelve provincies.",
  Neighbourhoods: "CBS buurten and wijken, where the data was imported with a map of them.",
  Buildings: "Panden, by identifier, address, place and year.",
  Residences: "Verblijfsobjecten, by identifier and purpose.",
  Statistics: "Numbers counted when the data was imported.",
  Exports: "Files of many addresses, made in the background.",
  Service: "The state of this service and its data.",
} as const;
type Tag = keyof typeof TAGS;

type Defaulted =
  | "method"
  | "root"
  | "extension"
  | "pathParameters"
  | "query"
  | "include"
  | "sort"
  | "envelope"
  | "contentType"
  | "statuses"
  | "errors"
  | "changesWith"
  | "example";
type Declaration<E extends AnyEndpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>;

/** Declares an endpoint. Defaults: GET, `{data}` around a record, no parameters; `auth` has none. */
export function endpoint<
  R extends z.ZodType,
  const Path extends string,
  P extends Parameters = Record<never, never>,
  Q extends Parameters = Record<never, never>,
  const I extends string = never,
  const S extends string = never,
  const V extends Envelope = "data",
  const M extends Method = "GET",
>(declaration: Declaration<Endpoint<Path, P, Q, I, S, V, R, M>>): Endpoint<Path, P, Q, I, S, V, R, M> {
  return {
    method: "GET" as M,
    root: false,
    extension: false,
    pathParameters: {} as P,
    query: {} as Q,
    include: [],
    sort: [],
    envelope: "data" as V,
    contentType: "application/json",
    statuses: [200],
    errors: [],
    changesWith: "data",
    example: () => ({}),
    ...declaration,
  };
}

type RootDefaulted = "root" | "tag" | "description" | "envelope" | "response";
type RootDeclaration<E extends AnyEndpoint> = Omit<Declaration<E>, RootDefaulted>;

/** Declares an endpoint below the root of the server: a page, an asset, a tile. It responds without an envelope. */
export function rootEndpoint<
  const Path extends string,
  P extends Parameters = Record<never, never>,
  Q extends Parameters = Record<never, never>,
  const M extends Method = "GET",
>(declaration: RootDeclaration<Endpoint<Path, P, Q, never, never, "none", z.ZodUnknown, M>>) {
  return endpoint<z.ZodUnknown, Path, P, Q, never, never, "none", M>({
    ...declaration,
    root: true,
    tag: "Service",
    description: "",
    envelope: "none",
    response: z.unknown(),
  } as Declaration<Endpoint<Path, P, Q, never, never, "none", z.ZodUnknown, M>>);
}

/** Content codings of responses, the preferred one first: zstd gives the smaller body in half the time. */
export const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];
/** Codings of bytes that are made beforehand; brotli is too slow for an answer. */
export type StoredCoding = "br" | Coding;
