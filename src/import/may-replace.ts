/** Checks that a registry in a data folder is not replaced by mistake. */
import { adviseOn } from "../registry/folder-advice.ts";
import { type FolderStatus, inspectFolder } from "../registry/inspect-folder.ts";
import type { RegistryFacts } from "../registry/inspect-registry.ts";
import { refuse } from "./refuse.ts";

export interface Replacement {
  readonly isDemo: boolean;
  /** Number of adressen; undefined while nothing has been read. */
  readonly adressen?: number;
  /** True when the user gave --yes. */
  readonly isConfirmed: boolean;
}

/**
 * Throws `import_refused` when, without confirmation, real data would be replaced by a demo or by less than half as
 * many adressen, or the folder cannot be judged. A registry of another schema is judged by its metadata. Always throws
 * when `current` is not a pointer but something of the user's, which nothing may replace.
 */
export function assertMayReplace(dataDir: string, replacement: Replacement): void {
  const verdict = inspectFolder(dataDir);
  const { state } = verdict;
  if (state === "new" || state === "begun") return;
  if (state === "bad pointer" && verdict.pointer.mend === "move") refuse(adviseOn(verdict)!);
  if (replacement.isConfirmed) return;
  const facts = state === "pointed" ? verdict.registry.facts : undefined;
  if (facts?.isDemo === true) return;
  if (facts?.isDemo === undefined || facts.adressen === undefined) refuse(unjudged(verdict));
  const { isDemo, adressen = Number.POSITIVE_INFINITY } = replacement;
  const before = describe(facts);
  if (isDemo)
    refuse(
      `${dataDir} holds real data, ${before}; a fictitious country takes its place only with demo --yes, or give another folder with --data`,
    );
  if (adressen * 2 < facts.adressen)
    refuse(`this would replace ${before} by ${adressen}; repeat with --yes if that is meant`);
}

function describe({ adressen, referenceDate }: RegistryFacts): string {
  return `${adressen} addresses${referenceDate === undefined ? "" : ` of ${referenceDate}`}`;
}

function unjudged(verdict: FolderStatus): string {
  const fault = adviseOn(verdict) ?? `${verdict.dataDir} serves what does not say how much it holds`;
  return `${fault}. Until then nothing is imported over it, unless you repeat with --yes`;
}
