/** The form in which every tool is declared, once: its definition on the wire and its call are derived from it. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { logError } from "../base/log.ts";
import type { Parameters } from "../http/endpoint.ts";
import { HOUSE_NUMBER_PARTS, takeNumberApart } from "../http/house-number.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { normalizeArguments } from "./arguments.ts";
import { inputSchemaOf, type ObjectSchema, outputSchemaOf } from "./json-schema.ts";
import { describeUnresolved, type Unresolved } from "./unresolved.ts";

/** As `tools/list` sends it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: typeof READ_ONLY;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Of `structuredContent`; the JSON Schema on the wire says the same. */
  readonly output: z.ZodObject;
  /** Never throws: what is wrong comes back as text a model can act on. */
  call(snapshot: Snapshot, given: Readonly<Record<string, unknown>>): CallToolResult;
}

interface Declaration<P extends Parameters, R extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** When to use it, when another one, and what it costs. */
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

export function tool<P extends Parameters, R extends z.ZodObject>(declaration: Declaration<P, R>): Tool {
  const { name, title, description, output } = declaration;
  const takesHouseNumber = "number" in declaration.input;
  const input = z.object({ ...(takesHouseNumber ? HOUSE_NUMBER_PARTS : {}), ...declaration.input });
  const inputSchema = inputSchemaOf(declaration.input);
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
      const parsed = input.safeParse(takesHouseNumber ? takeNumberApart(values) : values);
      if (!parsed.success) return failure(describeFaults(parsed.error, inputSchema));
      try {
        return resultOf(declaration.run(snapshot, parsed.data));
      } catch (error) {
        return failure(describeError(name, error));
      }
    },
  };
}

/** Text and structure hold the same; an answer without data is said in words. Nothing to choose from is an error. */
function resultOf(structured: Record<string, unknown> & { unresolved?: Unresolved }): CallToolResult {
  const { unresolved } = structured;
  const text = unresolved === undefined ? JSON.stringify(structured) : describeUnresolved(unresolved);
  const content = [{ type: "text" as const, text }];
  const isError = unresolved !== undefined && !unresolved.ambiguous;
  return { content, structuredContent: structured, ...(isError ? { isError } : {}) };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** Every fault at once, each with what its parameter is and takes. */
function describeFaults({ issues }: z.ZodError, { properties }: ObjectSchema): string {
  const known = properties as Readonly<Record<string, { description?: string; enum?: readonly unknown[] }>>;
  return issues
    .map(({ path, message }) => {
      const name = String(path[0]);
      const { description, enum: values } = known[name] ?? {};
      const oneOf = values === undefined ? "" : ` One of ${values.join(", ")}.`;
      return `${name}: ${message.replace(":attribute", name)} Expected: ${description}${oneOf}`;
    })
    .join("\n");
}

function describeError(name: string, error: unknown): string {
  if (error instanceof AppError) {
    const faults = Object.values(error.details.errors ?? {}).flat();
    return faults.length > 0 ? faults.join("\n") : error.message;
  }
  logError("a tool failed", error, { tool: name });
  return "Internal error. Trying again with the same arguments will not help.";
}
