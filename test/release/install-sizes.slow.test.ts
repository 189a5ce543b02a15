/** Compares the sizes in docs/install.md with the artefacts that a release makes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "../support/processes/find-program.ts";
import { makeRelease } from "../support/release/make-release.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const PAGE = readFileSync(join(import.meta.dir, "../../docs/install.md"), "utf8");
/** File, compressed and installed megabytes of the rows that name a file. */
const ROWS = PAGE.split("\n").flatMap((line) => {
  const [, artefact = "", , compressed = "", installed = ""] = line.split("|");
  const file = /`(baken\S+)`/.exec(artefact)?.[1];
  return file === undefined
    ? []
    : [[file, Number.parseFloat(compressed), Number.parseFloat(installed)] as const];
});
const canMake = ["buildah", "dpkg-deb"].every((name) => hasProgram(name, name));

test("the table names the artefacts for this platform", () => {
  expect(ROWS.map(([file]) => /[^.]+$/.exec(file)![0])).toEqual(["gz", "tgz", "deb", "gz"]);
});

describe.if(canMake && process.arch === "x64")("the artefacts of a release", () => {
  const root = makeEmptyFolder();
  const dist = join(root, "dist");
  afterAll(() => rmSync(root, { recursive: true }));
  beforeAll(() => makeRelease(dist, "executables", "npm", "container", "deb"), 600_000);

  /** Returns the bytes of the unpacked files of an artefact. */
  function unpackedBytes(file: string): number {
    const path = join(dist, file);
    const line = file.endsWith(".deb") ? 'dpkg-deb --fsys-tarfile "$1" | wc -c' : 'zcat "$1" | wc -c';
    const { stdout, stderr, exitCode } = Bun.spawnSync(["sh", "-c", line, "sh", path]);
    expect([exitCode, stderr.toString()]).toEqual([0, ""]);
    return Number(stdout.toString());
  }

  test.each(ROWS)("%s", (file, compressed, installed) => {
    // A tenth, and the rounding error.
    const isAbout = (megabytes: number, stated: number) =>
      expect(Math.abs(megabytes - stated), `${megabytes} MB, stated ${stated}`).toBeLessThan(
        0.5 + stated / 10,
      );
    isAbout(statSync(join(dist, file)).size / 1e6, compressed);
    // npm adds Bun, which the package does not contain.
    if (!file.endsWith(".tgz")) {
      isAbout(unpackedBytes(file) / 1e6, installed);
    }
  });
});
