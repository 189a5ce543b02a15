/** Declaration format of tools; the definition on the wire, its JSON Schema and the call are derived from it. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { faultMessage, faultText, readFaultMessage } from "../../base/fault-rules.ts";
import { logError } from "../../base/log.ts";
import { HOUSE_NUMBER_PARTS, splitNumberParameter } from "../../http/parameters/house-number.ts";
import type { Parameters } from "../../http/parameters/kinds.ts";
import { Geometry } from "../../http/schemas/record-schema.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { explainTestData } from "../../registry/file/test-data.ts";
import { describeUnresolved, type Unresolved } from "./unresolved.ts";

/** Definition as `tools/list` sends it. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: typeof READ_ONLY;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Schema of `structuredContent`; the JSON Schema on the wire says the same. */
  readonly output: z.ZodObject;
  /** Calls the tool. Never throws: faults are returned as text that a model can act on. */
  call(snapshot: Snapshot, given: Readonly<Record<string, unknown>>): CallToolResult;
}

interface Declaration<P extends Parameters, R extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** States when to use it, when to use another tool, and its cost. */
  readonly description: string;
  readonly input: P;
  readonly output: R;
  run(snapshot: Snapshot, input: z.output<z.ZodObject<P>>): z.output<R>;
}

const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Names of the tools that take an argument, by its name. */
const TAKEN_BY = new Map<string, readonly string[]>();

export function tool<P extends Parameters, R extends z.ZodObject>(declaration: Declaration<P, R>): Tool {
  const { name, title, description, output } = declaration;
  const takesHouseNumber = "number" in declaration.input;
  const input = z.strictObject({ ...(takesHouseNumber ? HOUSE_NUMBER_PARTS : {}), ...declaration.input });
  const inputSchema = inputSchemaOf(declaration.input);
  for (const argument of Object.keys(declaration.input)) {
    TAKEN_BY.set(argument, [...(TAKEN_BY.get(argument) ?? []), name]);
  }
  return {
    definition: {
      name,
      title,
      description,
      inputSchema,
      outputSchema: outputSchemaOf(output),
      annotations: READ_ONLY,
    },
    output,
    call(snapshot, given) {
      const values = normalizeArguments(given, inputSchema);
      const parsed = input.safeParse(takesHouseNumber ? splitNumberParameter(values) : values);
      if (!parsed.success) {
        return errorResult(describeFaults(parsed.error, inputSchema));
      }
      try {
        return toCallToolResult(declaration.run(snapshot, parsed.data), snapshot);
      } catch (error) {
        return errorResult(describeError(name, error, snapshot));
      }
    },
  };
}

/**
 * Returns the result of a call. Text and structure have the same content; an unresolved result is put in words, and is
 * an error unless it is ambiguous.
 */
function toCallToolResult(
  structured: Record<string, unknown> & { unresolved?: Unresolved },
  snapshot: Snapshot,
): CallToolResult {
  const { unresolved } = structured;
  const text =
    unresolved === undefined
      ? JSON.stringify(structured)
      : `${describeUnresolved(unresolved)}${explainSample(snapshot)}`;
  const content = [{ type: "text" as const, text }];
  const isError = unresolved !== undefined && !unresolved.ambiguous;
  return { content, structuredContent: structured, ...(isError ? { isError } : {}) };
}

function errorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function messageText(message: string, name: string): string {
  const fault = readFaultMessage(message);
  return typeof fault === "string" ? fault : faultText(fault, name);
}

/** Describes every fault, each with the description and the values of its parameter. */
function describeFaults({ issues }: z.ZodError, { properties }: ObjectSchema): string {
  const known = properties as Readonly<Record<string, { description?: string; enum?: readonly unknown[] }>>;
  return issues
    .map((issue) => {
      if (issue.code === "unrecognized_keys") {
        return describeUnknown(issue.keys, Object.keys(known));
      }
      const { path, message } = issue;
      const name = String(path[0]);
      const { description, enum: values } = known[name] ?? {};
      const oneOf = values === undefined ? "" : ` One of ${values.join(", ")}.`;
      return `${name}: ${messageText(message, name)} Expected: ${description}${oneOf}`;
    })
    .join("\n");
}

/** Maximum unknown arguments that a fault names, and characters of each. */
const MAX_UNKNOWN = 5;
const MAX_NAME = 100;

/** Refuses arguments that a tool does not take and names the tools that do: ignoring them would change the question. */
function describeUnknown(names: readonly string[], known: readonly string[]): string {
  const faults = names.slice(0, MAX_UNKNOWN).map((name) => {
    const takers = TAKEN_BY.get(name);
    const where = takers === undefined ? "" : ` Tools that take it: ${takers.join(", ")}.`;
    return `${name.slice(0, MAX_NAME)}: This tool has no such argument.${where}`;
  });
  return [...faults, `Expected: ${known.join(", ")}.`].join("\n");
}

/** Returns a space and the sentence that a server of the sample adds to a not-found text; else nothing. */
function explainSample({ meta }: Snapshot): string {
  return meta.sample === undefined ? "" : ` ${explainTestData(meta)}`;
}

function describeError(name: string, error: unknown, snapshot: Snapshot): string {
  if (error instanceof AppError) {
    const faults = Object.values(error.details.errors ?? {}).flat();
    const text = faults.length > 0 ? faults.join("\n") : error.message;
    return error.code === "not_found" ? `${text}${explainSample(snapshot)}` : text;
  }
  logError("a tool failed", error, { tool: name });
  return "Internal error. Do not retry with the same arguments.";
}

interface Property {
  readonly type?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments without null and empty texts; trims texts, and converts a number to text where the parameter
 * is one.
 */
function normalizeArguments(given: Arguments, { properties }: ObjectSchema): Arguments {
  const known = properties as Readonly<Record<string, Property>>;
  const entries = Object.entries(given)
    .map(
      ([name, value]) =>
        [name, normalize(value, Object.hasOwn(known, name) ? known[name] : undefined)] as const,
    )
    .filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(entries);
}

function normalize(value: unknown, property: Property | undefined): unknown {
  if (typeof value === "string") {
    return value.trim();
  }
  return isExactInteger(value) && property?.type === "string" ? textOf(value, property) : value;
}

/**
 * Returns true for a whole number from 0 below 2^53. A larger one may have lost digits: it stays a number, which the
 * parameter refuses.
 */
function isExactInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Maximum number of leading zeros of an identificatie: it begins with the four digits of a gemeente. */
const MAX_LEADING_ZEROS = 3;

/** Converts a number to text, and restores the leading zeros that an identificatie loses as a number. */
function textOf(value: number, { pattern, minLength = 0 }: Property): string {
  const text = String(value);
  const missing = minLength - text.length;
  const isCode = pattern?.startsWith("^[0-9]{") === true;
  return isCode && missing <= MAX_LEADING_ZEROS ? text.padStart(minLength, "0") : text;
}

interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

interface SchemaNode {
  readonly zodSchema: unknown;
  readonly jsonSchema: Record<string, unknown>;
}

/** Empty metadata: ids would make references; descriptions and examples of records are for the OpenAPI document. */
const WITHOUT_METADATA = z.registry<Record<string, never>>();

/**
 * Returns the schema of a tool's result in its shortest form, because every list of tools contains it. It is plain and
 * inline, without `$ref`, which some assistants do not resolve.
 */
function outputSchemaOf(output: z.ZodObject): ObjectSchema {
  return objectSchemaOf(z.toJSONSchema(output, { metadata: WITHOUT_METADATA, override: shorten }), output);
}

/** Returns the schema of a tool's arguments, with the descriptions and bounds of the parameters. */
function inputSchemaOf(parameters: Parameters): ObjectSchema {
  const input = z.object(parameters);
  return { ...objectSchemaOf(z.toJSONSchema(input, INPUT_OPTIONS), input), additionalProperties: false };
}

const INPUT_OPTIONS = { unrepresentable: "any", override: describeInput } as const;

/**
 * Returns an object schema whose required fields are those that refuse undefined: a field with a default is optional,
 * although always present after parsing.
 */
function objectSchemaOf(schema: object, { shape }: z.ZodObject): ObjectSchema {
  const { $schema, additionalProperties, ...plain } = schema as Record<string, unknown>;
  const required = Object.entries(shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  return { ...plain, type: "object", required };
}

/**
 * Describes a transformed parameter by its input, or by `override` (http/parameters/kinds.ts), instead of its output.
 */
function describeInput({ zodSchema, jsonSchema }: SchemaNode): void {
  if (zodSchema instanceof z.ZodPipe && zodSchema.out instanceof z.ZodTransform) {
    const { $schema, ...given } = z.toJSONSchema(zodSchema.in as z.ZodType, INPUT_OPTIONS);
    Object.assign(jsonSchema, given, jsonSchema);
  }
  const { override, example } = jsonSchema;
  delete jsonSchema.override;
  delete jsonSchema.example;
  Object.assign(jsonSchema, override);
  if (example !== undefined) {
    jsonSchema.examples = [example];
  }
}

/** Reduces a schema to names and types; puts null into the type of a nullable value. */
function shorten({ zodSchema, jsonSchema }: SchemaNode): void {
  if (zodSchema === Geometry) {
    for (const keyword of Object.keys(jsonSchema)) {
      delete jsonSchema[keyword];
    }
    Object.assign(jsonSchema, { type: "object", description: "GeoJSON" });
  }
  const [value, none] = Array.isArray(jsonSchema.anyOf) ? jsonSchema.anyOf : [];
  if (none?.type === "null" && typeof value.type === "string") {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, value, { type: [value.type, "null"] });
  }
  for (const keyword of ["pattern", "minimum", "maximum", "format"]) {
    delete jsonSchema[keyword];
  }
  if (jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
}

/**
 * Returns a boolean parameter, `defaultValue` when absent; accepts "true" and "false" as text too, as models write
 * them.
 */
export function flag(description: string, defaultValue = false) {
  const schema = z.preprocess(parseBoolean, z.boolean({ error: faultMessage("boolean") }));
  return (schema.meta({ description }) as z.ZodType<boolean, boolean>).default(defaultValue);
}

function parseBoolean(value: unknown): unknown {
  if (value === "true") {
    return true;
  }
  return value === "false" ? false : value;
}
