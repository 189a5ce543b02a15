/** `./baken static --verify`: checks a published folder, and compares its addresses with the registry that serves. */
import { AppError } from "../base/errors.ts";
import { verifyFolder } from "../static/verify-folder.ts";
import { StaticComparison } from "./compare-static.ts";
import { printNote, printResult } from "./output.ts";
import { createStderrProgress } from "./progress.ts";
import { openServedRegistry, type ServedRegistry } from "./served-registry.ts";

/** Faults shown; the number of the others follows. */
const MAX_FAULTS = 20;

/** Prints the faults. Throws `unavailable` when there is one. */
export async function verifyPublished(location: string, dataDir: string): Promise<void> {
  const served = openRegistryIfAny(dataDir);
  try {
    await verify(location, served);
  } finally {
    served?.registry.close();
  }
}

function openRegistryIfAny(dataDir: string): ServedRegistry | undefined {
  try {
    return openServedRegistry(dataDir);
  } catch (error) {
    printNote(
      `It is not compared with a registry: ${error instanceof AppError ? error.message : String(error)}`,
    );
    return undefined;
  }
}

async function verify(location: string, served: ServedRegistry | undefined): Promise<void> {
  const comparison = served && new StaticComparison(served.snapshot);
  const { latest, files, bytes, faults } = await createStderrProgress().stage("files", (advance) =>
    verifyFolder(location, {
      advance,
      take: (area, file, records) => comparison?.take(area, file, records),
    }),
  );
  if (faults.length > 0) {
    fail(
      faults,
      `${location} is not whole: ${count(faults.length)} faults.`,
      "Upload the folder of the version again, then latest.json.",
    );
  }
  printResult(`${location}: ${count(files)} files, ${count(bytes)} bytes, all whole.`);
  if (served === undefined || comparison === undefined) {
    return;
  }
  comparison.finish();
  const { dataVersion, counts } = served.snapshot.meta;
  // Files are read several at a time, in any order.
  const differences = comparison.differences.toSorted();
  if (dataVersion !== latest!.data_version) {
    differences.unshift(`It has version ${latest!.data_version}; the registry has ${dataVersion}.`);
  }
  if (differences.length > 0) {
    fail(
      differences,
      `${location} is not as the registry: ${count(differences.length)} differences.`,
      "Write and upload it again.",
    );
  }
  printResult(
    `It has ${count(comparison.addresses)} of the ${count(counts.adressen)} addresses of the registry, each as there: ` +
      `version ${dataVersion}.`,
  );
}

function fail(faults: readonly string[], summary: string, remedy: string): never {
  for (const fault of faults.slice(0, MAX_FAULTS)) {
    printNote(fault);
  }
  const more = faults.length > MAX_FAULTS ? ` ${count(faults.length - MAX_FAULTS)} more are not shown.` : "";
  throw new AppError("unavailable", `${summary}${more} ${remedy}`);
}

function count(n: number): string {
  return n.toLocaleString("en");
}
