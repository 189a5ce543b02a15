/**
 * Program for tests: applies a delivery to a data folder, with a bound of recent objects, and writes a line to standard
 * error after each stage. Arguments: data folder, delivery, bound.
 */
import type { Progress } from "../../../src/import/progress.ts";
import { runUpdate } from "../../../src/import/update/run-update.ts";

const [dataDir, delivery, maxRecentObjects] = process.argv.slice(2);
const progress: Progress = {
  stage: async (name, work) => {
    const result = await work(() => undefined);
    process.stderr.write(`${name}\n`);
    return result;
  },
};
await runUpdate(
  { dataDir: dataDir!, files: [delivery!], maxRecentObjects: Number(maxRecentObjects) },
  progress,
);
