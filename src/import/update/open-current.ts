/** Opens the registry that an update starts from, and makes the copy that the update changes. */
import { chmodSync, constants, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname } from "node:path";
import { formatMegabytes } from "../../base/disk-space.ts";
import { describeFolderFault, importCommands } from "../../registry/file/folder-fault.ts";
import { listGaps } from "../../registry/file/imports.ts";
import { inspectFolder } from "../../registry/file/inspect-folder.ts";
import { openRegistry } from "../../registry/file/open-registry.ts";
import { ALL_GEMEENTEN, type RegistryMeta } from "../../registry/file/registry-meta.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { parseDate } from "../extract/dates.ts";
import { type AppliedDelivery, listAppliedDeliveries } from "../import-log.ts";
import { assertFreeSpace, refuseImport } from "../refuse.ts";
import type { Gap } from "./order-deliveries.ts";

export interface CurrentRegistry {
  readonly path: string;
  readonly meta: RegistryMeta;
  /**
   * Area that deliveries must be of: ALL_GEMEENTEN, or the codes of the registry's gemeenten that are still in use.
   * When all of these have merged into others, the codes of the others.
   */
  readonly area: readonly string[];
  /** Deliveries already applied in this data folder, to any registry. */
  readonly appliedDeliveries: readonly AppliedDelivery[];
  /** Gaps left by updates since the last import. */
  readonly knownGaps: readonly Gap[];
}

/**
 * Reads the served registry; throws `import_refused` when there is none, or one that another version of baken wrote.
 */
export function readCurrentRegistry(dataDir: string): CurrentRegistry {
  const fault = describeFolderFault(inspectFolder(dataDir));
  if (fault !== undefined) {
    return refuseImport(`nothing to update: ${fault}`);
  }
  const registry = openRegistry(dataDir, (error) =>
    refuseImport(`nothing to update: ${error.message}`, error),
  );
  try {
    const current = registry.current();
    if (current === undefined) {
      return refuseImport(`nothing to update: the registry of ${dataDir} was removed meanwhile`);
    }
    assertIsNoSample(current.meta, dataDir);
    return {
      path: current.path,
      meta: current.meta,
      area: currentAreaOf(current),
      appliedDeliveries: listAppliedDeliveries(current.db),
      knownGaps: listGaps(current).map(({ from, to }) => ({ from: parseDate(from)!, to: parseDate(to)! })),
    };
  } finally {
    registry.close();
  }
}

function assertIsNoSample(meta: RegistryMeta, dataDir: string): void {
  if (meta.sample !== undefined) {
    refuseImport(
      `the sample in ${dataDir} takes no updates (${describeTestData(meta)}). Load an extract first, then update it: ${importCommands(dataDir)}`,
    );
  }
}

function currentAreaOf({ db, meta: { area } }: Snapshot): readonly string[] {
  if (area.includes(ALL_GEMEENTEN)) {
    return area;
  }
  const inUse = db.query<{ code: string }, []>("SELECT code FROM gemeente ORDER BY code").all();
  const codes = inUse.map(({ code }) => code);
  const stillInUse = codes.filter((code) => area.includes(code));
  return stillInUse.length > 0 ? stillInUse : codes;
}

/**
 * Copies a registry; by reference where the file system can clone (btrfs, XFS), which takes no time and no space.
 * Otherwise throws `import_refused` before copying when the disk has no room for the copy and `extraBytes` more.
 */
export async function copyRegistry(from: string, to: string, extraBytes: number): Promise<void> {
  if (!(await tryClone(from, to))) {
    const neededBytes = statSync(from).size + extraBytes;
    assertFreeSpace(
      dirname(from),
      neededBytes,
      (freeBytes) =>
        `an update works on a copy of the registry and needs ${formatMegabytes(neededBytes)}; ${formatMegabytes(freeBytes)} are free`,
    );
    await copyFile(from, to);
  }
  chmodSync(to, statSync(from).mode | OWNER_WRITE_BIT);
}

const OWNER_WRITE_BIT = 0o200;

async function tryClone(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // The file system cannot clone, or the disk is full: the full copy that follows fails with the reason.
    return false;
  }
}
