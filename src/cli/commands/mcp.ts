import { AppError } from "../../base/errors.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { command } from "../command.ts";
import { openServed } from "../served-registry.ts";

export const mcp = command({
  name: "mcp",
  summary:
    "Serve an AI assistant on this machine: the Model Context Protocol over standard input and output.",
  flags: {
    stdio: {
      type: "yes",
      sentence:
        "Speak over standard input and output, without a key. Required: over HTTP, `serve` answers at /api/v1/mcp.",
    },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    if (!flags.stdio)
      throw new AppError("usage", "--stdio is required; over HTTP, serve answers at /api/v1/mcp.");
    const { registry } = openServed(settings.data);
    await serveStdio(registry);
    registry.close();
  },
});
