/** The OpenAPI document as plain objects, for the pages rendered from it. */
import type { ErrorCode } from "../base/errors.ts";

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  /** True for an extension of baken; else absent. */
  readonly "x-extension"?: true;
  /** Empty when the operation needs no key; else absent. */
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string | number;
}

export interface ResponseObject {
  readonly description: string;
  /** Codes of the errors with this status; absent for other responses. */
  readonly "x-error-codes"?: readonly ErrorCode[];
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface HeaderObject {
  readonly description: string;
  readonly schema: Schema;
}

interface Reference {
  readonly $ref: string;
}

/** Schema with the keywords that the document uses. */
export interface Schema extends Partial<Reference> {
  description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | number | null)[];
  readonly default?: string | number;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Returns the pattern of texts that join some of the names by commas, such as `include`. */
export function joinedNamesPattern(names: readonly string[]): string {
  const any = `(${names.join("|")})`;
  return `^${any}(,${any})*$`;
}

/** Returns the names of a pattern that joinedNamesPattern made; undefined for another pattern. */
export function namesOfPattern(pattern: string): readonly string[] | undefined {
  const names = pattern.slice("^(".length, pattern.indexOf(")")).split("|");
  return pattern === joinedNamesPattern(names) ? names : undefined;
}

/** Values of the parameters of a request, by name. */
export type ParameterValues = Readonly<Record<string, string | number>>;

/** The document of one data version, as an object and as text. */
export interface OpenApi {
  readonly document: OpenApiDocument;
  readonly yaml: string;
  /** By operationId: the request whose response is the example of the document. */
  readonly requests: Readonly<Record<string, ParameterValues>>;
}
