/** Holds the pages of docs against the declarations in the code. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatePages } from "../../docs/generate.ts";
import { ERROR_CODES } from "../../src/base/errors.ts";
import { SETTINGS } from "../../src/base/settings.ts";
import { Database } from "../../src/base/sqlite.ts";
import { type Command, parseCommand } from "../../src/cli/command.ts";
import { COMMANDS, commandName } from "../../src/cli/commands/index.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { createTables, SCHEMA_VERSION } from "../../src/registry/schema/schema.ts";
import { TILE_LAYERS } from "../../src/tiles/layers.ts";

const ROOT = join(import.meta.dir, "../..");
const readPage = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const ALL_PAGES = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...PAGES.map((name) => `docs/${name}`),
];
const FENCED = /^```.*?^```/gms;

test("the generated pages are up to date; npm run docs writes them", async () => {
  for (const [name, text] of Object.entries(await generatePages())) {
    expect(readPage(`docs/${name}`)).toBe(text);
  }
});

test("interface.md lists every error code of HTTP, cli.md those of commands", () => {
  const text = readPage("docs/interface.md") + readPage("docs/cli.md");
  expect(Object.keys(ERROR_CODES).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

test("interface.md names every path of the endpoints", () => {
  const named = new Set(readPage("docs/interface.md").match(/(?<=[` ])\/[^\s`]+/g));
  expect(ENDPOINTS.length).toBeGreaterThan(40);
  expect(ENDPOINTS.map(({ path }) => path as string).filter((path) => !named.has(path))).toEqual([]);
});

test("tiles.md lists every layer of the tiles with its zooms and fields", () => {
  const rows = new Set(readPage("docs/tiles.md").match(/(?<=^\| )`.*(?= \| [^|]+ \|$)/gm));
  const expected = TILE_LAYERS.map(({ name, minZoom, maxZoom, fields }) => {
    const names = Object.keys(fields).map((field) => `\`${field}\``);
    return `\`${name}\` | ${minZoom}–${maxZoom} | ${names.join(", ")}`;
  });
  expect(expected.filter((row) => !rows.has(row))).toEqual([]);
});

test("no page names published files by an older schema than that of this program", () => {
  const named = ALL_PAGES.filter((page) => page !== "CHANGELOG.md").flatMap((page) =>
    Array.from(readPage(page).matchAll(/current-(\d+)\.json|-schema(\d+)-/g), ([name, ...numbers]) => ({
      page,
      name,
      schema: Number(numbers.find((number) => number !== undefined)),
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ schema }) => !(schema >= SCHEMA_VERSION))).toEqual([]);
});

test("architecture.md names every table of a registry", () => {
  using db = new Database(":memory:");
  createTables(db);
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  expect(tables.length).toBeGreaterThan(20);
  const text = readPage("docs/architecture.md");
  expect(tables.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("docs/README.md links every other page", () => {
  const text = readPage("docs/README.md");
  const others = PAGES.filter((name) => name !== "README.md");
  expect(others.filter((name) => !text.includes(`(${name})`))).toEqual([]);
});

/** Returns the slugs by which GitHub links the headings of a page. */
function listSlugs(text: string): Set<string> {
  const counts = new Map<string, number>();
  const slugs = new Set<string>();
  for (const [, heading = ""] of text.replace(FENCED, "").matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    slugs.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return slugs;
}

function faultOfLink(page: string, link: string): string | undefined {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) {
    return `${page}: ${link}: no such file`;
  }
  const isKnown = heading === undefined || listSlugs(readPage(target)).has(heading);
  return isKnown ? undefined : `${page}: ${link}: no such heading`;
}

test("slugs of headings follow GitHub's rules", () => {
  const text = "# GET /a/{b}\n## `x_y`, [Z](z.md)\n```sh\n# no heading\n```\n### Één\n### Één\n";
  expect([...listSlugs(text)]).toEqual(["get-ab", "x_y-z", "één", "één-1"]);
});

test("every relative link in a page has its file and its heading", () => {
  const links = ALL_PAGES.flatMap((page) => {
    const prose = readPage(page)
      .replace(FENCED, "")
      .replace(/`[^`\n]*`/g, "");
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ page, link }));
  }).filter(({ link }) => !/^[a-z]+:/.test(link));
  expect(links.length).toBeGreaterThan(150);
  const faults = links.map(({ page, link }) => faultOfLink(page, link));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

/** Returns the arguments of every `./baken …` in a text, up to the end of its line, code or substitution. */
function listCommandLines(text: string): string[][] {
  return [...text.matchAll(/\.\/baken(?=[\s`)])([^\n`)]*)/g)].map(([, rest = ""]) =>
    [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, plain]) => (double ?? single ?? plain)!,
    ),
  );
}

function loadCommand(argv: readonly string[]): Promise<Command> | undefined {
  const name = commandName(argv);
  return name === undefined ? undefined : COMMANDS[name]!();
}

test("the commands of README parse", async () => {
  const lines = listCommandLines(readPage("README.md"));
  expect(lines.length).toBeGreaterThan(5);
  for (const argv of lines) {
    const command = await loadCommand(argv);
    if (command === undefined) {
      expect(argv).toEqual(["--help"]);
      continue;
    }
    parseCommand(command, argv.slice(command.name.split(" ").length));
  }
});

test("the commands in docs exist, with their flags", async () => {
  const faults: string[] = [];
  for (const page of PAGES) {
    for (const argv of listCommandLines(readPage(`docs/${page}`))) {
      const command = await loadCommand(argv);
      const known = command && [
        ...Object.keys(command.flags),
        ...command.settings.map((name) => SETTINGS[name].flag),
      ];
      const flags = argv.join(" ").match(/(?<=--)[a-z][a-z0-9-]*/g) ?? [];
      const unknown = flags.filter((flag) => !["help", "version", ...(known ?? [])].includes(flag));
      if (unknown.length > 0) {
        faults.push(`${page}: baken ${argv.join(" ")}: no --${unknown.join(", --")}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test("no page holds the marks of an unresolved merge", () => {
  const marked = ALL_PAGES.filter((page) => /^(<{7} |={7}$|>{7} )/m.test(readPage(page)));
  expect(marked).toEqual([]);
});

test("no comment begins with What, Where, Who or Which: it names what it describes, or says what the code does", () => {
  const files = ["src", "test", "bench", "release", "docs"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|css)$/.test(name) && !name.startsWith("data/"))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(1_500);
  const lines = files.flatMap((file) =>
    readPage(file)
      .split("\n")
      .map((line) => `${file}: ${line}`),
  );
  // A later line of a comment may begin so in the middle of a sentence.
  expect(lines.filter((line) => /: \s*(\/\*\*|\/\/) (What|Where|Who|Which)\b/.test(line))).toEqual([]);
});
