/** Tests which slow tests a change requires, and that everything in the table exists. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeIf } from "../support/processes/describe-if.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { DEPENDENCIES, findBase, listChangedFiles } from "./changed-files.ts";
import { isCalledFor } from "./slow-test.ts";
import { SLOW_TESTS } from "./slow-tests.ts";

const ROOT = join(import.meta.dir, "../..");
const root = mkdtempSync(join(tmpdir(), "baken-slow-tests-"));
afterAll(() => rmSync(root, { recursive: true }));

const filesFor = (changed: readonly string[]) =>
  SLOW_TESTS.filter((row) => isCalledFor(row, changed)).map(({ file }) => file);

describe("selection", () => {
  test("a changed file calls for the tests of its folder, not for those of a folder whose name begins alike", () => {
    expect(filesFor(["src/mcp/tools/geocode.ts"])).toEqual([
      "test/fuzz/fuzz-serve.slow.test.ts",
      "test/mcp/conformance.slow.test.ts",
    ]);
    expect(filesFor(["src/mcp-more/tool.ts", "CHANGELOG.md", "SECURITY.md"])).toEqual([]);
    expect(filesFor(["src/tiles/tile.ts", "src/backup/backup.ts"])).toEqual([
      "test/operator/alerts-of-a-machine.slow.test.ts",
      "test/backup/backup-crash.slow.test.ts",
      "test/web/map.slow.test.ts",
      "test/tiles/pmtiles.slow.test.ts",
      "test/tiles/tile-readers.slow.test.ts",
      "test/web/explorer/explorer-base-map.slow.test.ts",
    ]);
    expect(filesFor(["baken"])).toEqual([
      "test/release/empty-system.slow.test.ts",
      "test/cli/npm-install.slow.test.ts",
      "test/release/npm-package.slow.test.ts",
    ]);
  });

  test("a changed slow test runs itself; changed dependencies run all", () => {
    expect(filesFor(["test/update/country-fuzz.slow.test.ts"])).toEqual([
      "test/update/country-fuzz.slow.test.ts",
    ]);
    expect(filesFor(["package-lock.json"])).toEqual([]);
    const all = SLOW_TESTS.map(({ file }) => file);
    expect(filesFor([DEPENDENCIES])).toEqual(all);
  });

  test("every slow test is in the table, and what the table names exists", () => {
    const slow = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".slow.test.ts"))
      .map((name) => `test/${name}`);
    const listed = SLOW_TESTS.map(({ file }) => file);
    expect(slow.filter((file) => !listed.includes(file))).toEqual([]);
    const named = SLOW_TESTS.flatMap(({ file, guards }) => [file, ...guards]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const repeated = SLOW_TESTS.filter(
      ({ rounds, gate }) => rounds !== undefined || typeof gate === "number",
    );
    const readsRounds = ({ file }: { file: string }) =>
      readFileSync(join(ROOT, file), "utf8").includes("TEST_ROUNDS");
    expect(repeated.filter((one) => !readsRounds(one))).toEqual([]);
  });
});

describeIf(hasProgram("git", "git"), "changed files", () => {
  const upstream = join(root, "upstream");
  const git = (folder: string, ...args: string[]) => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...identity, ...args], { cwd: folder });
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({
      exitCode: 0,
      stderr: "",
    });
    return stdout.toString().trim();
  };
  const commit = (folder: string, name: string) => {
    const path = join(folder, name);
    if (!existsSync(path)) {
      writeFileSync(path, name);
    }
    git(folder, "add", name);
    git(folder, "commit", "--quiet", "--message", name);
  };
  const clone = (name: string) => {
    git(root, "clone", "--quiet", `file://${upstream}`, name);
    return join(root, name);
  };

  git(root, "init", "--quiet", "--initial-branch", "main", "upstream");
  commit(upstream, "first.ts");
  commit(upstream, "second.ts");

  test("of a branch: committed, changed and untracked files, and none that main got meanwhile", () => {
    const folder = clone("branch");
    git(folder, "checkout", "--quiet", "-b", "work");
    commit(folder, "third.ts");
    writeFileSync(join(folder, "first.ts"), "changed");
    writeFileSync(join(folder, "untracked.ts"), "");
    commit(upstream, "meanwhile.ts");
    git(folder, "fetch", "--quiet");
    const base = findBase(folder, "origin/main")!;
    expect(listChangedFiles(folder, base)?.sort()).toEqual(["first.ts", "third.ts", "untracked.ts"]);
  });

  test("leave out sources that differ in comments and types alone", () => {
    const folder = clone("comments");
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const names = ["comment.ts", "code.ts", "element.tsx", "rules.css"];
    write("comment.ts", "/** Adds one. */\nexport const plus = (n: number) => n + 1;\n");
    write("code.ts", "export const limit = 10; // rows\n");
    write("element.tsx", "export const Rule = () => <hr />;\n");
    write("rules.css", "/* a */\n");
    for (const name of names) {
      commit(folder, name);
    }
    const base = git(folder, "rev-parse", "HEAD");
    write("comment.ts", "// Counts.\nexport const plus = (n: bigint) =>\n  n + 1;\n");
    write("code.ts", "export const limit = 11; // rows\n");
    write("element.tsx", "/** Line. */\nexport const Rule = () => <hr />;\n");
    write("rules.css", "/* b */\n");
    expect(listChangedFiles(folder, base)?.sort()).toEqual(["code.ts", "rules.css"]);
  });

  test("report other dependencies, not those of tests", () => {
    const folder = clone("packages");
    const write = (text: object) => writeFileSync(join(folder, "package.json"), JSON.stringify(text));
    write({ dependencies: { one: "1.0.0" }, devDependencies: { two: "2.0.0" } });
    commit(folder, "package.json");
    write({ dependencies: { one: "1.0.0" }, devDependencies: { two: "2.0.1" } });
    expect(listChangedFiles(folder, "HEAD")).toEqual(["package.json"]);
    write({ dependencies: { one: "1.0.1" }, devDependencies: { two: "2.0.0" } });
    expect(listChangedFiles(folder, "HEAD")).toEqual(["package.json", DEPENDENCIES]);
  });

  test("are compared with the commit that is named, if the clone has it", () => {
    const folder = clone("main");
    expect(findBase(folder, undefined)).toBeUndefined();
    expect(findBase(folder, "")).toBeUndefined();
    expect(findBase(folder, "0".repeat(40))).toBeUndefined();
    expect(findBase(root, "HEAD")).toBeUndefined();
    expect(listChangedFiles(folder, findBase(folder, "HEAD~1")!)).toEqual(["meanwhile.ts"]);
    expect(listChangedFiles(folder, findBase(folder, "HEAD")!)).toEqual([]);
  });
});
