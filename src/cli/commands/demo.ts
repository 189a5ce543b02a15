import { AppError } from "../../base/errors.ts";
import { command } from "../command.ts";
import { DEMO_ADDRESSES, DEMO_SEED, generate, makeDemo } from "../make-demo.ts";
import { printNote, printResult } from "../output.ts";

export const demo = command({
  name: "demo",
  summary:
    "Make a fictitious country in the official file format, and import it unless --out says where to put it.",
  flags: {
    addresses: {
      type: "integer",
      placeholder: "N",
      sentence: `How many addresses, 100 to 10,000,000. Default ${DEMO_ADDRESSES}.`,
    },
    seed: {
      type: "integer",
      placeholder: "N",
      sentence: `The same number gives the same country. Default ${DEMO_SEED}.`,
    },
    history: {
      type: "text",
      placeholder: "on|off",
      choices: ["on", "off"],
      sentence: "With the past of every object, as the real extract, or only what exists. Default on.",
    },
    mutations: {
      type: "integer",
      placeholder: "K",
      sentence: "Also write a mutation delivery of K groups for the day after; needs --out.",
    },
    yes: {
      type: "yes",
      sentence: "Let the fictitious country take the place of real data, or of what cannot be judged.",
    },
    out: {
      type: "text",
      placeholder: "X.zip",
      sentence: "Only write the files: X.zip, X-gemeenten.csv and X-pc4.geojson.",
    },
  },
  settings: ["data", "keepRegistries"],
  async run({ flags, settings }) {
    const { addresses = DEMO_ADDRESSES, seed = DEMO_SEED, mutations, out } = flags;
    const options = { addresses, seed, history: flags.history !== "off" };
    if (out === undefined) {
      if (mutations !== undefined) throw new AppError("usage", "--mutations writes a file and needs --out.");
      const { registry } = await makeDemo({
        ...options,
        dataDir: settings.data,
        keepRegistries: settings.keepRegistries,
        isConfirmed: flags.yes,
      });
      printResult(`${settings.data}/${registry} is now the current registry. Its country is fictitious.`);
      return;
    }
    const { files, tally } = await generate({ ...options, mutations, out });
    for (const file of [files.extract, files.gemeenten, files.pc4, files.mutations])
      if (file !== undefined) printResult(file);
    for (const [what, count] of Object.entries(tally.current))
      printNote(`${what} ${count.toLocaleString("en")}`);
  },
});
