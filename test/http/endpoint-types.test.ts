/**
 * Compares the printed types of the client with the declarations of the endpoints: their text with the OpenAPI
 * document, and, in tsc, their meaning with the types that zod derives from the schemas.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { generateEndpointTypes } from "../../release/client/endpoint-types.ts";
import type { AnswerOf, ParametersOf, Path, PostPath } from "../../src/http/client/client.ts";
import type { PostEndpoints } from "../../src/http/client/endpoint-types.ts";
import type { AnyEndpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import type { PageLinks } from "../../src/http/pipeline/request-handler.ts";
import type { PageMeta } from "../../src/http/schemas/records.ts";

test("the committed types are those of the OpenAPI document; npm run client writes them", async () => {
  const committed = readFileSync(join(import.meta.dir, "../../src/http/client/endpoint-types.ts"), "utf8");
  expect(committed).toBe(await generateEndpointTypes());
});

test("the client has every path", () => {
  const paths = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  const printed = readFileSync(join(import.meta.dir, "../../src/http/client/endpoint-types.ts"), "utf8");
  const [get = "", post = "", remove = ""] = printed
    .split("export interface GetEndpoints")[1]!
    .split(/export interface (?:Post|Delete)/);
  const namesIn = (text: string, method: string) =>
    Array.from(text.matchAll(/^ {2}"(\/[^"]+)": \{$/gm), ([, path]) => `${method} ${path}`);
  expect([...namesIn(get, "GET"), ...namesIn(post, "POST"), ...namesIn(remove, "DELETE")].sort()).toEqual(
    paths.sort(),
  );
});

test("what several records share is printed once", () => {
  const printed = readFileSync(join(import.meta.dir, "../../src/http/client/endpoint-types.ts"), "utf8");
  const shared = [
    /"winkelfunctie"/g,
    /"openbare_ruimte"/g,
    /eind_registratie_lv\?: string/g,
    / {2}gap\?: boolean/g,
    / {2}links: PageLinks/g,
  ];
  expect(shared.map((text) => printed.match(text)?.length)).toEqual([1, 1, 1, 1, 1]);
});

test("the paths whose answer is a file are those that the client reads as bytes", () => {
  const downloads = ENDPOINTS.map(({ path }) => path).filter((path) => path.endsWith("/download"));
  const printed = readFileSync(join(import.meta.dir, "../../src/http/client/endpoint-types.ts"), "utf8");
  const ofBytes = printed.matchAll(
    /^ {2}"(\/[^"]+)": \{(?:(?!^ {2}\}).)*^ {4}answer: Uint8Array<ArrayBuffer>;/gms,
  );
  expect(Array.from(ofBytes, ([, path]) => path).sort()).toEqual(downloads.sort() as string[]);
});

type Declared = (typeof ENDPOINTS)[number];
type At<P, M> = Extract<Declared, { path: P; method: M }>;

type Row<E extends AnyEndpoint> = z.output<E["response"]>;
type DeclaredAnswer<E extends AnyEndpoint> = {
  data: { data: Row<E> };
  page: { data: Row<E>[]; meta: z.output<typeof PageMeta>; links: PageLinks };
  "page-without-links": { data: Row<E>[]; meta: z.output<typeof PageMeta> };
  none: Row<E>;
}[E["envelope"]];

type Inputs<P> = { [K in keyof P]: z.input<P[K]> };
type OptionalName<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type Optional<T> = Omit<T, OptionalName<T>> & { [K in OptionalName<T>]?: T[K] | undefined };
type DeclaredParameters<E extends AnyEndpoint> = Optional<Inputs<E["pathParameters"]> & Inputs<E["query"]>>;
/** Parameters that the pipeline adds to what an endpoint declares. */
type Common = "include" | "sort" | "page" | "per_page";

/** Names of the properties of a record or of the rows of a list. */
type NamesIn<T> = T extends { data: infer D } ? NamesOf<D> : NamesOf<T>;
type NamesOf<T> = T extends readonly (infer R)[] ? keyof R : keyof T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** `never`, or the kind of difference, which tsc shows. Texts of an open list are a choice in the document only. */
type AnswerFault<Printed, E extends AnyEndpoint> =
  Printed extends DeclaredAnswer<E>
    ? Same<NamesIn<Printed>, NamesIn<DeclaredAnswer<E>>> extends true
      ? never
      : "names"
    : "values";
type FileFault<Printed> = Same<Printed, Uint8Array<ArrayBuffer>> extends true ? never : "bytes";
/** A type that lacks an optional parameter is assignable to one that has it, so their names are compared too. */
type ParameterFault<Printed, E extends AnyEndpoint> =
  Same<Omit<Printed, Common>, Omit<DeclaredParameters<E>, Common>> extends true
    ? Same<Exclude<keyof Printed, Common>, Exclude<keyof DeclaredParameters<E>, Common>> extends true
      ? never
      : "names of parameters"
    : "parameters";

type GetFaults = {
  [P in Path]:
    | (P extends `${string}/download` ? FileFault<AnswerOf<P>> : AnswerFault<AnswerOf<P>, At<P, "GET">>)
    | ParameterFault<ParametersOf<P>, At<P, "GET">> extends infer F
    ? [F] extends [never]
      ? never
      : [P, F]
    : never;
}[Path];
type PostFaults = {
  [P in PostPath]:
    | AnswerFault<PostEndpoints[P]["answer"], At<P, "POST">>
    | ParameterFault<PostEndpoints[P]["parameters"], At<P, "POST">>;
}[PostPath];

/** If a printed type differs from the declared one, tsc refuses this empty list and shows the path. */
const noFaults: [GetFaults] extends [never] ? ([PostFaults] extends [never] ? [] : PostFaults) : GetFaults =
  [];

test("tsc finds no difference between the printed types and the declarations", () => {
  expect(noFaults).toEqual([]);
});
