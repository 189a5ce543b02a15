import { AppError } from "../../base/errors.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { openRegistry } from "../../registry/snapshot.ts";
import { command } from "../command.ts";
import { printNote } from "../output.ts";

export const mcp = command({
  name: "mcp",
  summary:
    "Serve an AI assistant on this machine: the Model Context Protocol over standard input and output.",
  flags: {
    stdio: {
      type: "yes",
      sentence:
        "Speak over standard input and output, without a key. Over HTTP, `serve` does it at /api/v1/mcp.",
    },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    if (!flags.stdio)
      throw new AppError("usage", "--stdio is required; over HTTP, serve answers at /api/v1/mcp.");
    const registry = openRegistry(settings.data, (error) => printNote(error.message));
    if (registry.current() === undefined) {
      const commands =
        "`baken import <extract.zip> --gemeenten <names.csv>`, or `baken demo` for a fictitious country";
      throw new AppError("unavailable", `${settings.data} holds no registry. Make one with ${commands}.`);
    }
    await serveStdio(registry);
    registry.close();
  },
});
