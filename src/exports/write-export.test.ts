import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../registry/file/snapshot.ts";
import { type ExportWhat, KINDS } from "./kinds/index.ts";
import { writeExport } from "./write-export.ts";

const WHAT = Object.keys(KINDS).filter((what) => !what.endsWith("_history")) as ExportWhat[];

test.each(WHAT)("each column of %s alone has the values that it has among all", async (what) => {
  const folder = mkdtempSync(join(tmpdir(), "baken-write-export-"));
  const snapshot = openSnapshot(writeRegistryFixture(join(folder, "registry-2021-10-15.gpkg")));
  const read = async (columns?: readonly string[]) => {
    const pieces: Uint8Array[] = [];
    await writeExport(
      snapshot,
      { what, filter: {}, format: "json", ...(columns && { columns }) },
      { write: async (piece) => pieces.push(piece.slice()), makeScratchFolder: () => folder },
    );
    return JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>[];
  };
  try {
    const all = await read();
    const names = Object.keys(KINDS[what].columns);
    expect(all.map((record) => Object.keys(record))).toEqual(all.map(() => names));
    expect(all.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(await read([name])).toEqual(all.map((record) => ({ [name]: record[name] })));
    }
  } finally {
    snapshot.close();
    rmSync(folder, { recursive: true });
  }
});
