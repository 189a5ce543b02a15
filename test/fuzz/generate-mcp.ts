/**
 * Generates Model Context Protocol messages: valid calls of both eras, calls with one fault, batches, and bodies that
 * are no messages.
 */
import { MCP_PATH } from "../../src/mcp/endpoint.ts";
import { RESOURCES } from "../../src/mcp/server.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { anyBody } from "./generate-bodies.ts";
import type { Random } from "./random.ts";
import { anyJson, HOSTILE } from "./values.ts";

type Message = Record<string, unknown>;

const METHODS = [
  ...[
    "tools/list",
    "tools/call",
    "tools/call",
    "tools/call",
    "tools/call",
    "resources/list",
    "resources/read",
  ],
  ...[
    "resources/templates/list",
    "initialize",
    "ping",
    "server/discover",
    "subscriptions/listen",
    "prompts/list",
  ],
  ...[
    "notifications/initialized",
    "notifications/cancelled",
    "logging/setLevel",
    "completion/complete",
    "",
    "__proto__",
  ],
];
const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "1999-01-01", "", "é"];
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Property {
  readonly type?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function argumentOf(property: Property, random: Random): unknown {
  const kind = random.integer(1, 8);
  if (kind <= 4) {
    return random.pick([...(property.examples ?? []), ...(property.enum ?? []), property.minimum ?? "Weesp"]);
  }
  if (kind === 5) {
    return random.pick([property.minimum, property.maximum, (property.maximum ?? 0) + 1, "", null]);
  }
  if (kind === 6) {
    return decodeHostile(random.pick(HOSTILE));
  }
  return kind === 7
    ? anyJson(random)
    : random.pick(["Breedstraat 5, 1000AA Amsterdam", "a\nb", 12, 457100000056230]);
}

function decodeHostile(text: string): string {
  return URL.canParse(`x:${text}`) && !/%(?![0-9a-f]{2})|%[c-f]/i.test(text)
    ? decodeURIComponent(text)
    : text;
}

function callOf(random: Random): Message {
  const { definition } = random.pick(TOOLS);
  const properties = Object.entries(definition.inputSchema.properties as Record<string, Property>);
  const required = definition.inputSchema.required as string[];
  const given = properties.filter(([name]) =>
    required.includes(name) ? !random.oneIn(10) : random.oneIn(2),
  );
  const values = given.map(([name, property]) => [name, argumentOf(property, random)] as const);
  return {
    name: random.oneIn(30) ? random.pick(["x", 5, null, ""]) : definition.name,
    arguments: Object.fromEntries(values),
  };
}

function paramsOf(method: string, random: Random): unknown {
  if (method === "tools/call") {
    return callOf(random);
  }
  if (method === "resources/read") {
    return { uri: random.pick([...RESOURCES.map(({ definition }) => definition.uri), "bag://x", 5]) };
  }
  if (method === "initialize") {
    return {
      protocolVersion: random.pick(VERSIONS),
      capabilities: {},
      clientInfo: { name: "fuzz", version: "1" },
    };
  }
  return random.pick([undefined, {}, {}, { cursor: "x" }, { requestId: 1 }]);
}

function messageOf(random: Random, isModern: boolean): Message {
  const method = random.pick(METHODS);
  const params = paramsOf(method, random);
  const withMeta = isModern ? { ...(params as Message), _meta: META } : params;
  const isNotification = method.startsWith("notifications/");
  return {
    jsonrpc: "2.0",
    ...(isNotification ? {} : { id: random.pick([random.integer(0, 1e6), `n${random.integer(0, 1e6)}`]) }),
    method,
    ...(withMeta === undefined ? {} : { params: withMeta }),
  };
}

/** Returns the value with one member, at any depth, replaced, removed or added. */
function mutate(value: unknown, random: Random, depth = 0): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || random.oneIn(depth + 3)) {
    return anyJson(random);
  }
  const names = Object.keys(value);
  const name =
    names.length === 0 || random.oneIn(6)
      ? random.pick(["x", "__proto__", "_meta", "id"])
      : random.pick(names);
  const changed: Message = { ...(value as Message) };
  if (random.oneIn(4)) {
    delete changed[name];
  } else {
    Object.defineProperty(changed, name, {
      value: mutate(changed[name], random, depth + 1),
      enumerable: true,
    });
  }
  return changed;
}

export interface McpRequest {
  readonly target: string;
  readonly headers: string[];
  readonly body: Uint8Array;
}

export function mcpRequestOf(random: Random): McpRequest {
  const target = `/api/v1${MCP_PATH}`;
  if (random.oneIn(12)) {
    const { bytes, contentType } = anyBody(random);
    return {
      target,
      body: bytes,
      headers: contentType === undefined ? [] : [`Content-Type: ${contentType}`],
    };
  }
  const isModern = random.oneIn(3);
  const isBatch = random.oneIn(10);
  const messages = random.list(isBatch ? random.integer(0, random.oneIn(5) ? 25 : 4) : 1, () => {
    const message = messageOf(random, isModern);
    return random.oneIn(3) ? mutate(message, random) : message;
  });
  const json = isBatch ? messages : messages[0];
  const text = JSON.stringify(json) ?? "null";
  const truncated = random.oneIn(30) ? text.slice(0, random.integer(0, text.length)) : text;
  return { target, body: Buffer.from(truncated), headers: headersOf(messages[0], isModern, random) };
}

function headersOf(message: unknown, isModern: boolean, random: Random): string[] {
  const headers = ["Content-Type: application/json"];
  if (random.oneIn(15)) {
    headers.push(`MCP-Protocol-Version: ${random.pick(VERSIONS)}`);
  }
  if (!isModern || random.oneIn(10)) {
    return headers;
  }
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { name?: unknown; uri?: unknown };
  };
  const name = params?.name ?? params?.uri;
  headers.push("MCP-Protocol-Version: 2026-07-28", `Mcp-Method: ${headerText(method)}`);
  if (name !== undefined) {
    headers.push(`Mcp-Name: ${headerText(random.oneIn(20) ? "other" : name)}`);
  }
  return headers;
}

function headerText(value: unknown): string {
  return String(typeof value === "object" ? "x" : value)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 500);
}
