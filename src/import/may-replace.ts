/** Checks that a registry in a data folder is not replaced by mistake. */
import { describeFolderFault } from "../registry/file/folder-fault.ts";
import { type FolderStatus, inspectFolder } from "../registry/file/inspect-folder.ts";
import type { RegistryFacts } from "../registry/file/inspect-registry.ts";
import { refuseImport } from "./refuse.ts";

export interface Replacement {
  readonly isDemo: boolean;
  /** Number of adressen; undefined while nothing has been read. */
  readonly adressen?: number;
  /** True when the user gave --yes. */
  readonly isConfirmed: boolean;
}

/**
 * Throws `import_refused` when, without confirmation, real data would be replaced by a sample or an invented country,
 * or by less than half as many adressen, or the contents of the folder are unknown. A registry of another schema is
 * judged by its metadata. Always throws when `current` is a file or folder of the user instead of a pointer.
 */
export function assertMayReplace(dataDir: string, replacement: Replacement): void {
  const status = inspectFolder(dataDir);
  const { state } = status;
  if (state === "new" || state === "incomplete") {
    return;
  }
  if (state === "bad pointer" && status.pointer.repair === "move") {
    refuseImport(describeFolderFault(status)!);
  }
  if (replacement.isConfirmed) {
    return;
  }
  const facts = state === "pointed" ? status.registry.facts : undefined;
  if (facts?.isDemo === true) {
    return;
  }
  if (facts?.isDemo === undefined || facts.adressen === undefined) {
    refuseImport(describeUnknownContents(status));
  }
  const { isDemo, adressen = Number.POSITIVE_INFINITY } = replacement;
  const current = describeContents(facts);
  if (isDemo) {
    refuseImport(
      `${dataDir} holds real data, ${current}; to replace it by the sample or an invented country, repeat with --yes; to keep it, give another folder with --data`,
    );
  }
  if (adressen * 2 < facts.adressen) {
    refuseImport(`this would replace ${current} by ${adressen}; repeat with --yes if that is meant`);
  }
}

function describeContents({ adressen, referenceDate }: RegistryFacts): string {
  return `${adressen} addresses${referenceDate === undefined ? "" : ` of ${referenceDate}`}`;
}

function describeUnknownContents(status: FolderStatus): string {
  const reason =
    describeFolderFault(status) ?? `${status.dataDir} holds a registry whose contents cannot be determined`;
  return `${reason}. Until that is fixed, an import refuses to replace it; repeat with --yes to replace it anyway`;
}
