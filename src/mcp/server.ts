/**
 * Creates the SDK's protocol server with the tools and resources. Everything that does not depend on a request is
 * made once.
 */
import {
  type CallToolResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { logError } from "../base/log.ts";
import { SOFTWARE_VERSION } from "../base/version.ts";
import { getVersion } from "../http/endpoints/service.ts";
import { getOverview } from "../http/endpoints/statistics.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { quoteText } from "./messages.ts";
import { callEndpoint } from "./tools/call-endpoint.ts";
import { TOOLS } from "./tools.ts";

interface Resource {
  /** Definition as `resources/list` sends it. */
  readonly definition: {
    readonly uri: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: "application/json";
  };
  read(snapshot: Snapshot): unknown;
}

/** Resources that an assistant reads without calling a tool: the version of the data, and totals of the country. */
export const RESOURCES: readonly Resource[] = [
  {
    definition: {
      uri: "bag://data-version",
      name: "data-version",
      title: "Version of the data",
      description: "Reference date of the BAG extract, when it was loaded, and how many records it holds.",
      mimeType: "application/json",
    },
    read: (snapshot) => callEndpoint(getVersion, snapshot, {}),
  },
  {
    definition: {
      uri: "bag://statistics/overview",
      name: "statistics-overview",
      title: "The country in numbers",
      description: "Totals of the whole data set; addresses by kind of object and by province.",
      mimeType: "application/json",
    },
    read: (snapshot) => callEndpoint(getOverview, snapshot, {}),
  },
];

const SERVER_INFO = { name: "baken", title: "baken: Dutch addresses", version: SOFTWARE_VERSION };

const INSTRUCTIONS =
  "Dutch addresses, buildings, postcodes and places from the official register (BAG). Start with lookup_address when " +
  "postcode and house number are known, with geocode_address when the address is in words, and with search_addresses to " +
  "explore. Answers carry identifiers (pand_id, woonplaats_id) for the other tools. When an answer contains `unresolved`, " +
  "show its choices to the user and ask; never choose one yourself. Lists have ten entries: `next_page` is the page to request " +
  "for more. Field names are the register's Dutch words.";

const TOOLS_BY_NAME = new Map(TOOLS.map((tool) => [tool.definition.name, tool]));
const TOOL_NAMES = [...TOOLS_BY_NAME.keys()].join(", ");
const TOOL_LIST = { tools: TOOLS.map(({ definition }) => definition) };

const RESOURCES_BY_URI = new Map(RESOURCES.map((resource) => [resource.definition.uri, resource]));
const RESOURCE_LIST = { resources: RESOURCES.map(({ definition }) => definition) };

/** Cache hints: lists change with the software only; resources need a key and change with the data. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const READ_HINT = { ttlMs: 300_000, cacheScope: "private" } as const;

const LEGACY_OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {} },
  instructions: INSTRUCTIONS,
  // The server sends no requests to clients, so there are no responses to validate; the standard validator takes 7 µs
  // to make.
  jsonSchemaValidator: {
    getValidator() {
      throw new Error("no client answer is expected");
    },
  },
};

/**
 * Options for the era that sends cache hints. In the other era, the SDK would leave the hints on the result under a
 * symbol, with which `JSON.stringify` takes four times as long.
 */
const MODERN_OPTIONS: ServerOptions = {
  ...LEGACY_OPTIONS,
  cacheHints: {
    "server/discover": LIST_HINT,
    "tools/list": LIST_HINT,
    "resources/list": LIST_HINT,
    "resources/templates/list": LIST_HINT,
    "resources/read": READ_HINT,
  },
};

/** Schema of params that the SDK has validated before: the params of `tools/call` would be validated twice. */
const VALIDATED: StandardSchemaV1<ToolCallParams> = {
  "~standard": { version: 1, vendor: "baken", validate: (value) => ({ value: value as ToolCallParams }) },
};

/** Returns a server for one exchange or connection; `snapshot` is called for each request. Takes 2 to 6 µs. */
export function createServer(era: McpRequestContext["era"], snapshot: () => Snapshot): Server {
  const server = new Server(SERVER_INFO, era === "modern" ? MODERN_OPTIONS : LEGACY_OPTIONS);
  server.setRequestHandler("tools/list", () => TOOL_LIST);
  server.setRequestHandler("tools/call", { params: VALIDATED }, (params) =>
    withoutInternals("tools/call", () => callTool(snapshot(), params)),
  );
  server.setRequestHandler("resources/list", () => RESOURCE_LIST);
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params }) =>
    withoutInternals("resources/read", () => readResource(snapshot(), params.uri)),
  );
  return server;
}

/** Returns the result of a handler; logs an unexpected error, whose text is not sent. */
function withoutInternals<T>(method: string, handle: () => T): T {
  try {
    return handle();
  } catch (error) {
    if (error instanceof ProtocolError) {
      throw error;
    }
    logError("an assistant's request failed", error, { method });
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
  }
}

interface ToolCallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

function callTool(snapshot: Snapshot, { name, arguments: given = {} }: ToolCallParams): CallToolResult {
  const tool = TOOLS_BY_NAME.get(name);
  if (tool === undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool ${quoteText(name)}. Tools: ${TOOL_NAMES}.`,
    );
  }
  return tool.call(snapshot, given);
}

function readResource(snapshot: Snapshot, uri: string) {
  const resource = RESOURCES_BY_URI.get(uri);
  if (resource === undefined) {
    throw new ResourceNotFoundError(uri);
  }
  const { mimeType } = resource.definition;
  return { contents: [{ uri, mimeType, text: JSON.stringify(resource.read(snapshot)) }] };
}
