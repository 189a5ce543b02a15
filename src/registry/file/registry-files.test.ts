import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolderWith } from "../../../test/support/registries/folder-contents.ts";
import { listRegistryFiles, nextRegistryFile } from "./registry-files.ts";

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-04-08.2.gpkg";
const C = "registry-2024-03-08.10.gpkg";
const D = "registry-2023-01-01.11.gpkg";

test("registries are listed as they were published, whatever their dates; other files are left out", () => {
  const others = [
    "registry-2024-03-08.0.gpkg",
    "registry-2024-3-8.gpkg",
    "registry.gpkg",
    "registry-x.gpkg",
    `${A}-journal`,
  ];
  const dataDir = makeFolderWith([D, C, A, B, ...others]);
  expect(listRegistryFiles(dataDir)).toEqual([
    { name: A, referenceDate: "2024-03-08", number: 1 },
    { name: B, referenceDate: "2024-04-08", number: 2 },
    { name: C, referenceDate: "2024-03-08", number: 10 },
    { name: D, referenceDate: "2023-01-01", number: 11 },
  ]);
  expect(listRegistryFiles(join(dataDir, "none"))).toEqual([]);
});

test.each<[readonly string[], string | undefined, number, string]>([
  [[], undefined, 0, "registry-2024-05-08.gpkg"],
  [[A], A, 0, "registry-2024-05-08.2.gpkg"],
  [[A, C], A, 0, "registry-2024-05-08.11.gpkg"],
  // The file is removed; `current` still contains its name.
  [[], B, 0, "registry-2024-05-08.3.gpkg"],
  // All files are removed; the lock file still contains the number of the last publish.
  [[], undefined, 4, "registry-2024-05-08.5.gpkg"],
  [[C], B, 4, "registry-2024-05-08.11.gpkg"],
])("after %j with %j serving and %d publishes comes %s", (names, current, last, next) => {
  expect(nextRegistryFile(makeFolderWith(names, current), "2024-05-08", last).name).toBe(next);
});
