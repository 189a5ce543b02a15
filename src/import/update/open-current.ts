/** Opens the registry that an update starts from, and makes the copy that the update changes. */
import { chmodSync, constants, statfsSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname } from "node:path";
import { adviseOn } from "../../registry/folder-advice.ts";
import { listGaps } from "../../registry/imports.ts";
import { inspectFolder } from "../../registry/inspect-folder.ts";
import { COUNTRY, type RegistryMeta } from "../../registry/registry-meta.ts";
import { openRegistry, type Snapshot } from "../../registry/snapshot.ts";
import { listAppliedDeliveries } from "../import-log.ts";
import { refuse } from "../refuse.ts";
import { parseDate } from "../voorkomen.ts";
import type { AppliedDelivery, Gap } from "./order-deliveries.ts";

export interface CurrentRegistry {
  readonly path: string;
  readonly meta: RegistryMeta;
  /**
   * Area that deliveries must be of: COUNTRY, or the codes of the registry's gemeenten that are in use today; when all
   * have merged into others, the codes of those.
   */
  readonly area: readonly string[];
  /** Deliveries already applied in this data folder, to whichever registry. */
  readonly applied: readonly AppliedDelivery[];
  /** Gaps left by updates since the last import. */
  readonly knownGaps: readonly Gap[];
}

/**
 * Reads the served registry; throws `import_refused` when there is none, or one that another version of baken wrote.
 */
export function readCurrent(dataDir: string): CurrentRegistry {
  const fault = adviseOn(inspectFolder(dataDir));
  if (fault !== undefined) return refuse(`nothing to update: ${fault}`);
  const registry = openRegistry(dataDir, (error) => refuse(`nothing to update: ${error.message}`, error));
  try {
    const current = registry.current();
    if (current === undefined) return refuse(`nothing to update: ${dataDir} holds no registry any more`);
    return {
      path: current.path,
      meta: current.meta,
      area: areaOfToday(current),
      applied: listAppliedDeliveries(current.db),
      knownGaps: listGaps(current).map(({ from, to }) => ({ from: parseDate(from)!, to: parseDate(to)! })),
    };
  } finally {
    registry.close();
  }
}

function areaOfToday({ db, meta: { area } }: Snapshot): readonly string[] {
  if (area.includes(COUNTRY)) return area;
  const inUse = db.query<{ code: string }, []>("SELECT code FROM gemeente ORDER BY code").all();
  const codes = inUse.map(({ code }) => code);
  const own = codes.filter((code) => area.includes(code));
  return own.length > 0 ? own : codes;
}

/**
 * Copies a registry; by reference where the file system can clone (btrfs, XFS), which takes no time and no space.
 * Otherwise throws `import_refused` before copying when the disk has no room for the copy and `roomBytes` more.
 */
export async function copyRegistry(from: string, to: string, roomBytes: number): Promise<void> {
  if (!(await isCloned(from, to))) {
    assertRoom(dirname(from), statSync(from).size + roomBytes);
    await copyFile(from, to);
  }
  chmodSync(to, statSync(from).mode | OWNER_MAY_WRITE);
}

const OWNER_MAY_WRITE = 0o200;

async function isCloned(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // The file system cannot clone, or the disk is full: the full copy that follows fails with the reason.
    return false;
  }
}

function assertRoom(folder: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < neededBytes)
    refuse(
      `no space left in ${folder}: an update works on a copy of the registry and needs ${megabytes(neededBytes)}; ${megabytes(freeBytes)} are free`,
    );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
