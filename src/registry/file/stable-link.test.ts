import { describe, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { contentOf, makeFolderWith } from "../../../test/support/registries/folder-contents.ts";
import { newTestFolder } from "../../../test/support/registries/registry-fixture.ts";
import { openReadOnly } from "../../base/sqlite.ts";
import { findLinkFault, updateStableLink } from "./stable-link.ts";

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-03-09.2.gpkg";
const linkOf = (dataDir: string) => readlinkSync(join(dataDir, "current.gpkg"));

describe("a link that baken makes", () => {
  test("leads to the registry that serves, and moves with it", () => {
    const dataDir = makeFolderWith([A, B], A);
    expect(findLinkFault(dataDir)?.kind).toBe("missing");
    expect(updateStableLink(dataDir)).toBeUndefined();
    expect(linkOf(dataDir)).toBe(A);
    writeFileSync(join(dataDir, "current"), B);
    expect(findLinkFault(dataDir)?.kind).toBe("stale");
    expect(updateStableLink(dataDir)).toBeUndefined();
    expect(linkOf(dataDir)).toBe(B);
    expect(findLinkFault(dataDir)).toBeUndefined();
    expect(readdirSync(dataDir).sort()).toEqual(["current", "current.gpkg", A, B]);
  });

  test("replaces one whose registry is gone, and what a killed process left", () => {
    const dataDir = makeFolderWith([B], B);
    symlinkSync(A, join(dataDir, "current.gpkg"));
    symlinkSync(A, join(dataDir, ".current.gpkg.tmp"));
    expect(updateStableLink(dataDir)).toBeUndefined();
    expect(linkOf(dataDir)).toBe(B);
    expect(readdirSync(dataDir).sort()).toEqual(["current", "current.gpkg", B]);
  });

  test("a reader keeps what it has open, and finds the new registry when it opens the link again", () => {
    const dataDir = makeFolderWith([A, B], A);
    updateStableLink(dataDir);
    const count = "SELECT count(*) AS n FROM address";
    const open = () => openReadOnly(join(dataDir, "current.gpkg"));
    using reader = open();
    expect(reader.query(count).get()).toEqual({ n: 17 });
    writeFileSync(join(dataDir, "current"), B);
    updateStableLink(dataDir);
    rmSync(join(dataDir, A));
    expect(reader.query("SELECT count(*) AS n FROM building").get()).toEqual({ n: 1 });
    using again = open();
    expect(again.query(count).get()).toEqual({ n: 17 });
  });

  test("is not made for a folder without a pointer, nor for one that names a file of this name", () => {
    const empty = newTestFolder();
    expect(updateStableLink(empty)).toBeUndefined();
    const own = makeFolderWith(["current.gpkg"], "current.gpkg");
    const before = contentOf(own);
    expect(updateStableLink(own)).toBeUndefined();
    expect(contentOf(own)).toEqual(before);
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe("what a user put there", () => {
  test.each([
    [
      "a file",
      (path: string) => writeFileSync(path, "mine"),
      "is no link, so it stays unchanged. Move it away",
    ],
    ["a folder", (path: string) => mkdirSync(path), "is no link, so it stays"],
    [
      "a link to elsewhere",
      (path: string) => symlinkSync("/srv/mine.gpkg", path),
      "is a link to /srv/mine.gpkg,",
    ],
    ["a link upwards", (path: string) => symlinkSync("../mine.gpkg", path), "is a link to ../mine.gpkg,"],
    [
      "a link to no GeoPackage",
      (path: string) => symlinkSync("accounts.db", path),
      "is a link to accounts.db,",
    ],
  ] as const)("stays: %s", (_what, make, reason) => {
    const dataDir = makeFolderWith([A], A);
    make(join(dataDir, "current.gpkg"));
    const before = contentOf(dataDir);
    expect(updateStableLink(dataDir)).toContain(reason);
    expect(findLinkFault(dataDir)?.kind).toBe("foreign");
    expect(contentOf(dataDir)).toEqual(before);
  });

  test("stays under the name that a link is made under, and the answer says that there is no link", () => {
    const dataDir = makeFolderWith([A], A);
    writeFileSync(join(dataDir, ".current.gpkg.tmp"), "mine");
    expect(updateStableLink(dataDir)).toMatch(
      /^There is no link current\.gpkg to registry-2024-03-08\.gpkg \(EEXIST/,
    );
    expect(readFileSync(join(dataDir, ".current.gpkg.tmp"), "utf8")).toBe("mine");
  });
});
