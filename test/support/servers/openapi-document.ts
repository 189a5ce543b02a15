/** Parses the OpenAPI document of a running app, as a client would. */
import { parse } from "yaml";
import type { openHarness } from "./http-harness.ts";
import type { Schema } from "./openapi-validator.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number;
  readonly schema: Schema & { readonly default?: unknown };
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface ResponseObject {
  readonly description: string;
  readonly "x-error-codes"?: readonly string[];
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly "x-extension"?: true;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  /** Responses by status, with references resolved. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: unknown;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
  readonly operations: readonly Operation[];
}

export async function readDocument(harness: ReturnType<typeof openHarness>): Promise<OpenApiDocument> {
  return parseDocument(await harness.ask("/openapi.yaml").text());
}

export function parseDocument(yaml: string): OpenApiDocument {
  const document = parse(yaml);
  const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      path,
      method,
      responses: followReferences(operation.responses, document.components.responses),
    })),
  );
  return { ...document, operations };
}

function followReferences(
  responses: Operation["responses"],
  named: OpenApiDocument["components"]["responses"],
): Operation["responses"] {
  const followed = Object.entries(responses).map(([status, response]) => {
    const { $ref } = response as { $ref?: string };
    return [status, $ref === undefined ? response : named[$ref.split("/").at(-1)!]!];
  });
  return Object.fromEntries(followed);
}

type Values = Readonly<Record<string, string | number>>;

/** Returns the path and query that request an operation with these values. */
export function requestOf({ path, parameters }: Operation, values: Values): string {
  let filled = path;
  const pairs: string[] = [];
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (value === undefined) {
      continue;
    }
    if (place === "path") {
      filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    } else {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  }
  return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`;
}

/** Returns the example values of all parameters, or of the required ones. */
export function exampleValues(
  { parameters }: Operation,
  which: "all" | "required",
): Record<string, string | number> {
  const chosen = parameters.filter(
    ({ required, example }) => example !== undefined && (which === "all" || required),
  );
  return Object.fromEntries(chosen.map(({ name, example }) => [name, example!]));
}
