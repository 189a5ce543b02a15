/** Writes a snapshot as files for static hosts into a folder of its own. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import type { FolderPart } from "../../../src/static/format.ts";
import { assertOwnFolder, writeLatest } from "../../../src/static/publish.ts";
import { StaticWriter, selectPostcodeAreas } from "../../../src/static/static-writer.ts";
import { VersionFolder } from "../../../src/static/version-folder.ts";

/** Pages of names so small that the beginnings of some hundred names are on several. */
export const SMALL_PAGES = 600;

/** Returns the folder, which the caller removes. */
export function writeStaticFolder(
  s: Snapshot,
  include: readonly FolderPart[] = ["positions"],
  namePageBytes?: number,
): string {
  const out = mkdtempSync(join(tmpdir(), "baken-static-"));
  assertOwnFolder(out);
  using folder = VersionFolder.begin(out, { isPrecompressed: false });
  const writer = new StaticWriter(s, folder, include);
  writer.writeAddresses(selectPostcodeAreas(s), () => undefined);
  writer.writeIndexes(namePageBytes);
  writeLatest(out, writer.publish().latest);
  return out;
}
