import { afterAll, expect, test } from "bun:test";
import { parse } from "yaml";
import { ENDPOINTS } from "../src/http/endpoints/index.ts";
import { openHarness } from "./http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: Parameter[];
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

const text = await harness.ask("/openapi.yaml").text();
const document = parse(text);
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("is OpenAPI 3.0.3 and says where the interface is", () => {
  expect(document.openapi).toBe("3.0.3");
  expect(document.servers).toEqual([{ url: "/api/v1" }]);
});

test("lists exactly the routes", () => {
  const listed = operations.map(({ path, method }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(
    ENDPOINTS.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort(),
  );
});

test("names, describes and limits every parameter", () => {
  for (const { path, operation } of operations) {
    for (const { name, in: place, required, description, schema } of operation.parameters ?? []) {
      const where = `${path} ${name}`;
      expect(description, where).toBeTruthy();
      expect(schema.example, where).toBeDefined();
      if (place === "path") expect(required, where).toBe(true);
      if (path !== "/postcodes/validate/{postcode}") expect(isLimited(schema), where).toBe(true);
    }
  }
});

function isLimited(schema: Record<string, unknown>): boolean {
  const isRange = "minimum" in schema && "maximum" in schema;
  return isRange || "enum" in schema || "maxLength" in schema;
}

test("every operation is named once and says which errors it gives", () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { path, operation } of operations) {
    expect(operation.summary, path).toBeTruthy();
    expect(operation.description, path).toBeTruthy();
    expect(Object.keys(operation.responses), path).toContain("500");
    expect("401" in operation.responses, path).toBe(operation.security === undefined);
  }
});

test("declares parameters as the specification does", () => {
  const { operation } = operations.find(({ path }) => path === "/cities")!;
  const shown = operation.parameters!.map(({ name, required = false, schema }) => [
    name,
    required,
    schema.type,
    schema.default,
  ]);
  expect(shown).toEqual([
    ["per_page", false, "integer", 25],
    ["page", false, "integer", 1],
    ["filter[naam]", false, "string", undefined],
    ["filter[gemeente_code]", false, "string", undefined],
    ["filter[provincie_naam]", false, "string", undefined],
    ["include", false, "string", undefined],
    ["sort", false, "string", undefined],
  ]);
});

test("record schemas are closed and null is said", () => {
  const { Address, Problem } = document.components.schemas;
  expect(Address.additionalProperties).toBe(false);
  expect(Address.properties.postcode.nullable).toBe(true);
  expect(Problem.additionalProperties).toBe(false);
});
