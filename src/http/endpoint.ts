/**
 * The form in which every endpoint is declared, once. Derived from it: the route and its validation
 * (input.ts), the answer (answer.ts), the OpenAPI document (openapi.ts).
 */
import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import type { AppError, ErrorCode } from "../base/errors.ts";
import type { Page, PageRequest } from "../registry/page.ts";
import type { Context } from "./context.ts";
import type { HouseNumberParts } from "./house-number.ts";
import type { Sample } from "./sample.ts";

/** Parameters by their literal name, `filter[naam]` included; kinds of parameter are in parameters.ts. */
export type Parameters = Readonly<Record<string, z.ZodType>>;
type Values<P extends Parameters> = { [K in keyof P]: z.output<P[K]> };

/**
 * What goes around the handler's result: `{data}`, `{data, meta, links}`, `{data, meta}`, or nothing,
 * when the handler gives a whole Reply.
 */
export type Envelope = "data" | "page" | "page-without-links" | "none";

/** An answer that is not an enveloped record: `/status`, `/openapi.yaml`, a download. */
export type Reply = TextReply | FileReply;

export interface TextReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly cacheControl: string;
}

/** A file that never changes, sent whole or in part. */
export interface FileReply {
  readonly path: string;
  /** Where its compressed form lies, if it has one. */
  readonly gzipPath: string;
  readonly contentType: string;
  /** The name it is saved under: ASCII without quotes. */
  readonly downloadName: string;
  /** Names the content: no other ever has it. */
  readonly etag: string;
  /** What to throw when the file is not there. */
  missing(): AppError;
}

/**
 * What a handler is given: its parameters' values, checked, under their own names; with a `number` also the letter and
 * addition that were typed behind it.
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

type Result<V extends Envelope, R extends z.ZodType> = V extends "none"
  ? Awaitable<Reply>
  : V extends "data"
    ? z.output<R>
    : Page<z.output<R>>;

export type ExampleRequest<Name extends PropertyKey> = {
  readonly [K in Name]?: string | number | null;
};

export type Method = "GET" | "POST";

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
  /** Below `/api/v1`, with `{name}` for path parameters; fixed segments win over parameters. */
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** `none` and `demo` need no API key; `demo` is limited by address. */
  readonly auth: "key" | "demo" | "none";
  readonly pathParameters: P;
  readonly query: Q;
  /** Values `include` may name; several are joined by commas. */
  readonly include: readonly I[];
  /** Fields `sort` may name; a leading `-` means descending. */
  readonly sort: readonly S[];
  readonly envelope: V;
  /** What a POST carries as JSON, for the document: its handler reads it. */
  readonly requestBody?: z.ZodType;
  /** A POST whose query parameters may also come in a body, as JSON or a form; the body wins. */
  readonly parametersInBody?: true;
  /** Of the record, or of one row of a page; of the whole body when there is no envelope. */
  readonly response: R;
  readonly contentType: string;
  /** Statuses that come with this body. */
  readonly statuses: readonly number[];
  /** Codes the handler itself may throw; those of the pipeline are added by openapi.ts. */
  readonly errors: readonly ErrorCode[];
  /** `data`: two answers on one data version are equal, so it is their ETag. `time`: the answer depends on the clock too. */
  readonly changesWith: "data" | "time";
  /**
   * A request that is answered with 200 on the data the sample comes from. The document shows its values at the
   * parameters and its answer at the response; null leaves a parameter out.
   */
  example(sample: Sample): ExampleRequest<keyof NoInfer<P> | keyof NoInfer<Q> | "per_page">;
  handler(context: Context, input: InputOf<P, Q, I, S, V>): Result<V, R>;
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

/** What any handler may find in its input, as the pipeline sees it. */
export interface AnyInput {
  readonly [parameter: string]: unknown;
  readonly include: { readonly [name: string]: boolean };
  readonly sort: { readonly field: string; readonly descending: boolean } | undefined;
  /** Only with a paged envelope. */
  readonly page?: PageRequest;
}

/** The sections of the documentation, in its order. */
export const TAGS = {
  Addresses: "Find addresses by postcode and number, text, identifier or place.",
  Geocoding: "From an address to a position, and back.",
  Postcodes: "Postcodes, their addresses, and areas of four digits.",
  Cities: "Woonplaatsen and their streets.",
  Streets: "Openbare ruimten and their addresses.",
  Municipalities: "Gemeenten and their cities.",
  Provinces: "The twelve provincies.",
  Buildings: "Panden, by identifier, address, place and year.",
  Residences: "Verblijfsobjecten, by identifier and purpose.",
  Statistics: "Numbers counted when the data was imported.",
  Exports: "Files of many addresses, made in the background.",
  Service: "The state of this service and its data.",
} as const;
export type Tag = keyof typeof TAGS;

type Defaulted =
  | "method"
  | "auth"
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

/** Declares an endpoint: GET with a key, `{data}` around a record, no parameters, unless said otherwise. */
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
    auth: "key",
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
