import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { AppError, messageOf } from "../../base/errors.ts";
import { reportUpgrade } from "../../operator/upgrade-report.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";

export const upgradeCheck = defineCommand({
  name: "upgrade-check",
  summary:
    "Say, run by the new version before it serves, whether the registry must be imported again and which settings no longer exist; exit code 1 when something is to be done.",
  flags: {
    "env-file": {
      type: "text",
      placeholder: "FILE",
      multiple: true,
      description: "File with the variables of the service, such as /etc/baken/baken.env, to check them too.",
    },
    json: { type: "boolean", description: "Print everything as JSON." },
  },
  settings: ["data"],
  run({ flags, settings }) {
    const variables = Object.assign({}, ...flags["env-file"].map(readVariables));
    const report = reportUpgrade(settings.data, variables);
    if (flags.json) {
      printResult(JSON.stringify(report, null, 2));
    } else {
      printResult(
        `baken ${report.software}, which reads schema ${report.schema.needed}, and ${settings.data}:`,
      );
      for (const line of [...report.notes, ...report.actions.map((action) => `To do: ${action}`)]) {
        printResult(`- ${line}`);
      }
    }
    if (report.actions.length > 0) {
      throw new AppError("unavailable", "this version cannot take over yet.");
    }
  },
});

function readVariables(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new AppError("unavailable", `${path} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}
