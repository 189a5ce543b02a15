import { AppError } from "../../base/errors.ts";
import { defineCommand } from "../command.ts";
import { DEMO_ADDRESSES, DEMO_SEED, generateWithProgress, makeDemo } from "../make-demo.ts";
import { printNote, printResult } from "../output.ts";
import { printPublished } from "../registry-lines.ts";

export const demo = defineCommand({
  name: "demo",
  summary:
    "Make a fictitious country in the official file format and import it; with --out, write its files instead.",
  flags: {
    addresses: {
      type: "integer",
      placeholder: "N",
      description: `Number of addresses, 100 to 10,000,000. Default ${DEMO_ADDRESSES}.`,
    },
    seed: {
      type: "integer",
      placeholder: "N",
      description: `Seed of the random generator: the same number gives the same country. Default ${DEMO_SEED}.`,
    },
    history: {
      type: "text",
      placeholder: "on|off",
      completes: ["on", "off"],
      choices: ["on", "off"],
      description:
        "What its files hold. on: all voorkomens, as in the real extract; off: only those in force. Default on.",
    },
    mutations: {
      type: "integer",
      placeholder: "K",
      description:
        "Also write a mutation delivery for the next day with K groups of mutations; requires --out.",
    },
    yes: {
      type: "boolean",
      description: "Replace the current registry even if it holds real data or cannot be read.",
    },
    out: {
      type: "text",
      placeholder: "X.zip",
      completes: "files",
      description: "Write the files X.zip, X-gemeenten.csv and X-pc4.geojson instead of importing.",
    },
  },
  settings: ["data", "keepRegistries"],
  async run({ flags, settings }) {
    const { addresses = DEMO_ADDRESSES, seed = DEMO_SEED, mutations, out } = flags;
    const options = { addresses, seed, history: flags.history !== "off" };
    if (out === undefined) {
      if (mutations !== undefined) {
        throw new AppError("usage", "--mutations requires --out: the delivery is written beside that file.");
      }
      const { registry } = await makeDemo({
        ...options,
        dataDir: settings.data,
        keepRegistries: settings.keepRegistries,
        isConfirmed: flags.yes,
      });
      printPublished(settings.data, registry, "with fictitious data");
      return;
    }
    const { files, tally } = await generateWithProgress({ ...options, mutations, out });
    for (const file of [files.extract, files.gemeenten, files.pc4, files.mutations]) {
      if (file !== undefined) {
        printResult(file);
      }
    }
    for (const [objectType, count] of Object.entries(tally.current)) {
      printNote(`${objectType} ${count.toLocaleString("en")}`);
    }
  },
});
