import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { allowedOrigins, type BindOptions } from "./allowed-origins.ts";
import { handleMessages } from "./handler.ts";
import { assertJson } from "./messages.ts";

export const MCP_PATH = "/mcp";

const JsonRpcMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).optional(),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: "JsonRpcMessage", description: "A message of the Model Context Protocol." });

const EXAMPLE_MESSAGE = { jsonrpc: "2.0", id: 1, method: "tools/list" };

const JsonRpcResponse = z
  .looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]).nullable() })
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
    handler(context, _, admission) {
      allowed.assert(context);
      assertJson(context.request);
      return handleMessages(context, admission);
    },
  });
}
