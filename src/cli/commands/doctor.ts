import { ACCOUNTS_SETTINGS } from "../../accounts/accounts-place.ts";
import { COUNTERS_SETTINGS } from "../../accounts/counters.ts";
import { AppError } from "../../base/errors.ts";
import { examine } from "../../operator/doctor/doctor.ts";
import type { Finding } from "../../operator/doctor/finding.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";
import { adminTokenPath } from "../start-admin.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary:
    "Check disk, memory, ports, clock, file permissions, registry, keys, backups, proxy set-up and what nodes share, and say what to do; exit code 1 for errors.",
  flags: {
    deep: {
      type: "boolean",
      description:
        "Read every page of the registry and every footprint, which takes minutes for the country.",
    },
    json: { type: "boolean", description: "Print everything as JSON." },
  },
  settings: [
    "data",
    ...ACCOUNTS_SETTINGS,
    ...COUNTERS_SETTINGS,
    "exportStore",
    "registrySource",
    "registryKey",
    "filesPage",
    "host",
    "port",
    "threads",
    "publicUrl",
    "trustedProxies",
    "adminPort",
    "adminHost",
    "adminTokenFile",
  ],
  async run({ flags, settings }) {
    const findings: Finding[] = [];
    const options = { settings, adminTokenPath: adminTokenPath(settings), isDeep: flags.deep };
    for await (const finding of examine(options)) {
      findings.push(finding);
      if (!flags.json) {
        renderFinding(finding).forEach(printResult);
      }
    }
    const errors = findings.filter(({ level }) => level === "error").length;
    if (flags.json) {
      printResult(JSON.stringify({ ok: errors === 0, findings }, null, 2));
    }
    if (errors > 0) {
      throw new AppError("unavailable", errors === 1 ? "1 error to mend." : `${errors} errors to mend.`);
    }
  },
});

const LABEL_WIDTH = 18;

function renderFinding({ check, level, text, remedy }: Finding): string[] {
  const line = `${level.padEnd(9)}${check.padEnd(LABEL_WIDTH - 1)} ${text}`;
  return remedy === undefined ? [line] : [line, `${"".padEnd(9 + LABEL_WIDTH)}→ ${remedy}`];
}
