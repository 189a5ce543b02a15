/**
 * The slow tests, and the folders and files that each guards. `npm run test:slow` runs all; `.ci/run` those whose
 * guarded folders have changed (main.ts). A row with `rounds` repeats a test of the other tiers with more rounds.
 */
export interface SlowTest {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Folders or files, by path from the root, whose change may break what only this test finds. */
  readonly guards: readonly string[];
  /** Value of `TEST_ROUNDS` for this test. */
  readonly rounds?: number;
}

/** Installation from npm: the files that decide what a clone holds and how it starts. */
const INSTALLATION = [
  "baken",
  "package.json",
  "src/main.ts",
  "src/cli/commands/serve.ts",
  "src/base/version.ts",
];
/** What an artefact holds, and how a release is made. */
const PACKAGES = ["release", "src/base/program-files.ts", "src/base/settings.ts", "test/support/machines"];
/** Life of a server under systemd. */
const SERVICE = [
  "src/base/service-manager.ts",
  "src/http/serving",
  "src/cli/commands/serve.ts",
  "src/registry/file",
];
const PUBLISHING = ["src/import", "src/registry/file", "src/base/sqlite.ts", "src/base/draft-file.ts"];
const SERVING = ["src/http/serving", "src/cli/serve-thread.ts", "src/app.ts"];

export const SLOW_TESTS: readonly SlowTest[] = [
  {
    file: "test/cluster/chaos.slow.test.ts",
    guards: [
      ...["src/accounts", "src/exports", "src/storage", "src/distribution", "deploy", ...SERVING],
      ...["src/base/postgres.ts", "src/base/postgres-migrations.ts", "src/base/thread-calls.ts"],
    ],
  },
  {
    file: "test/fuzz/fuzz-serve.slow.test.ts",
    guards: ["src/http", "src/mcp", "src/app.ts", "src/search/line"],
  },
  { file: "test/cli/npm-install.slow.test.ts", guards: INSTALLATION },
  { file: "test/release/container.slow.test.ts", guards: PACKAGES },
  { file: "test/release/debian-restart.slow.test.ts", guards: [...PACKAGES, ...SERVICE] },
  { file: "test/release/debian-service.slow.test.ts", guards: [...PACKAGES, ...SERVICE] },
  { file: "test/update/country-fuzz.test.ts", guards: ["src/import", "src/registry/schema"], rounds: 40 },
  { file: "test/serving/crash-rounds.full.test.ts", guards: [...PUBLISHING, ...SERVING], rounds: 30 },
  { file: "test/import/crash.full.test.ts", guards: PUBLISHING, rounds: 20 },
  {
    file: "test/exports/export-crash.full.test.ts",
    guards: ["src/exports", "src/tables/write", "src/base/draft-file.ts"],
    rounds: 30,
  },
];

/** Files that every slow test depends on. */
const GUARDED_BY_ALL = ["package-lock.json", "bunfig.toml"];

/** Returns the slow tests that a change of these files, by path from the root, calls for; all when it is not known. */
export function selectSlowTests(changed: readonly string[] | undefined): readonly SlowTest[] {
  if (changed === undefined || changed.some((path) => GUARDED_BY_ALL.includes(path))) {
    return SLOW_TESTS;
  }
  const isTouched = (guard: string) => changed.some((path) => path === guard || path.startsWith(`${guard}/`));
  return SLOW_TESTS.filter(({ file, guards }) => [file, ...guards].some(isTouched));
}
