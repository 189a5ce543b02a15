/**
 * Compares the OpenAPI document with the hand-typed table of the specification, and tests every bound of the table on
 * the server.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { OPERATIONS, RECORDS } from "../support/oracles/specification-table.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import {
  exampleValues,
  type Operation,
  type Parameter,
  readDocument,
  requestOf,
} from "../support/servers/openapi-document.ts";
import type { Schema } from "../support/servers/openapi-validator.ts";

const INTERFACE_PAGE = join(import.meta.dir, "../../docs/interface.md");
const harness = openHarness(await makeDemoFolder(500));
afterAll(() => harness.close());
const document = await readDocument(harness);

/** Parses the blocks of a table: the heading, and the lines indented below it. */
function readTable(table: string): Map<string, string[]> {
  const blocks = table.trim().split(/\n(?=\S)/);
  return new Map(
    blocks.map((block) => {
      const [heading = "", ...lines] = block.split("\n");
      return [heading, lines.map((line) => line.trim().replaceAll(/[()]/g, ""))];
    }),
  );
}

const operations = readTable(OPERATIONS);
const records = readTable(RECORDS);
const headings = new Map([...operations.keys()].map((heading) => [heading.split(" ")[0]!, heading]));

/** Formats a parameter of the document like the table, without the parentheses around our own bounds. */
function describeParameter({ name, required, schema }: Parameter): string {
  const words = [name];
  if (name !== "include" && name !== "sort" && name !== "explain") {
    words.push(schema.type!);
  }
  if (required) {
    words.push("required");
  }
  if (schema.default !== undefined) {
    words.push(`=${schema.default}`);
  }
  const values = schema.enum?.join("|") ?? includeNames(name, schema) ?? boundsOf(schema);
  return [...words, ...(values === undefined ? [] : [values])].join(" ");
}

function includeNames(name: string, { pattern }: Schema): string | undefined {
  return name === "include" ? pattern!.match(/\((.+?)\)/)![1]!.replaceAll("|", ",") : undefined;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string | undefined {
  const [from, to] = [minimum ?? minLength, maximum ?? maxLength];
  return from === undefined && to === undefined ? undefined : `${from}..${to}`;
}

function typeOf({ $ref, type, format, nullable, oneOf }: Schema): string {
  if (oneOf !== undefined) {
    return `${typeOf(oneOf[0]!)}?`;
  }
  const name = $ref?.split("/").at(-1) ?? format ?? type;
  return `${name}${nullable ? "?" : ""}`;
}

/** Formats the fields of a record like the table. */
function describeFields(schema: Schema, prefix = "", isOptional = false): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = isOptional || !schema.required?.includes(name);
    return describeField(field, prefix + name, optional);
  });
}

function describeField(field: Schema, at: string, isOptional: boolean): string[] {
  if (field.items !== undefined) {
    return describeField(field.items, `${at}[]`, isOptional);
  }
  if (field.properties !== undefined) {
    return describeFields(field, `${at}.`, isOptional);
  }
  return [`${at} ${typeOf(field)}${isOptional ? " optional" : ""}`];
}

/** Formats the body of a 200 or 202 like the table: `page Address`. */
function describeBody({ responses }: Operation): string {
  const { schema } = Object.values((responses["200"] ?? responses["202"])!.content!)[0]!;
  const { data, meta, links } = schema.properties ?? {};
  if (data === undefined) {
    return `none ${typeOf(schema)}`;
  }
  const envelope = meta === undefined ? "data" : links === undefined ? "page-without-links" : "page";
  const isList = data.items !== undefined;
  return `${envelope} ${typeOf(data.items ?? data)}${isList && envelope === "data" ? "[]" : ""}`;
}

/** Path that the specification describes elsewhere. */
const MCP = "/mcp";
const isExtension = (operation: Operation) => operation["x-extension"] === true;
const ofSpecification = document.operations.filter(
  (operation) => operation.path !== MCP && !isExtension(operation),
);
const gets = ofSpecification.filter(({ method }) => method === "get");

describe("the document equals the table", () => {
  test("paths", () => {
    expect(ofSpecification.map(({ path }) => path).sort()).toEqual([...headings.keys()].sort());
  });

  test("paths of extensions are those that docs/interface.md lists", () => {
    const [, section = ""] = readFileSync(INTERFACE_PAGE, "utf8").split("\n## Extensions **(ours)**\n");
    const listed = section.split("\n## ")[0]!.matchAll(/`(?:(POST|DELETE) )?(\/[^`]+)`/g);
    const rows = Array.from(listed, ([, method = "GET", path]) => `${method} ${path}`);
    const extensions = document.operations.filter(isExtension);
    const marked = extensions.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(rows.sort()).toEqual(marked.sort());
    for (const { path, description } of extensions) {
      expect(description, path).toContain("An extension of baken");
    }
  });

  test.each(ofSpecification.map((operation) => [operation.path, operation] as const))(
    "%s",
    (path, operation) => {
      const heading = headings.get(path)!;
      expect(`${path} -> ${describeBody(operation)}`).toBe(heading);
      const expected = operations.get(heading)!;
      expect(operation.parameters.map(describeParameter).sort()).toEqual(expected.toSorted());
    },
  );

  test.each([...records.keys()])("record %s", (name) => {
    expect(describeFields(document.components.schemas[name]!).sort()).toEqual(records.get(name)!.toSorted());
  });

  test("NearbyAddress is an address and distance_km", () => {
    const fields = describeFields(document.components.schemas.NearbyAddress!);
    expect(fields.sort()).toEqual([...records.get("Address")!, "distance_km number"].sort());
  });
});

interface Bound {
  readonly operation: Operation;
  readonly name: string;
  readonly isText: boolean;
  /** Smallest step of the parameter. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** Returns every bound of the table, including those in parentheses. */
function listBounds(): Bound[] {
  return gets.flatMap((operation) =>
    operations.get(headings.get(operation.path)!)!.flatMap((line) => {
      const [name = "", type] = line.split(" ");
      const [, from, to] = / (-?[\d.]+)\.\.(-?[\d.]+)$/.exec(line) ?? [];
      if (from === undefined || to === undefined) {
        return [];
      }
      const step = type === "number" ? 0.001 : 1;
      return [{ operation, name, isText: type === "string", step, from: Number(from), to: Number(to) }];
    }),
  );
}

/** Returns the fault for a value of one parameter, with the other parameters as in the examples. */
async function faultOf({ operation, name }: Bound, value: string | number): Promise<string[] | undefined> {
  const values = { ...exampleValues(operation, "all"), [name]: value };
  // With geometry a page size has another bound; other parameters do not.
  delete (values as Record<string, unknown>).include;
  // With a valid pair of degrees, the RD pair is ignored.
  if (name.startsWith("rd_")) {
    delete (values as Record<string, unknown>).lat;
  }
  const response = await harness.app.fetch(harness.requestFor(requestOf(operation, values)));
  expect(response.status, `${operation.path} ${name}=${value}`).toBeOneOf([200, 404, 422]);
  const body = JSON.parse(await response.text());
  return body.errors?.[name];
}

const bounds = listBounds();
const numbers = bounds.filter(({ isText }) => !isText);
const texts = bounds.filter(({ isText }) => isText);
const title = (bound: Bound) => [`${bound.operation.path} ${bound.name}`, bound] as const;

describe("bounds of numbers, at, below and above", () => {
  test.each(numbers.map(title))("%s", async (_, bound) => {
    const { from, to, step } = bound;
    // South above north is another fault: a side is tested only at the bound that keeps the box valid.
    const opposite: Readonly<Record<string, boolean>> = { north: true, east: true };
    const isSide = ["north", "south", "east", "west"].includes(bound.name);
    if (!isSide || !opposite[bound.name]) {
      expect(await faultOf(bound, from)).toBeUndefined();
    }
    if (!isSide || opposite[bound.name]) {
      expect(await faultOf(bound, to)).toBeUndefined();
    }
    const below = Math.round((from - step) * 1000) / 1000;
    expect((await faultOf(bound, below))?.[0]).toEndWith(`must be at least ${from}.`);
    const above = Math.round((to + step) * 1000) / 1000;
    expect((await faultOf(bound, above))?.[0]).toEndWith(`must not be greater than ${to}.`);
  });

  test("areas with geometry: 250 on a page", () => {
    const box = "north=54&south=50&east=8&west=3";
    const status = (query: string) => harness.ask(`/postcodes/areas/within-bbox?${box}&${query}`).status;
    expect(status("per_page=250&include=geometry")).toBe(200);
    expect(status("per_page=251&include=geometry")).toBe(422);
    expect(status("per_page=251")).toBe(200);
  });
});

/** Values of parameters that examples leave out, as not all data can answer them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  valid_on: "2021-10-15",
  "filter[buurt_code]": "BU04570001",
  "filter[wijk_code]": "WK045700",
};

describe("bounds of texts", () => {
  test.each(texts.map(title))("%s", async (_, bound) => {
    const { name, from, to } = bound;
    const example = String(exampleValues(bound.operation, "all")[name] ?? EXAMPLES[name] ?? "a");
    // Only plain text can have any length; codes and purposes have a format, covered by their own tests.
    const isPlain = from < to && !/^(postcode|prefix|ids|purpose)$/.test(name);
    expect(await faultOf(bound, example)).toBeUndefined();
    if (isPlain) {
      expect(await faultOf(bound, "a".repeat(from))).toBeUndefined();
      expect(await faultOf(bound, "a".repeat(to))).toBeUndefined();
    }
    expect(await faultOf(bound, example.repeat(Math.ceil((to + 1) / example.length)))).toBeDefined();
    if (from > 1) {
      expect(await faultOf(bound, example.slice(0, from - 1))).toBeDefined();
    }
  });

  test("100 identifiers in a batch", () => {
    const ids = (count: number) => Array.from({ length: count }, () => "0457200000521750").join(",");
    expect(harness.ask(`/addresses/batch?ids=${ids(1)}`).status).toBe(200);
    expect(harness.ask(`/addresses/batch?ids=${ids(100)}`).status).toBe(200);
    expect(harness.ask(`/addresses/batch?ids=${ids(101)}`).status).toBe(422);
  });
});
