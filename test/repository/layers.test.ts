/**
 * Enforces the layers of docs/architecture.md: a file imports from its own folder or from folders that its part may
 * import, type imports included.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const SRC = join(ROOT, "src");
const BELOW_SEARCH = ["base", "geo", "registry"];
const BELOW_HTTP = [
  ...BELOW_SEARCH,
  "storage",
  "tables",
  "search",
  "batch",
  "accounts",
  "exports",
  "tiles",
  "static",
];
const BELOW_PAGES = [...BELOW_HTTP, "http"];
const BELOW_PAGE_SERVERS = [...BELOW_PAGES, "pages/kit", "pages/kit/server"];
const BELOW_APP = [...BELOW_PAGE_SERVERS, "mcp", "interfaces", "pages"];
const BELOW_CLI = [
  ...BELOW_APP,
  "app.ts",
  "import",
  "distribution",
  "backup",
  "operator",
  "pages/operator/server",
];

/**
 * Parts that each part may import besides itself: the table of docs/architecture.md. Each page's server and client is a
 * part of its own; both import the files beside their folders, which import nothing. A client also imports the types of
 * its server, so that no answer is declared twice; bundles have no types.
 */
const ALLOWED: Record<string, readonly string[]> = {
  base: [],
  geo: ["base"],
  storage: ["base"],
  tables: ["base", "geo"],
  registry: ["base", "geo"],
  search: BELOW_SEARCH,
  batch: [...BELOW_SEARCH, "tables", "search"],
  accounts: BELOW_SEARCH,
  exports: [...BELOW_SEARCH, "storage", "tables", "search", "batch", "accounts"],
  backup: [...BELOW_SEARCH, "accounts"],
  tiles: BELOW_SEARCH,
  static: [...BELOW_SEARCH, "search"],
  import: [...BELOW_SEARCH, "tables", "search"],
  distribution: [...BELOW_SEARCH, "storage", "tables", "search", "accounts", "import"],
  http: BELOW_HTTP,
  mcp: [...BELOW_HTTP, "http"],
  interfaces: [...BELOW_HTTP, "http"],
  operator: [...BELOW_HTTP, "http", "distribution"],
  "pages/kit": [],
  "pages/kit/server": [...BELOW_PAGES, "pages/kit"],
  "pages/kit/client": ["pages/kit"],
  "pages/explorer": [],
  "pages/explorer/server": [...BELOW_PAGE_SERVERS, "pages/explorer"],
  "pages/explorer/client": ["pages/kit", "pages/kit/client", "pages/explorer"],
  "pages/files": [],
  "pages/files/server": [...BELOW_PAGE_SERVERS, "pages/files"],
  "pages/files/client": ["pages/kit", "pages/kit/client", "pages/files"],
  "pages/form/server": BELOW_PAGE_SERVERS,
  "pages/form/client": ["pages/kit/client"],
  "pages/reference": [],
  "pages/reference/server": [...BELOW_PAGE_SERVERS, "pages/reference"],
  "pages/reference/client": ["pages/kit/client", "pages/reference"],
  "pages/operator": [],
  "pages/operator/server": [...BELOW_PAGE_SERVERS, "operator", "pages/operator"],
  "pages/operator/client": ["pages/kit/client", "pages/operator"],
  pages: [
    ...BELOW_PAGE_SERVERS,
    "pages/explorer/server",
    "pages/files/server",
    "pages/form/server",
    "pages/reference/server",
  ],
  "app.ts": BELOW_APP,
  cli: BELOW_CLI,
  "main.ts": [...BELOW_CLI, "cli"],
};

/** Files of other parts that scripts of pages import: the typed client, and data and functions without imports. */
const FOR_BROWSERS = [
  "base/errors.ts",
  "base/fault-rules.ts",
  "base/language.ts",
  "base/loopback.ts",
  "batch/texts/corrections.ts",
  "batch/texts/reasons.ts",
  "batch/texts/roles.ts",
  "batch/texts/statuses.ts",
  "http/client/client.ts",
  "http/client/static/static-client.ts",
  "registry/file/test-data.ts",
  "registry/schema/boundary-sources.ts",
  "registry/schema/bouwjaar-classes.ts",
  "tiles/style.ts",
  "operator/health/health-texts.ts",
  "operator/nodes/node-facts.ts",
];

/** Floors within a part, by rank: a file imports from its own folder or a lower floor. */
const FLOORS: Record<string, number> = {
  "registry/schema": 0,
  "registry/file": 1,
  "registry/index": 2,
  "registry/read": 3,
  "registry/history": 4,
  "search/line": 0,
  "search/index": 1,
  "search/places": 2,
  "search/match": 3,
  search: 4,
  import: 0,
  "import/xml": 1,
  "import/companions": 1,
  "import/extract": 2,
  "import/objects": 3,
  "import/download": 3,
  "import/derive": 4,
  "import/derive/history": 5,
  "import/derive/links": 5,
  "import/derive/spatial": 5,
  "import/steps": 6,
  "import/threads": 7,
  "import/update": 7,
  "http/parameters": 0,
  "http/schemas": 0,
  http: 1,
  "http/pipeline": 2,
  "http/endpoints": 3,
  "http/openapi": 3,
  "http/serving": 3,
  "http/client": 4,
  "mcp/tools": 0,
  mcp: 1,
  "http/client/static": 5,
};
/** Files that run all floors of their part. */
const ABOVE_FLOORS = ["import/run-import.ts"];

interface Import {
  from: string;
  to: string;
  /** True for `import type`. */
  isType: boolean;
}

function listSources(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.ts$/.test(file))
    .sort();
}

/** Lists the files of a folder and those below it, tests included, by their path from the root. */
function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`);
}

/** Lists the relative imports of a file as paths below `root`: static, dynamic, re-exports and threads alike. */
function listImports(from: string, root = SRC): Import[] {
  const text = readFileSync(join(root, from), "utf8");
  const specifiers = text.matchAll(/(^import type [^"]*)?(?:from\s*|import\s*\(?\s*)"(\.[^"]+)"/gm);
  const imports = [...specifiers].map(([, type, specifier]) => ({
    from,
    to: relative(root, join(root, dirname(from), specifier!)),
    isType: type !== undefined,
  }));
  const threads = [...text.matchAll(/threadUrl\(\s*"([^"]+)"/g)];
  return [...imports, ...threads.map(([, to]) => ({ from, to: to!, isType: false }))];
}

/** Returns the part of a file: its first folder; of pages, the folder of the page or of one of its sides. */
function partOf(file: string): string {
  const side = /^pages\/[\w-]+(\/(client|server)(?=\/))?(?=\/)/.exec(file);
  return side?.[0] ?? file.split("/")[0]!;
}

/** Returns the reason why an import breaks the layers; `undefined` when it does not. */
function layerFault({ from, to, isType }: Import): string | undefined {
  if (to.startsWith("..")) {
    return to.endsWith("package.json") ? undefined : `${from} reaches outside src: ${to}`;
  }
  const [a, b] = [partOf(from), partOf(to)];
  if (a.endsWith("/client") && FOR_BROWSERS.includes(to)) {
    return undefined;
  }
  if (isType && a.endsWith("/client") && b === a.replace("client", "server")) {
    return undefined;
  }
  if (ALLOWED[a] === undefined || ALLOWED[b] === undefined) {
    return `${from} -> ${to}: ${a} or ${b} is no part`;
  }
  return a === b || ALLOWED[a].includes(b)
    ? undefined
    : `${from} imports ${to}, but ${a} may not import ${b}`;
}

/** Returns the reason why an import within a part breaks its floors; `undefined` when it does not. */
function floorFault({ from, to }: Import): string | undefined {
  const [a, b] = [FLOORS[dirname(from)], FLOORS[dirname(to)]];
  if (dirname(from) === dirname(to) || ABOVE_FLOORS.includes(from)) {
    return undefined;
  }
  if (a !== undefined && b !== undefined && b < a) {
    return undefined;
  }
  return `${from} (floor ${a}) imports ${to} (floor ${b})`;
}

const imports = listSources().flatMap((file) => listImports(file));

describe("layers", () => {
  test("the scan sees the imports of every part", () => {
    expect(new Set(imports.map(({ from }) => partOf(from))).size).toBeGreaterThan(6);
    expect(imports.length).toBeGreaterThan(100);
  });

  test("every import points to its own folder or to a part that it may import", () => {
    expect(imports.map(layerFault).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test("every import within a part with floors points to its own folder or a lower floor", () => {
    const parts = new Set(Object.keys(FLOORS).map(partOf));
    const within = imports.filter(({ from, to }) => partOf(from) === partOf(to) && parts.has(partOf(from)));
    expect(new Set(within.map(({ from }) => dirname(from)))).toEqual(new Set(Object.keys(FLOORS)));
    expect(within.map(floorFault).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test("serving never imports what makes a registry", () => {
    const isServing = (file: string) => /^(http|mcp|interfaces|pages|operator|app\.ts)\b/.test(file);
    const isMaking = (file: string) => partOf(file) === "import";
    expect(imports.filter(({ from, to }) => isServing(from) && isMaking(to))).toEqual([]);
  });

  test("of the generator of countries, only its command knows more than the words and numbers of the BAG", () => {
    const files = listFiles("tools/country").filter((file) => !file.endsWith(".test.ts"));
    const reached = files.flatMap((file) => listImports(file, ROOT));
    const allowed = /^(tools\/country|src\/(base|geo|registry|search))\//;
    const above = reached.filter(({ to }) => !allowed.test(to)).map(({ from }) => from);
    expect([...new Set(above)].sort()).toEqual(["tools/country/main.ts", "tools/country/make-country.ts"]);
  });

  test("only the files that open a store or counters know their implementation", () => {
    const importersOf = (folder: string) => {
      const isInside = (file: string) => file.startsWith(`${folder}/`);
      return new Set(
        imports.filter(({ from, to }) => isInside(to) && !isInside(from)).map(({ from }) => from),
      );
    };
    expect([...importersOf("accounts/sqlite")]).toEqual([
      "accounts/open-accounts.ts",
      "exports/sqlite/sqlite-job-store.ts",
    ]);
    expect([...importersOf("exports/sqlite")]).toEqual(["exports/open-job-store.ts"]);
    expect([...importersOf("accounts/postgres")]).toEqual(["accounts/open-accounts.ts"]);
    expect([...importersOf("exports/postgres")]).toEqual(["exports/open-job-store.ts"]);
    expect([...importersOf("accounts/redis")]).toEqual(["accounts/open-counters.ts"]);
    const isOutside = (file: string) => partOf(file) !== "accounts";
    expect([...importersOf("accounts/memory")].filter(isOutside)).toEqual([]);
  });

  test("commands and serving know no database, nor which of them has the accounts", () => {
    // Scripts of pages run in browsers; their texts may name settings.
    const isUser = (file: string) =>
      /^(http|mcp|interfaces|pages|operator|app\.ts|cli|main\.ts)\b/.test(file) &&
      !partOf(file).endsWith("/client");
    const isDriver = (file: string) => file === "base/sqlite.ts" || file.startsWith("base/postgres");
    expect(imports.filter(({ from, to }) => isUser(from) && isDriver(to))).toEqual([]);
    // These files do not check whether the accounts are in a database: they pass the place on unchanged.
    const isPostgresNamed = (file: string) => /postgres/i.test(readFileSync(join(SRC, file), "utf8"));
    expect(listSources().filter((file) => isUser(file) && isPostgresNamed(file))).toEqual([]);
  });

  test("no file is reached from itself", () => {
    const others = ["release", "tools"].flatMap(listFiles).flatMap((file) => listImports(file, ROOT));
    const next = Map.groupBy([...imports, ...others], ({ from }) => from);
    const isOnCycle = (start: string): boolean => {
      const seen = new Set<string>();
      const open = (next.get(start) ?? []).map(({ to }) => to);
      for (let file = open.pop(); file !== undefined; file = open.pop()) {
        if (file === start) {
          return true;
        }
        if (seen.has(file)) {
          continue;
        }
        seen.add(file);
        open.push(...(next.get(file) ?? []).map(({ to }) => to));
      }
      return false;
    };
    expect([...next.keys()].filter(isOnCycle)).toEqual([]);
  });

  test("no file has a name that says nothing, and none is longer than 400 lines", () => {
    const files = ["src", "test", "bench", "release", "tools"].flatMap(listFiles);
    const vague = /(^|\/)(utils?|helpers?|common|misc|manager|types)\b/;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
    const lineCount = (file: string) => readFileSync(join(ROOT, file), "utf8").split("\n").length - 1;
    // Printed types, and a table of data.
    expect(files.filter((file) => lineCount(file) > 400)).toEqual([
      "src/http/client/endpoint-types.ts",
      "test/support/oracles/specification-table.ts",
    ]);
  });

  test("only the settings read the environment, only main exits, only base opens databases", () => {
    const holders = (pattern: RegExp) =>
      listSources().filter((file) => pattern.test(readFileSync(join(SRC, file), "utf8")));
    // Samples of the reference are programs of users, who keep their key there.
    expect(holders(/process\.env/)).toEqual(["base/config.ts", "pages/reference/code-samples.ts"]);
    expect(holders(/process\.exit\(/)).toEqual(["main.ts"]);
    expect(holders(/"bun:sqlite"/)).toEqual(["base/sqlite.ts"]);
    expect(holders(/\bnew SQL\(/)).toEqual(["base/postgres.ts"]);
  });
});
