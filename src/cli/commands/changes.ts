import { AppError } from "../../base/errors.ts";
import { changesTable } from "../../exports/changes-table.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import { writeTable } from "../../exports/write-export.ts";
import { findDataVersion, isVersionOrDate } from "../../registry/file/data-versions.ts";
import { assertWritable, REPLACE_FLAG } from "../assert-writable.ts";
import { defineCommand } from "../command.ts";
import { formatOf, writeOutput } from "../export-output.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { openServedRegistry } from "../served-registry.ts";

export const changes = defineCommand({
  name: "changes",
  summary: "Write the addresses that were added, changed or removed since an earlier version of the data.",
  flags: {
    since: {
      type: "text",
      placeholder: "VERSION|DATE",
      required: true,
      description: "Version as `status` and `export` show it, or the date (YYYY-MM-DD) of the earlier data.",
    },
    format: {
      type: "text",
      placeholder: "FORMAT",
      choices: EXPORT_FORMATS,
      description: "File format. Default: the extension of --out, else csv.",
    },
    out: {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      description:
        "File to write; the command then prints the version of the data. Default: standard output.",
    },
    replace: REPLACE_FLAG,
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { since, out } = flags;
    const format = flags.format ?? formatOf(out);
    assertVersionOrDate(since);
    if (out !== undefined) {
      assertWritable(out, { mayReplace: flags.replace });
    }
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const { version } = findDataVersion(snapshot, since);
      const { table, counts } = changesTable(snapshot, since, format);
      await createStderrProgress().stage("write changes", () =>
        writeOutput({ path: out, mayReplace: flags.replace }, (output) => writeTable(table, output)),
      );
      const { dataVersion } = snapshot.meta;
      const numbers = Object.entries(counts).map(([change, n]) => `${n.toLocaleString("en")} ${change}`);
      printNote(`${numbers.join(", ")} since ${version}. The data is of version ${dataVersion}.`);
      if (out !== undefined) {
        printResult(dataVersion);
      }
    } finally {
      registry.close();
    }
  },
});

function assertVersionOrDate(since: string): void {
  if (!isVersionOrDate(since)) {
    throw new AppError(
      "usage",
      `--since must be a version such as 2021-10-15-0123456789ab or a date such as 2021-10-15, not "${since}".`,
    );
  }
}
