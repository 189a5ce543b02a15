/** Generates the examples of the OpenAPI document: requests built from the served data, and their responses. */
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { WITHOUT_KEY } from "../admission.ts";
import { Context, type Services } from "../context.ts";
import type { AnyEndpoint, AnyInput, TextResult } from "../endpoint.ts";
import { compileInputParser } from "../input.ts";
import { BASE_PATH } from "../interface-version.ts";
import type { ParameterValues } from "../openapi-document.ts";
import { runHandler } from "../pipeline/request-handler.ts";
import { findSample } from "../sample.ts";

export interface RequestExample {
  readonly request: ParameterValues;
  /** Parameters for which the data has no example value. */
  readonly parametersWithoutExample: ReadonlySet<string>;
  /** Body of a 200; `undefined` when this data gives an error instead. */
  readonly body: unknown;
}

export type Examples = ReadonlyMap<AnyEndpoint, RequestExample>;

/** Base of links in examples when no public URL is configured. */
export const EXAMPLE_ORIGIN = "https://baken.example";

/**
 * Builds the example request of each endpoint with JSON, and runs the examples of GET. Returns none when the data has
 * no usable sample address.
 */
export function collectExamples(
  endpoints: readonly AnyEndpoint[],
  services: Services,
  snapshot: Snapshot,
): Examples {
  const sample = findSample(snapshot);
  const examples = new Map<AnyEndpoint, RequestExample>();
  if (sample === undefined) {
    return examples;
  }
  for (const endpoint of endpoints) {
    if (endpoint.contentType !== "application/json") {
      continue;
    }
    const values = Object.entries(endpoint.example(sample));
    const given = values.filter(([, value]) => value !== null && value !== undefined);
    const parametersWithoutExample = new Set(
      values.filter((pair) => !given.includes(pair)).map(([name]) => name),
    );
    const request = Object.fromEntries(given) as RequestExample["request"];
    examples.set(endpoint, {
      request,
      parametersWithoutExample,
      body: endpoint.method === "GET" ? runExample(endpoint, services, request) : undefined,
    });
  }
  return examples;
}

function runExample(endpoint: AnyEndpoint, services: Services, request: RequestExample["request"]): unknown {
  const { query, pathParameters, path } = buildRequestTarget(endpoint.path, request);
  const publicUrl = services.publicUrl ?? EXAMPLE_ORIGIN;
  const httpRequest = new Request(`${publicUrl}${BASE_PATH}${path}?${query}`);
  const context = new Context(services, httpRequest, {
    requestId: "example",
    headers: {},
    getPeerAddress: undefined,
  });
  const input = compileInputParser(endpoint)(query, pathParameters) as AnyInput;
  try {
    const body = runHandler({ endpoint, context, input, admission: WITHOUT_KEY });
    if (body instanceof Promise) {
      // A job belongs to a key, so the call without a key is refused and has no example.
      body.catch(() => {});
      return undefined;
    }
    return endpoint.envelope === "none" ? JSON.parse((body as TextResult).body) : body;
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  } finally {
    context.close();
  }
}

/** Fills in the path parameters and builds the query of the others. */
function buildRequestTarget(pattern: string, request: RequestExample["request"]) {
  const pathParameters: Record<string, string> = {};
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    pathParameters[name] = encodeURIComponent(request[name] ?? "");
    return pathParameters[name];
  });
  const pairs = Object.entries(request).filter(([name]) => !(name in pathParameters));
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return { path, pathParameters, query: query.join("&") };
}
