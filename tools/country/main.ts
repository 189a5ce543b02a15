/**
 * Makes an invented country in the official file format, for tests and measurements: `npm run country -- --help`. It is
 * imported like real data; with `--out` its files are written instead.
 */
import { AppError } from "../../src/base/errors.ts";
import { defineCommand, parseCommand } from "../../src/cli/command.ts";
import { renderHelp } from "../../src/cli/help.ts";
import { finishOutput, printNote, printResult } from "../../src/cli/output.ts";
import { printPublished } from "../../src/cli/registry-lines.ts";
import { DEFAULT_ADDRESSES, DEFAULT_SEED, generateWithProgress, makeCountry } from "./make-country.ts";

const country = defineCommand({
  name: "country",
  summary:
    "Make an invented country in the official file format and import it; with --out, write its files instead.",
  flags: {
    addresses: {
      type: "integer",
      placeholder: "N",
      description: `Number of addresses, 100 to 10,000,000. Default ${DEFAULT_ADDRESSES}.`,
    },
    seed: {
      type: "integer",
      placeholder: "N",
      description: `Seed of the random generator: the same number gives the same country. Default ${DEFAULT_SEED}.`,
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
    const { addresses = DEFAULT_ADDRESSES, seed = DEFAULT_SEED, mutations, out } = flags;
    const options = { addresses, seed, history: flags.history !== "off" };
    if (out === undefined) {
      if (mutations !== undefined) {
        throw new AppError("usage", "--mutations requires --out: the delivery is written beside that file.");
      }
      const { registry } = await makeCountry({
        ...options,
        dataDir: settings.data,
        keepRegistries: settings.keepRegistries,
        isConfirmed: flags.yes,
      });
      printPublished(settings.data, registry, "with generated test data");
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

try {
  const argv = process.argv.slice(2);
  if (argv.includes("--help")) {
    printResult(renderHelp(country).replace("baken country", "npm run country --"));
  } else {
    await country.run(parseCommand(country, argv) as Parameters<typeof country.run>[0], async () => []);
  }
} catch (error) {
  if (!(error instanceof AppError)) {
    throw error;
  }
  printNote(`country: ${error.message}`);
  process.exitCode = 1;
}
await finishOutput();
