/** Geocodes the file of a header set against its country and counts the answers. */
import { rmSync } from "node:fs";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import { type ColumnCounts, createFileWriter, type DrawOptions, judgeColumns } from "./column-file.ts";
import { geocodeColumns } from "./geocode-columns.ts";
import type { HeaderSet } from "./header-set.ts";
import { readPlaces } from "./places.ts";

/** Registry from which files of header sets are made. */
export interface JudgedCountry {
  judge(set: HeaderSet, draw?: DrawOptions): Promise<ColumnCounts & { readonly said: readonly string[] }>;
  close(): void;
}

/** Opens a data folder, which is removed at the end. */
export function openJudgedCountry(dataDir: string): JudgedCountry {
  const registry = openRegistry(dataDir);
  const places = readPlaces(dataDir);
  return {
    async judge(set, draw) {
      const file = createFileWriter(places, draw)(set);
      const { answers, said } = await geocodeColumns(registry.current()!, file);
      return { ...judgeColumns(file, answers), said };
    },
    close() {
      registry.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
