import { AppError } from "../../base/errors.ts";
import { openRegistry } from "../../registry/snapshot.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";

export const status = command({
  name: "status",
  summary: "Say which data a folder serves.",
  flags: {},
  settings: ["data"],
  run({ settings }) {
    const registry = openRegistry(settings.data, (error) => printNote(error.message));
    const snapshot = registry.current();
    if (snapshot === undefined)
      throw new AppError("unavailable", `${settings.data} holds no registry to serve.`);
    const { referenceDate, importedAt, isDemo, sources, counts } = snapshot.meta;
    printResult(`registry          ${snapshot.path}`);
    printResult(`reference date    ${referenceDate}${isDemo ? " (fictitious demo country)" : ""}`);
    printResult(`imported          ${importedAt}`);
    printResult(`sources           ${sources.join(", ")}`);
    for (const [name, count] of Object.entries(counts)) {
      printResult(`${name.padEnd(18)}${count.toLocaleString("en")}`);
    }
    registry.close();
  },
});
