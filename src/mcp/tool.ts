/** The form in which every tool is declared, once: its definition on the wire and its call are derived from it. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { logError } from "../base/log.ts";
import type { Parameters } from "../http/endpoint.ts";
import { takeNumberApart } from "../http/house-number.ts";
import type { Snapshot } from "../registry/snapshot.ts";
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
  const input = z.object(declaration.input);
  const takesAddressKey = "number" in declaration.input && "letter" in declaration.input;
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: inputSchemaOf(declaration.input),
      outputSchema: outputSchemaOf(output),
      annotations: READ_ONLY,
    },
    output,
    call(snapshot, given) {
      const values = withoutBlanks(given);
      const parsed = input.safeParse(takesAddressKey ? takeNumberApart(values) : values);
      if (!parsed.success) return failure(describeFaults(parsed.error, input));
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

/** Models send null and empty text for what they leave out, and spaces around what they give. */
function withoutBlanks(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given)
    .map(([name, value]) => [name, typeof value === "string" ? value.trim() : value] as const)
    .filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(entries);
}

/** Every fault at once, each with what its parameter is. */
function describeFaults({ issues }: z.ZodError, input: z.ZodObject): string {
  return issues
    .map(({ path, message }) => {
      const name = String(path[0]);
      const meaning = (input.shape[name] as z.ZodType | undefined)?.meta()?.description;
      return `${name}: ${message.replace(":attribute", name)}${meaning === undefined ? "" : ` Expected: ${meaning}`}`;
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
