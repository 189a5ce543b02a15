/** Geocodes the file of a header set against its country and counts the answers. */
import { rmSync } from "node:fs";
import { openRegistry } from "../../../src/registry/open-registry.ts";
import { type ColumnCounts, createFileWriter, judgeColumns } from "./column-file.ts";
import { geocodeColumns } from "./geocode-columns.ts";
import type { HeaderSet } from "./header-set.ts";
import { readPlaces } from "./places.ts";

/** Registry of which files of header sets are made. */
export interface JudgedCountry {
  judge(set: HeaderSet): Promise<ColumnCounts>;
  close(): void;
}

/** Opens a data folder, which is removed at the end. */
export function openJudgedCountry(dataDir: string): JudgedCountry {
  const registry = openRegistry(dataDir);
  const write = createFileWriter(readPlaces(dataDir), 1);
  return {
    async judge(set) {
      const file = write(set);
      const { answers } = await geocodeColumns(registry.current()!, file);
      return judgeColumns(file, answers);
    },
    close() {
      registry.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
