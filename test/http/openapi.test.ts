import { afterAll, expect, test } from "bun:test";
import { ERROR_CODES } from "../../src/base/errors.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { makeEmptyFolder, openHarness } from "../support/servers/http-harness.ts";
import { exampleValues, type Parameter, readDocument } from "../support/servers/openapi-document.ts";
import type { Schema } from "../support/servers/openapi-validator.ts";

const harness = openHarness();
afterAll(() => harness.close());
const document = await readDocument(harness);
const { operations } = document;

test("is OpenAPI 3.0.3, says where the interface is, and names no contact that does not exist", () => {
  expect(document.openapi).toBe("3.0.3");
  expect(document.servers).toEqual([{ url: "/api/v1" }]);
  expect(document).toHaveProperty("info");
  expect(document).not.toHaveProperty("info.contact");
});

test("lists exactly the routes", () => {
  const listed = operations.map(({ path, method }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(
    [...ENDPOINTS.map(({ method, path }) => `${method.toLowerCase()} ${path}`), "post /mcp"].sort(),
  );
});

test("names, describes and limits every parameter", () => {
  for (const { path, parameters } of operations) {
    for (const parameter of parameters) {
      const where = `${path} ${parameter.name}`;
      expect(parameter.description, where).toBeTruthy();
      if (parameter.in === "path") {
        expect(parameter.required, where).toBe(true);
      }
      if (path !== "/postcodes/validate/{postcode}") {
        expect(isLimited(parameter), where).toBe(true);
      }
    }
  }
});

function isLimited({ schema }: Parameter): boolean {
  const isRange = "minimum" in schema && "maximum" in schema;
  return isRange || "enum" in schema || "maxLength" in schema || schema.format === "uuid";
}

test("shows an example of every parameter, but where the data has none", () => {
  const without = operations.flatMap(({ path, parameters }) =>
    parameters.filter(({ example }) => example === undefined).map(({ name }) => `${path} ${name}`),
  );
  for (const where of without) {
    expect(where).toMatch(
      / (letter|addition|explain|cursor|valid_on|filter\[(buurt|wijk)_\w+\])$|^\/(export|mcp)|^\/addresses\/former (street|city)$/,
    );
  }
});

test("every operation is named once and says which errors and headers it gives", () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { path, summary, description, security, responses } of operations) {
    expect(summary, path).toBeTruthy();
    expect(description, path).toBeTruthy();
    expect(Object.keys(responses), path).toContain("500");
    expect("401" in responses, path).toBe(security === undefined);
    expect("429" in responses, path).toBe(security === undefined || path === "/demo/lookup");
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      const where = `${path} ${status}`;
      expect(Object.keys(headers), where).toContainValues(["API-Version", "X-Request-Id"]);
      expect("Retry-After" in headers, where).toBe(status === "429");
      expect("WWW-Authenticate" in headers, where).toBe(status === "401");
    }
  }
});

test("an error lists its codes for programs and names them in its description", () => {
  for (const { path, responses } of operations) {
    for (const [status, { description, "x-error-codes": listed }] of Object.entries(responses)) {
      // These have other bodies than a problem: the service's state, an error of JSON-RPC.
      if (Number(status) < 400 || path === "/status" || (path === "/mcp" && status === "404")) {
        continue;
      }
      const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code as keyof typeof ERROR_CODES);
      expect(codes.length, `${path} ${status}`).toBeGreaterThan(0);
      expect(listed, `${path} ${status}`).toEqual(codes);
      for (const code of codes) {
        expect(ERROR_CODES[code]?.status, `${path} ${code}`).toBe(Number(status) as never);
      }
    }
  }
});

test("declares parameters as the specification does", () => {
  const { parameters } = operations.find(({ path }) => path === "/cities")!;
  const shown = parameters.map(({ name, required = false, schema }) => [
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
  expect(Address!.additionalProperties).toBe(false);
  expect(Address!.properties!.postcode!.nullable).toBe(true);
  expect(Problem!.additionalProperties).toBe(false);
});

/** Counts by the values of a closed list. The description of the field around the values covers them. */
const COUNTS_BY_VALUE = ["by_type", "by_purpose", "by_province", "purposes"];

function listFieldsWithoutDescription(schema: Schema, at: string): string[] {
  const parts = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat() as Schema[];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isDescribed = "$ref" in field || field.description !== undefined;
    const nested = COUNTS_BY_VALUE.includes(name) ? [] : listFieldsWithoutDescription(field, `${at}.${name}`);
    return [...(isDescribed ? [] : [`${at}.${name}`]), ...nested];
  });
  return [...own, ...parts.flatMap((part) => listFieldsWithoutDescription(part, at))];
}

test("describes every field of every record", () => {
  const schemas = Object.entries(document.components.schemas);
  expect(schemas.flatMap(([name, schema]) => listFieldsWithoutDescription(schema, name))).toEqual([]);
  const { Address, Building } = document.components.schemas;
  expect(Address!.properties!.status!.description).toBe("Status of the nummeraanduiding.");
  expect(Building!.properties!.counts!.properties!.addresses!.description).toBe("Number of addresses.");
});

test("examples come from the data served; without data there are none of records", async () => {
  const { parameters, responses } = operations.find(({ path }) => path === "/demo/lookup")!;
  const { example } = responses["200"]!.content!["application/json"]!;
  const values = exampleValues({ parameters } as never, "all");
  expect(example).toMatchObject({ data: { postcode: values.postcode, huisnummer: values.number } });

  const empty = openHarness(makeEmptyFolder());
  const without = await readDocument(empty);
  expect(without.operations).toHaveLength(operations.length);
  for (const operation of without.operations) {
    expect(Object.values(operation.responses["200"]?.content ?? {})[0]?.example).toBeUndefined();
  }
  empty.close();
});
