import { z } from "zod";
import { currentUser } from "../../accounts/audit.ts";
import { AppError } from "../../base/errors.ts";
import { LOG_LEVELS } from "../../base/log.ts";
import { askAdmin } from "../ask-admin.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";

const logState = z.object({ level: z.enum(LOG_LEVELS), accessLog: z.boolean() });

export const log = defineCommand({
  name: "log",
  summary:
    "Show what the server that runs on this machine writes to its log, or change it until that server ends. Asks " +
    "at --admin-port.",
  flags: {
    level: {
      type: "text",
      placeholder: LOG_LEVELS.join("|"),
      completes: LOG_LEVELS,
      choices: LOG_LEVELS,
      description: "Lowest level that is logged from now on.",
    },
    access: {
      type: "text",
      placeholder: "on|off",
      completes: ["on", "off"],
      choices: ["on", "off"],
      description: "Write a line for each request from now on, or none.",
    },
  },
  settings: ["data", "adminHost", "adminPort", "adminTokenFile"],
  async run({ flags: { level, access }, settings }) {
    const change = { level, accessLog: access && access === "on" };
    const answer =
      level === undefined && access === undefined
        ? await askAdmin(settings, "GET", "log")
        : await askAdmin(settings, "PATCH", "log", { ...change, user: currentUser().name });
    const state = logState.safeParse(answer);
    if (!state.success) {
      throw new AppError(
        "unavailable",
        "This version does not understand the answer of the server: use the same version as the server.",
      );
    }
    printResult(`level ${state.data.level}, access log ${state.data.accessLog ? "on" : "off"}`);
  },
});
