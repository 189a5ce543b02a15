/** The executable and its archive: made twice, unpacked elsewhere, and used without Bun and without the repository. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeRelease, PLATFORM, VERSION } from "../support/release/make-release.ts";
import {
  type Program,
  runProgram,
  startProgram,
  useCommands,
  useServer,
  useStdio,
  writeBunTraps,
} from "../support/release/use-program.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const root = makeEmptyFolder();
const dist = join(root, "dist");
const name = `baken-${VERSION}-${PLATFORM}`;
const folder = join(root, "user");
const program: Program = { command: [join(root, name, "baken")], folder };
afterAll(() => rmSync(root, { recursive: true }));

beforeAll(() => {
  makeRelease(dist, "executables", "sbom", "changelog");
  expect(Bun.spawnSync(["tar", "xzf", join(dist, `${name}.tar.gz`), "-C", root]).exitCode).toBe(0);
  writeBunTraps(program);
}, 300_000);

test("two releases have the same bytes, and sha256sum agrees with the checksums", () => {
  const again = join(root, "again");
  makeRelease(again, "executables", "sbom", "changelog");
  const sums = readFileSync(join(dist, "SHA256SUMS"), "utf8");
  expect(readFileSync(join(again, "SHA256SUMS"), "utf8")).toBe(sums);
  expect(sums.match(/ {2}.+$/gm)).toEqual([
    `  CHANGELOG-${VERSION}.md`,
    `  ${name}.tar.gz`,
    `  baken-${VERSION}.cdx.json`,
  ]);
  expect(Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: dist }).exitCode).toBe(0);
}, 300_000);

test("names its version, and the build that the sources have too", async () => {
  expect(await runProgram(program, "--version")).toBe(`${VERSION}\n`);
  const fromSources: Program = { command: [join(import.meta.dir, "../../baken")], folder };
  const described = await runProgram(program, "--version", "--json");
  expect(described).toBe(await runProgram(fromSources, "--version", "--json"));
  expect(JSON.parse(described)).toMatchObject({ version: VERSION, bun: Bun.version, platform: PLATFORM });
});

test("contains no path of the machine that made it, and the licences of what it contains", async () => {
  expect(readFileSync(program.command[0]!).includes(join(import.meta.dir, "../.."))).toBe(false);
  const licences = readFileSync(join(root, name, "THIRD-PARTY-LICENSES.txt"), "utf8");
  expect(licences).toContain("hono 4");
  expect(licences).toContain("WebKit");
  expect(licences).not.toContain("biome");
});

test("imports, finds, exports, updates and makes tiles, in threads too", async () => {
  await useCommands(program);
}, 120_000);

test("serves data, pages and exports, and answers over stdio", async () => {
  await useServer(program);
  await useStdio(program, VERSION);
}, 60_000);

test("a command that is wrong ends with 1", async () => {
  const child = startProgram(program, ["serv"]);
  expect(await child.exited).toBe(1);
  expect(await child.stderr.text()).toContain("Unknown command serv. Did you mean serve?");
});
