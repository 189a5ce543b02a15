import { AppError } from "../../base/errors.ts";
import { readDayCell } from "../../batch/recheck/id-cells.ts";
import { defineCommand } from "../command.ts";
import { FILE, FILE_FLAGS, outFlag } from "../geocode/file-flags.ts";
import { geocodeFile } from "../geocode/geocode-file.ts";

export const recheck = defineCommand({
  name: "recheck",
  summary:
    "Find what became of each address of a list since a day, by its ids, and write the rows with the changes and the " +
    "present addresses. Needs a registry with history.",
  positionals: FILE,
  flags: {
    since: {
      type: "text",
      placeholder: "DATE",
      description:
        "Day on which the ids were right: YYYY-MM-DD. Default: a column with days, or recheck_date of an earlier run.",
    },
    out: outFlag("list-rechecked.csv"),
    columns: {
      type: "text",
      placeholder: "id=COLUMN,day=COLUMN",
      description:
        "Column of the ids of nummeraanduidingen or objects, and of the days. Default: the column whose ids the " +
        "registry knows.",
    },
    add: {
      type: "text",
      placeholder: "NAME,…",
      description:
        "Columns of the present address to add, by name or group: location,codes; all for all of them.",
    },
    "only-changed": {
      type: "boolean",
      description: "Leave out rows whose address is unchanged.",
    },
    ...FILE_FLAGS,
  },
  settings: ["data"],
  async run({ positionals, flags: { since: day, "only-changed": onlyChanged, ...flags }, settings }) {
    const since = day === undefined ? undefined : readDayCell(day);
    if (day !== undefined && since === undefined) {
      throw new AppError("usage", `--since must be a day such as 2025-06-01, not ${JSON.stringify(day)}.`);
    }
    const input = positionals[0]!;
    await geocodeFile(settings.data, { ...flags, input, recheck: { since, onlyChanged } });
  },
});
