/**
 * The form in which every endpoint is declared, once. Derived from it: the route and its validation
 * (input.ts), the answer (answer.ts), the OpenAPI document (openapi.ts).
 */
import type { z } from "zod";
import type { ErrorCode } from "../base/errors.ts";
import type { Page, PageRequest } from "../registry/page.ts";
import type { Context } from "./context.ts";

/** Parameters by their literal name, `filter[naam]` included; kinds of parameter are in parameters.ts. */
export type Parameters = Readonly<Record<string, z.ZodType>>;
type Values<P extends Parameters> = { [K in keyof P]: z.output<P[K]> };

/**
 * What goes around the handler's result: `{data}`, `{data, meta, links}`, `{data, meta}`, or nothing,
 * when the handler gives a whole Reply.
 */
export type Envelope = "data" | "page" | "page-without-links" | "none";

/** An answer that is not an enveloped record: `/status`, `/openapi.yaml`. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly cacheControl: string;
}

/** What a handler is given: its parameters' values, checked, under their own names. */
type InputOf<
  P extends Parameters,
  Q extends Parameters,
  I extends string,
  S extends string,
  V extends Envelope,
> = Values<P> &
  Values<Q> & { readonly include: { readonly [K in I]?: boolean } } & {
    readonly sort: { readonly field: S; readonly descending: boolean } | undefined;
  } & (V extends "page" | "page-without-links" ? { readonly page: PageRequest } : unknown);

type Result<V extends Envelope, R extends z.ZodType> = V extends "none"
  ? Reply
  : V extends "data"
    ? z.output<R>
    : Page<z.output<R>>;

export interface Endpoint<
  P extends Parameters,
  Q extends Parameters,
  I extends string,
  S extends string,
  V extends Envelope,
  R extends z.ZodType,
> {
  readonly method: "GET";
  /** Below `/api/v1`, with `{name}` for path parameters; fixed segments win over parameters. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** `none` needs no API key. */
  readonly auth: "key" | "none";
  readonly pathParameters: P;
  readonly query: Q;
  /** Values `include` may name; several are joined by commas. */
  readonly include: readonly I[];
  /** Fields `sort` may name; a leading `-` means descending. */
  readonly sort: readonly S[];
  readonly envelope: V;
  /** Of the record, or of one row of a page; of the whole body when there is no envelope. */
  readonly response: R;
  readonly contentType: string;
  /** Statuses that come with this body. */
  readonly statuses: readonly number[];
  /** Codes the handler itself may throw; those of the pipeline are added by openapi.ts. */
  readonly errors: readonly ErrorCode[];
  handler(context: Context, input: InputOf<P, Q, I, S, V>): Result<V, R>;
}

export type AnyEndpoint = Endpoint<Parameters, Parameters, string, string, Envelope, z.ZodType>;

/** What any handler may find in its input, as the pipeline sees it. */
export interface AnyInput {
  readonly [parameter: string]: unknown;
  readonly include: { readonly [name: string]: boolean };
  readonly sort: { readonly field: string; readonly descending: boolean } | undefined;
  /** Only with a paged envelope. */
  readonly page?: PageRequest;
}

/** The sections of the documentation, in its order. */
export const TAGS = [
  "Addresses",
  "Postcodes",
  "Cities",
  "Streets",
  "Municipalities",
  "Provinces",
  "Buildings",
  "Residences",
  "Service",
] as const;
export type Tag = (typeof TAGS)[number];

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
  | "errors";
type Declaration<E extends AnyEndpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>;

/** Declares an endpoint: GET with a key, `{data}` around a record, no parameters, unless said otherwise. */
export function endpoint<
  R extends z.ZodType,
  P extends Parameters = Record<never, never>,
  Q extends Parameters = Record<never, never>,
  const I extends string = never,
  const S extends string = never,
  const V extends Envelope = "data",
>(declaration: Declaration<Endpoint<P, Q, I, S, V, R>>): Endpoint<P, Q, I, S, V, R> {
  return {
    method: "GET",
    auth: "key",
    pathParameters: {} as P,
    query: {} as Q,
    include: [],
    sort: [],
    envelope: "data" as V,
    contentType: "application/json",
    statuses: [200],
    errors: [],
    ...declaration,
  };
}
