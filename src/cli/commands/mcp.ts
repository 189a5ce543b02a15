import { AppError } from "../../base/errors.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { defineCommand } from "../command.ts";
import { openServedRegistry } from "../served-registry.ts";

export const mcp = defineCommand({
  name: "mcp",
  summary:
    "Serve an AI assistant on this machine with the Model Context Protocol (MCP) over standard input and output.",
  flags: {
    stdio: {
      type: "boolean",
      description:
        "Use standard input and output, without an API key. Required; for MCP over HTTP run baken serve (/api/v1/mcp).",
    },
  },
  settings: ["data", "log", "logLevel"],
  async run({ flags, settings }) {
    if (!flags.stdio) {
      throw new AppError(
        "usage",
        "--stdio is required. For MCP over HTTP run baken serve, which answers at /api/v1/mcp.",
      );
    }
    const { registry } = openServedRegistry(settings.data);
    await serveStdio(registry);
    registry.close();
  },
});
