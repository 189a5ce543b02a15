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
export async function verifyStatic(location: string, dataDir: string): Promise<void> {
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
    fail(faults, {
      summary: `${location} is not whole: ${count(faults.length)} faults.`,
      total: faults.length,
      remedy: "Upload the folder of the version again, then latest.json.",
    });
  }
  printResult(`${location}: ${count(files)} files, ${count(bytes)} bytes, all whole.`);
  if (served === undefined || comparison === undefined) {
    return;
  }
  comparison.finish();
  const { dataVersion, counts } = served.snapshot.meta;
  const listed = [...comparison.listed.values()].flat();
  const isOther = dataVersion !== latest!.data_version;
  if (isOther) {
    listed.push(`It has version ${latest!.data_version}; the registry has ${dataVersion}.`);
  }
  const total = comparison.differences + Number(isOther);
  if (total > 0) {
    const summary = `${location} is not as the registry: ${count(total)} differences.`;
    fail(listed, { summary, total, remedy: "Write and upload it again." });
  }
  printResult(
    `It has ${count(comparison.addresses)} of the ${count(counts.adressen)} addresses of the registry, each as there: ` +
      `version ${dataVersion}.`,
  );
}

/** Prints the first faults and throws. Sorts them, because files are read in any order. */
function fail(
  faults: readonly string[],
  { summary, total, remedy }: { summary: string; total: number; remedy: string },
): never {
  const shown = faults.toSorted().slice(0, MAX_FAULTS);
  shown.forEach(printNote);
  const more = total > shown.length ? ` ${count(total - shown.length)} more are not shown.` : "";
  throw new AppError("unavailable", `${summary}${more} ${remedy}`);
}

function count(n: number): string {
  return n.toLocaleString("en");
}
