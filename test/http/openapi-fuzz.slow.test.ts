/**
 * Sends malformed, extreme and hostile requests, generated from the OpenAPI document: never a 5xx, always a documented
 * status with its declared body. At least 20,000 requests, most of which reach a handler.
 */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { boundaryValues, HOSTILE, UNKNOWN_PARAMETERS } from "../fuzz/values.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import {
  exampleValues,
  type Operation,
  type Parameter,
  readDocument,
  requestOf,
} from "../support/servers/openapi-document.ts";
import { createValidator } from "../support/servers/openapi-validator.ts";

const harness = openHarness(await makeDemoFolder(1_000));
afterAll(() => harness.close());
const document = await readDocument(harness);
const validate = createValidator(document);
const operations = document.operations.filter(
  ({ method, path }) => method === "get" && !path.startsWith("/export"),
);

const REQUESTS = 24_000;

/** Any text, percent-encoded; well-formed, since a lone surrogate cannot be encoded. */
const anyText = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((text) => encodeURIComponent(text.toWellFormed()));

function textOf(parameter: Parameter): fc.Arbitrary<string> {
  const edges = boundaryValues(parameter);
  const example = encodeURIComponent(parameter.example ?? "1");
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(example) },
    { weight: 2, arbitrary: edges.length > 0 ? fc.constantFrom(...edges) : fc.constant(example) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...HOSTILE.map((text) => text.replaceAll(/[/?#&]/g, encodeURIComponent))),
    },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double()).map(String) },
  );
}

const headers = fc.record(
  {
    "accept-encoding": fc.constantFrom("gzip", "zstd;q=0.1, gzip", "*;q=0", "br", "gzip;q=x", ";;,q=1"),
    "if-none-match": fc.constantFrom("*", '"x"', 'W/"x"', ",,"),
    range: fc.constantFrom("bytes=0-1", "bytes=-", "x"),
    accept: fc.constantFrom("*/*", "text/html", "application/xml;q=0.9"),
  },
  { requiredKeys: [] },
);

const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 0);
const often = fc.integer({ min: 0, max: 7 }).map((n) => n !== 0);
const METHODS = [...Array(16).fill("GET"), "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as string[];

interface GeneratedRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

/**
 * Generates the example request of an operation with up to three changes of its parameters, and up to two unknown
 * parameters.
 */
function requestTo(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const examples = exampleValues(operation, "all");
  const changes = operation.parameters.map((parameter) =>
    fc.record({ parameter: fc.constant(parameter), value: textOf(parameter), isRepeated: rarely }),
  );
  const unknownParameter = fc.tuple(fc.constantFrom(...UNKNOWN_PARAMETERS), fc.constantFrom(...HOSTILE));
  return fc
    .record({
      kept: fc.subarray(Object.keys(examples)),
      isWhole: often,
      changes: changes.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...changes), { maxLength: 3 }),
      foreign: fc.array(unknownParameter, { maxLength: 2, size: "-1" }),
      method: fc.constantFrom(...METHODS),
      headers,
    })
    .map(({ kept, isWhole, changes, foreign, method, headers }) => {
      const names = isWhole ? Object.keys(examples) : kept;
      const values = Object.fromEntries(names.map((name) => [name, examples[name]!]));
      const extra = foreign.map((pair) => pair.join("="));
      return { operation, method, headers, url: urlOf(operation, values, { changes, extra }) };
    });
}

interface Change {
  readonly parameter: Parameter;
  readonly value: string;
  /** True to add the value beside the existing one instead of replacing it. */
  readonly isRepeated: boolean;
}

function urlOf(
  operation: Operation,
  values: Record<string, string | number>,
  { changes, extra }: { changes: readonly Change[]; extra: readonly string[] },
): string {
  const pairs = [...extra];
  let template = operation.path;
  for (const { parameter, value, isRepeated } of changes) {
    const { name, in: place } = parameter;
    // An empty segment or a dot would leave a slash at the end: another route.
    const segment = value === "" || value === "." ? "%20" : value;
    if (place === "path") {
      template = template.replace(`{${name}}`, () => segment);
    } else if (!isRepeated) {
      delete values[name];
    }
    if (place === "query") {
      pairs.push(`${encodeURIComponent(name)}=${value}`);
    }
  }
  const url = requestOf({ ...operation, path: template }, values);
  return pairs.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

/** Returns the reason why an answer does not agree with the document; `undefined` when it does. */
async function faultOf(
  { operation, method }: GeneratedRequest,
  response: Response,
): Promise<string | undefined> {
  const { status } = response;
  if (status >= 500) {
    return `status ${status}`;
  }
  const type = response.headers.get("content-type");
  if (method === "HEAD" || status === 304 || status === 204) {
    return undefined;
  }
  const text = await decodeBody(response);
  const declared = operation.responses[String(status)]?.content;
  // Unknown routes and methods are answered before an operation is selected.
  const media =
    declared?.[type ?? ""] ?? (status === 404 || status === 405 || status === 414 ? PROBLEM : undefined);
  if (media === undefined) {
    return `status ${status} with ${type} is not documented`;
  }
  const body = type === "application/yaml" ? text : JSON.parse(text);
  return validate(body, media.schema)[0];
}

const PROBLEM = { schema: { $ref: "#/components/schemas/Problem" } };

async function decodeBody(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const coding = response.headers.get("content-encoding");
  if (coding === "gzip") {
    return Buffer.from(Bun.gunzipSync(bytes)).toString();
  }
  return Buffer.from(coding === "zstd" ? Bun.zstdDecompressSync(bytes) : bytes).toString();
}

test(`${REQUESTS} requests are answered as the document says`, async () => {
  const statuses = new Map<number, number>();
  const request = fc.constantFrom(...operations).chain(requestTo);
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const { method, headers } = asked;
      const response = await harness.app.fetch(harness.requestFor(asked.url, { method, headers }));
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const fault = await faultOf(asked, response);
      if (fault !== undefined) {
        throw new Error(`${asked.method} ${asked.url}: ${fault}`);
      }
    }),
    { numRuns: REQUESTS },
  );
  const total = [...statuses.values()].reduce((a, b) => a + b);
  expect(total).toBeGreaterThanOrEqual(20_000);
  expect(statuses.get(200)! / total).toBeGreaterThan(0.2);
  for (const status of [304, 400, 404, 405, 422]) {
    expect(statuses.get(status), String(status)).toBeGreaterThan(100);
  }
}, 180_000);
