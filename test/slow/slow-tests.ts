/**
 * The slow tests, and the folders and files that each guards. `npm run test:slow` runs all; `.ci/run` the short rounds of
 * those with `gate`, then whole tests whose guarded folders have changed (main.ts).
 */
import { PAGE_TESTS } from "./page-tests.ts";
import { type SlowTest, testsIn } from "./slow-test.ts";

/** Installation from npm: the files that decide what a clone holds and how it starts. */
const INSTALLATION = [
  "baken",
  "package.json",
  "src/main.ts",
  "src/cli/commands/serve.ts",
  "src/base/version.ts",
];
/** Makers of the program that every artefact holds. */
const PROGRAM = [
  "release/program.ts",
  "release/run-program.ts",
  "release/platforms.ts",
  "src/base/program-files.ts",
];
const MACHINES = ["test/support/machines", ...PROGRAM];
/** Life of a server under systemd. */
const SERVICE = [
  ...["release/debian", "src/base/service-manager.ts", "src/http/serving/server.ts"],
  ...["src/http/serving/threads.ts", "src/http/serving/readiness.ts", "src/cli/commands/serve.ts"],
];
const IMPORT = ["src/import", "src/registry/schema"];
const PUBLISHING = ["src/import", "src/registry/file", "src/base/sqlite.ts", "src/base/draft-file.ts"];
const SERVING = ["src/http/serving", "src/cli/serve-thread.ts", "src/app.ts"];
const DISTRIBUTION = ["src/distribution", "src/storage", "src/registry/file"];
/** Geocoding of whole files. */
const BATCH = ["src/batch", "src/cli/geocode", "src/cli/commands/geocode.ts", "src/tables/read"];
const EXPORTS = ["src/exports", "src/tables", "src/base/draft-file.ts"];
/** Start and end of the thread that runs jobs. */
const JOB_THREAD = ["src/http/serving/threads.ts", "src/cli/commands/serve.ts"];
const TABLE_WRITERS = ["src/tables/write", "src/tables/table.ts"];
/** Comparison of the history with an oracle that reads the XML alone. */
const PAST = [...IMPORT, "src/registry/history", "src/registry/index", "test/support/oracles/history"];
/** State that several nodes share, and what they do with it. */
const CLUSTER = [
  ...[
    "src/accounts",
    "src/exports",
    "src/storage",
    "src/base/postgres.ts",
    "src/base/store-operations.ts",
    "src/base/postgres-migrations.ts",
  ],
  ...["src/base/thread-calls.ts", "deploy", ...SERVING],
];
/** Watching: alert rules, metrics, and commands that report what is wrong. */
const WATCHING = [
  "deploy",
  "src/operator",
  "src/http/serving/metrics.ts",
  "src/http/serving/process-metrics.ts",
];

export const SLOW_TESTS: readonly SlowTest[] = [
  // The longest of the gate begins first.
  {
    file: "test/release/empty-system.slow.test.ts",
    guards: [...INSTALLATION, "src/import/sample"],
    rounds: 1,
    gate: 1,
  },
  // Whole: README's line for the tests too.
  { file: "test/release/empty-system.slow.test.ts", guards: ["README.md", "test/run-tests.ts"] },
  { file: "test/release/debian-service.slow.test.ts", guards: [...MACHINES, ...SERVICE] },
  {
    file: "test/release/debian-package.slow.test.ts",
    guards: ["release/debian", "src/base/settings.ts", "src/cli/commands", "src/cli/help.ts"],
  },
  {
    file: "test/release/container.slow.test.ts",
    guards: [...MACHINES, "release/container", "release/container-image.ts"],
  },
  { file: "test/cli/npm-install.slow.test.ts", guards: INSTALLATION },
  {
    file: "test/release/npm-package.slow.test.ts",
    guards: [...INSTALLATION, ...PROGRAM, "release/npm", "release/npm-package.ts"],
    gate: 1,
  },
  {
    file: "test/release/executable.slow.test.ts",
    guards: [...PROGRAM, "release/executable.ts", "release/executable-archives.ts"],
  },
  {
    file: "test/release/install-sizes.slow.test.ts",
    guards: ["docs/install.md", "release/npm-package.ts", "release/container-image.ts", ...PROGRAM],
  },
  { file: "test/release/schema-upgrade.slow.test.ts", guards: [...DISTRIBUTION, "src/registry/schema"] },
  { file: "test/cluster/schema-upgrade.slow.test.ts", guards: [...DISTRIBUTION, "src/registry/schema"] },
  { file: "test/cluster/chaos.slow.test.ts", guards: [...CLUSTER, "src/distribution"] },
  { file: "test/cluster/service.slow.test.ts", guards: CLUSTER, gate: "whole" },
  { file: "test/accounts/postgres-nodes.slow.test.ts", guards: CLUSTER, gate: "whole" },
  {
    file: "test/fuzz/fuzz-serve.slow.test.ts",
    guards: ["src/http", "src/interfaces", "src/mcp", "src/app.ts", "src/search/line"],
  },
  {
    file: "test/web/files/files-limited.slow.test.ts",
    guards: ["src/pages/files", "src/pages/kit/client/trouble", "src/http/pipeline"],
  },
  { file: "test/mcp/conformance.slow.test.ts", guards: ["src/mcp", "test/mcp-conformance"] },
  { file: "test/http/client-package.slow.test.ts", guards: ["src/http/client", "release/client"] },
  {
    file: "test/http/form-package.slow.test.ts",
    guards: [
      "release/client",
      "src/pages/form/client/form-module.ts",
      "src/pages/form/client/component/public-types.ts",
    ],
  },
  {
    file: "test/cli/sample-start.slow.test.ts",
    guards: [
      "src/cli/import-sample.ts",
      "src/cli/commands/serve.ts",
      "src/import/sample",
      "src/import/publish.ts",
      "src/registry/file/import-state.ts",
      "src/base/program-files.ts",
    ],
  },
  {
    file: "test/cli/folder-states.slow.test.ts",
    guards: ["src/main.ts", "src/cli", "src/import", "src/registry/file"],
  },
  {
    file: "test/operator/alerts-of-traffic.slow.test.ts",
    guards: [...WATCHING, "src/http/pipeline", "src/http/serving"],
  },
  { file: "test/operator/alert-rules.slow.test.ts", guards: ["deploy"] },
  { file: "test/operator/alerts-of-nodes.slow.test.ts", guards: [...WATCHING, "src/distribution"] },
  {
    file: "test/operator/alerts-of-stores.slow.test.ts",
    guards: [...WATCHING, "src/accounts", "src/storage", "src/distribution"],
  },
  { file: "test/operator/alerts-of-a-machine.slow.test.ts", guards: [...WATCHING, "src/backup"] },
  {
    file: "test/backup/backup-crash.slow.test.ts",
    guards: ["src/backup", "src/cli/commands/backup.ts", "src/accounts/sqlite", "src/base/sqlite.ts"],
    rounds: 20,
    gate: 2,
  },
  { file: "test/distribution/follow-source.slow.test.ts", guards: [...DISTRIBUTION, ...SERVING] },
  { file: "test/distribution/patches.slow.test.ts", guards: DISTRIBUTION },
  { file: "test/distribution/two-publishers.slow.test.ts", guards: DISTRIBUTION, gate: 2 },
  { file: "test/country/geometry-in-areas.slow.test.ts", guards: ["tools/country", "src/geo"] },
  { file: "test/country/past.slow.test.ts", guards: ["tools/country", "test/support/oracles/history"] },
  {
    file: "test/country/import-of-demo.slow.test.ts",
    guards: ["tools/country", ...IMPORT],
  },
  {
    file: "test/import/download.slow.test.ts",
    guards: ["src/import/download", "src/cli/commands/import.ts", "src/storage"],
  },
  { file: "src/import/derive/links/link-adressen.test.ts", guards: IMPORT, rounds: 8 },
  { file: "test/update/derived-tables.slow.test.ts", guards: IMPORT, rounds: 12, gate: 1 },
  { file: "test/update/country-fuzz.slow.test.ts", guards: IMPORT },
  { file: "test/update/equality-with-import.slow.test.ts", guards: IMPORT, gate: 1 },
  {
    file: "test/update/sixty-days.slow.test.ts",
    guards: [...IMPORT, "src/registry/history", "src/exports/kinds/history.ts"],
  },
  { file: "test/update/crash.slow.test.ts", guards: [...PUBLISHING, "src/registry/schema"], gate: 1 },
  {
    file: "test/history/answers-equal-oracle.slow.test.ts",
    guards: [...IMPORT, "src/registry/history", "test/support/oracles/history"],
    gate: 1,
  },
  { file: "test/history/oracle-counts.slow.test.ts", guards: ["test/support/oracles/history"] },
  {
    file: "test/history/exports-equal-oracle.slow.test.ts",
    guards: [...IMPORT, "src/registry/history", "src/exports/kinds", "test/support/oracles/history"],
  },
  {
    file: "test/history/former-weesp.slow.test.ts",
    guards: [
      "src/registry/history",
      "src/search",
      "src/batch",
      "src/interfaces",
      "test/support/oracles/history",
    ],
  },
  {
    file: "src/import/integrity-checks.slow.test.ts",
    guards: ["src/import/integrity-checks.ts", "src/base/sqlite.ts"],
  },
  {
    file: "test/import/hostile-files.slow.test.ts",
    guards: ["src/import/companions", "src/import/xml", "src/import/extract", "src/base/bounded-process.ts"],
  },
  { file: "test/import/crash.slow.test.ts", guards: PUBLISHING, rounds: 20, gate: 2 },
  {
    file: "test/serving/crash-rounds.slow.test.ts",
    guards: [...PUBLISHING, ...SERVING],
    rounds: 30,
    gate: 2,
  },
  {
    file: "test/serving/hot-swap-threads.slow.test.ts",
    guards: ["src/registry/file", "src/search/index", ...SERVING],
  },
  { file: "test/serving/truncated-registry.slow.test.ts", guards: ["src/registry/file", ...SERVING] },
  { file: "test/serving/hot-swap-load.slow.test.ts", guards: ["src/registry/file", ...SERVING] },
  { file: "test/serving/slow-bodies.slow.test.ts", guards: ["src/http/parameters/body.ts", ...SERVING] },
  { file: "test/geocode/dialects.slow.test.ts", guards: [...BATCH, "src/search"] },
  { file: "test/geocode/columns/header-sets.slow.test.ts", guards: [...BATCH, "src/search"] },
  {
    file: "test/geocode/recheck-rows.slow.test.ts",
    guards: [...BATCH, "src/registry/history", "src/exports/geocode", "test/support/oracles/history"],
  },
  { file: "test/geocode/resume.slow.test.ts", guards: BATCH },
  { file: "test/geocode/office-files.slow.test.ts", guards: ["src/tables", ...BATCH] },
  { file: "test/geocode/round-trip.slow.test.ts", guards: ["src/tables", "src/search", ...BATCH] },
  { file: "test/relevance/autocomplete.slow.test.ts", guards: ["src/search"] },
  {
    file: "test/search/joined-additions.slow.test.ts",
    guards: ["src/search", "src/batch", "src/registry/schema/number-parts.ts"],
  },
  { file: "test/relevance/generated-lines.slow.test.ts", guards: ["src/search"] },
  {
    file: "test/exports/export-crash.slow.test.ts",
    guards: [...EXPORTS, ...JOB_THREAD],
    rounds: 30,
    gate: 2,
  },
  { file: "test/exports/export-store.slow.test.ts", guards: [...EXPORTS, "src/storage"] },
  { file: "test/exports/geocode-store.slow.test.ts", guards: [...EXPORTS, "src/storage", "src/batch"] },
  {
    file: "test/exports/export-store-crash.slow.test.ts",
    guards: [...EXPORTS, ...JOB_THREAD, "src/storage"],
    rounds: 15,
  },
  {
    file: "test/exports/geocode-crash.slow.test.ts",
    guards: [...EXPORTS, ...JOB_THREAD, "src/batch"],
    rounds: 20,
  },
  { file: "src/tables/write/xlsx-writer.slow.test.ts", guards: ["src/tables/write/xlsx-writer.ts"] },
  { file: "test/exports/expanding-uploads.slow.test.ts", guards: [...EXPORTS, "src/batch"] },
  { file: "test/files/dialects.slow.test.ts", guards: ["src/pages/files/server", "src/exports/sessions"] },
  { file: "test/web/map.slow.test.ts", guards: ["src/pages/explorer", "src/pages/kit", "src/tiles"] },
  { file: "test/tiles/pmtiles.slow.test.ts", guards: ["src/tiles"] },
  { file: "test/tiles/tile-readers.slow.test.ts", guards: ["src/tiles", "docs/tiles.md"] },
  { file: "test/static/drawn-country.slow.test.ts", guards: ["src/static", "src/http/client/static"] },
  {
    file: "test/static/weesp-lookups.slow.test.ts",
    guards: ["src/static", "src/http/client/static", "src/search"],
  },
  {
    file: "test/interfaces/features-of-country.slow.test.ts",
    guards: ["src/interfaces", "src/registry/index", "src/registry/read"],
  },
  { file: "test/interfaces/qgis.slow.test.ts", guards: ["src/interfaces"] },
  {
    file: "test/docs/samples.full.test.ts",
    guards: ["docs", "test/support/docs", "deploy", "src/cli"],
    rounds: 2,
  },
  { file: "bench/run/stop.slow.test.ts", guards: ["bench/run.ts", "bench/run", "bench/shared"] },
  { file: "test/release/debian-restart.slow.test.ts", guards: [...MACHINES, ...SERVICE] },
  ...PAGE_TESTS,
  ...testsIn(
    "test/accounts",
    ["src/accounts", "src/cli/commands/keys.ts", "src/base/sqlite.ts"],
    [
      "audit",
      "file-system-faults",
      "keys-commands",
      "replaced-database",
      "root-and-service",
      "server-limits",
      "stores-under-load",
    ],
  ),
  ...testsIn(
    "test/accounts",
    ["src/accounts", "src/base/postgres.ts", "src/base/postgres-url.ts"],
    ["database-passwords", "postgres-outage", "redis-nodes"],
  ),
  ...testsIn("test/analysis", ["src/registry/schema", "docs/analysis.md"], ["analysis-page"]),
  ...testsIn(
    "test/changes",
    ["src/registry/history", "src/import/update", "docs/changes.md"],
    ["follow-copy"],
  ),
  ...testsIn(
    "test/cli",
    ["src/cli", "src/registry/file"],
    ["current-link", "open", "small-disk", "use-pinned"],
  ),
  ...testsIn("test/cli", ["src/cli", "src/base/settings.ts"], ["completion"]),
  ...testsIn("test/cli", ["src/cli", "src/import/sample", "src/import/publish.ts"], ["sample"]),
  ...testsIn("test/country", ["tools/country"], ["fictitious-country", "xml-structure"]),
  ...testsIn("test/distribution", DISTRIBUTION, ["agreement", "fetch", "signed-source"]),
  ...testsIn("test/exports", [...EXPORTS, "src/registry/history"], ["history-kinds", "kinds", "xlsx"]),
  ...testsIn("test/exports", EXPORTS, ["other-programs"]),
  ...testsIn("test/exports", CLUSTER, ["postgres-jobs"]),
  ...testsIn("test/geocode", [...BATCH, "src/registry/history"], ["recheck", "columns/wide"]),
  ...testsIn("test/http", ["src/http", "src/interfaces"], ["openapi-fuzz", "openapi-lint"]),
  ...testsIn("test/http", ["src/http/client", "release/client"], ["client-download"]),
  ...testsIn("test/import", IMPORT, [
    "bad-input",
    "cbs-areas",
    "objects-in-pieces",
    "odd-extracts",
    "unordered-objects",
  ]),
  ...testsIn("test/import", PAST, ["history-weesp", "kept-voorkomens-weesp"]),
  ...testsIn("test/history", PAST, [
    "changes-equal-oracle",
    "recheck-weesp",
    "rewound-extracts",
    "weesp-oracle",
  ]),
  ...testsIn(
    "test/interfaces",
    ["src/interfaces", "src/search", "src/http/parameters"],
    ["joined-additions", "repeated-lists"],
  ),
  ...testsIn(
    "test/operator",
    [...WATCHING, "src/cli/commands/doctor.ts"],
    ["doctor", "monitoring", "nodes-of-one-version"],
  ),
  ...testsIn("test/registry", ["src/registry/file", "src/import/publish.ts"], ["attached-files"]),
  ...testsIn(
    "test/registry",
    ["src/registry/schema", "src/import/derive", "src/registry/read"],
    ["analyst-layers"],
  ),
  ...testsIn("test/search", ["src/search"], ["geocode-line-parameters", "hostile-lines", "index-update"]),
  ...testsIn("test/serving", SERVING, ["damaged-history", "exhausted-files", "slow-clients"]),
  ...testsIn("test/serving", [...SERVING, "src/http/request-host.ts", "docs/proxies.md"], ["proxies"]),
  ...testsIn("src/tables/write", TABLE_WRITERS, ["gpkg-writer", "parquet-writer"]),
  ...testsIn("test/update", IMPORT, ["area", "area-weesp", "real-delivery", "synchronised", "weesp-history"]),
  ...testsIn("test/update", PAST, ["recheck-updated", "updated-history"]),
];
