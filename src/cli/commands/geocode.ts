import { defineCommand } from "../command.ts";
import { FILE, FILE_FLAGS, outFlag } from "../geocode/file-flags.ts";
import { geocodeFile } from "../geocode/geocode-file.ts";

export const geocode = defineCommand({
  name: "geocode",
  summary:
    "Find the address of each row of a CSV or xlsx file, and write the rows with the columns that describe it as " +
    "CSV, xlsx, GeoJSON, GeoPackage or Parquet.",
  positionals: FILE,
  flags: {
    out: outFlag("addresses-geocoded.csv"),
    columns: {
      type: "text",
      placeholder: "ROLE=COLUMN,…",
      description:
        "Which column is which: postcode=PC,number=Nr; without a header by letter. Default: the columns with " +
        "which most rows of a sample are found in the registry.",
    },
    "strict-columns": {
      type: "boolean",
      description:
        "Stop when it is not certain what the columns contain, instead of refusing the rows concerned.",
    },
    force: {
      type: "boolean",
      description: "Go on though most rows of a sample have no address.",
    },
    add: {
      type: "text",
      placeholder: "NAME,…",
      description: "Columns to add, by name or group: match,address,location; all for all of them.",
    },
    dedupe: {
      type: "boolean",
      description:
        "Add result_group: the same number for rows with the same address, even if written differently.",
    },
    former: {
      type: "boolean",
      description:
        "Also find addresses that no longer exist, marked as former, and add what became of them. Without it " +
        "such rows have no address. Refused for a registry without history.",
    },
    ...FILE_FLAGS,
  },
  settings: ["data"],
  async run({ positionals, flags, settings }) {
    const input = positionals[0]!;
    await geocodeFile(settings.data, { ...flags, strict: flags["strict-columns"], input });
  },
});
