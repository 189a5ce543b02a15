import {
  classifyInboundRequest,
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Admission } from "../http/admission.ts";
import type { Context } from "../http/context.ts";
import { endpoint, type RawResult } from "../http/endpoint.ts";
import { omitUndefined } from "../http/omit-undefined.ts";
import { consumeRequests } from "../http/pipeline/limits.ts";
import { allowedOrigins, type BindOptions } from "./allowed-origins.ts";
import { assertJson, isObject, jsonTextResult, namesRevision, readMessages, rpcError } from "./messages.ts";
import { createServer } from "./server.ts";

export const MCP_PATH = "/mcp";

const jsonrpc = z.literal("2.0").describe("Version of JSON-RPC.");
const JsonRpcMessage = z
  .looseObject({
    jsonrpc,
    id: z
      .union([z.string(), z.number()])
      .optional()
      .describe("Chosen by the client; absent in a notification."),
    method: z.string().describe("Name of the method: `tools/list`, `tools/call`, …"),
    params: z.looseObject({}).optional().describe("Arguments of the method."),
  })
  .meta({ id: "JsonRpcMessage", description: "A message of the Model Context Protocol." });

const EXAMPLE_MESSAGE = { jsonrpc: "2.0", id: 1, method: "tools/list" };

const JsonRpcResponse = z
  .looseObject({
    jsonrpc,
    id: z.union([z.string(), z.number()]).nullable().describe("The id of the request."),
  })
  .meta({ id: "JsonRpcAnswer", description: "Holds a result or an error." });

/**
 * Declares the MCP endpoint as every other one, with the same keys, limits, headers and errors; app.ts adds it to the
 * others.
 */
export function mcpEndpoint(options: BindOptions) {
  const allowed = allowedOrigins(options);
  return endpoint({
    method: "POST",
    path: MCP_PATH,
    auth: "key",
    tag: "Service",
    summary: "Serve an AI assistant",
    description:
      "The Model Context Protocol, revision 2026-07-28 and, without sessions, those from 2025-03-26 on. JSON-RPC 2.0 in, JSON " +
      "out whatever `Accept` says. Each message of a batch (at most 20) counts as a request. Tools and their parameters are " +
      "in `tools/list`.",
    requestBody: z.union([JsonRpcMessage, z.array(JsonRpcMessage)]).meta({ example: EXAMPLE_MESSAGE }),
    envelope: "none",
    response: z.union([JsonRpcResponse, z.array(JsonRpcResponse)]),
    // 400 and 404 with an error of JSON-RPC; a problem where the request did not get that far.
    statuses: [200, 202, 400, 404],
    errors: ["key_read_only", "too_large", "unsupported_media_type"],
    changesWith: "time",
    toOverload: (message) => rpcError(503, { code: "overloaded", message }, null),
    handler(context, _, admission) {
      allowed.assert(context);
      assertJson(context.request);
      return handleMessages(context, admission);
    },
  });
}

const NO_SUBSCRIPTIONS = {
  code: "methodNotFound",
  message: "subscriptions/listen is not supported: this server sends no notifications.",
} as const;

/**
 * Answers the messages of a request; the first of a batch was counted on admission, the others are counted here. The
 * SDK decides which era of the protocol a message belongs to; the server lives as long as the exchange. No sessions, no
 * streams, always JSON.
 */
async function handleMessages(context: Context, admitted: Admission): Promise<RawResult> {
  const messages = await readMessages(context);
  if ("refusal" in messages) {
    return messages.refusal;
  }
  const { json } = messages;
  const further = Array.isArray(json) ? json.length - 1 : 0;
  const admission = further === 0 ? admitted : await consumeRequests(context, admitted, further);
  if (isListenRequest(json)) {
    return rpcError(404, NO_SUBSCRIPTIONS, json.id);
  }
  const response = await serveMessages(context, json);
  return { ...jsonTextResult(response.status, await response.text()), admission };
}

function serveMessages(context: Context, json: unknown): Promise<Response> {
  const request = toSdkRequest(context.request, json);
  return isLegacy(request, json) ? serveLegacy(context, request, json) : serveModern(context, request, json);
}

/**
 * Returns true for messages of revision 2025-11-25 and before. A message that names a later one is classified by the
 * SDK.
 */
function isLegacy({ headers }: Request, json: unknown): boolean {
  if (isObject(json) && json.method !== "initialize" && namesRevision(json.params)) {
    return false;
  }
  const header = (name: string) => headers.get(name) ?? undefined;
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    body: json,
    ...omitUndefined({
      protocolVersionHeader: header("mcp-protocol-version"),
      mcpMethodHeader: header("mcp-method"),
      mcpNameHeader: header("mcp-name"),
    }),
  });
  return kind === "legacy";
}

/** Handles messages of revision 2026-07-28. */
function serveModern(context: Context, request: Request, json: unknown): Promise<Response> {
  const handler = createMcpHandler(({ era }) => createServer(era, () => context.snapshot), {
    legacy: "reject",
  });
  return handler.fetch(request, { parsedBody: json });
}

/**
 * Handles messages of revision 2025-11-25 and before. Drops notifications from a batch: there is no state that they
 * could be about, and a cancelled request would never be answered. Does not close the server: it has neither timers nor
 * streams, and all requests are answered when the response is there.
 */
async function serveLegacy(context: Context, request: Request, json: unknown): Promise<Response> {
  const messages = Array.isArray(json) ? json.filter((message) => !isNotification(message)) : json;
  if (Array.isArray(messages) && messages.length === 0) {
    return new Response(null, { status: 202 });
  }
  const server = createServer("legacy", () => context.snapshot);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: messages });
}

/**
 * Returns the request for the SDK. The request accepts JSON and streams whatever the client accepts, because the SDK
 * refuses anything less with 406; the SDK then sends JSON. `initialize` negotiates the version: the SDK would refuse a
 * header that already names a later one, so the header is dropped. Revisions that name themselves in `_meta` have no
 * `initialize`.
 */
function toSdkRequest({ headers }: Request, json: unknown): Request {
  const request = new Request("http://localhost/mcp", { method: "POST", headers });
  if (isObject(json) && json.method === "initialize" && !namesRevision(json.params)) {
    request.headers.delete("mcp-protocol-version");
  }
  request.headers.set("content-type", "application/json");
  request.headers.set("accept", "application/json, text/event-stream");
  return request;
}

function isNotification(message: unknown): boolean {
  return isObject(message) && typeof message.method === "string" && !("id" in message);
}

/**
 * Returns true for `subscriptions/listen`, which the SDK would answer with a stream, although nothing changes here
 * while a client waits.
 */
function isListenRequest(message: unknown): message is { id: string | number } {
  if (!isObject(message) || message.method !== "subscriptions/listen") {
    return false;
  }
  return typeof message.id === "string" || typeof message.id === "number";
}
