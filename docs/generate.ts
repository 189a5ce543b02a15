/** Writes the pages of docs that are derived from declarations: `npm run docs`. */
import { join } from "node:path";
import type { Setting } from "../src/base/setting-values.ts";
import { SETTINGS } from "../src/base/settings.ts";
import type { Command } from "../src/cli/command.ts";
import { COMMANDS } from "../src/cli/commands/index.ts";
import { listFlagRows, showSetting, usageOf } from "../src/cli/help.ts";
import type { ColumnSpec } from "../src/exports/kinds/export-kind.ts";
import { KINDS } from "../src/exports/kinds/index.ts";
import { LIMIT_TABLES } from "./limits.ts";
import { renderPastSql } from "./past-sql.ts";
import { replaceRecordTables } from "./record-tables.ts";

const MAX_LINE_LENGTH = 140;

/** Returns the generated pages by file name. */
export async function generatePages(): Promise<Record<string, string>> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return {
    "configuration.md": renderConfiguration(),
    "cli.md": renderCommandLine(commands),
    "export-columns.md": renderExportColumns(),
    "interface.md": replaceRecordTables(await Bun.file(join(import.meta.dir, "interface.md")).text()),
    "limits.md": renderLimits(),
    "past.sql": renderPastSql(),
  };
}

function renderLimits(): string {
  return joinBlocks([
    "# Limits",
    generatedFrom("docs/limits.ts and the constants that it imports"),
    wrap(
      "Every limit that is not of one parameter alone; [interface](interface.md) has the limits of parameters, [HTTP](http.md#limits) " +
        "how a client sees a limit coming and waits, [keys](keys.md#order-of-the-checks) how requests are counted. A client address is an " +
        "IPv4 address or an IPv6 /64.",
    ),
    ...Object.entries(LIMIT_TABLES).map(([heading, limits]) => {
      const rows = limits.map((cells) => `| ${cells.join(" | ")} |`);
      return [`## ${heading}`, "| limit | value | beyond it |", "|---|---|---|", ...rows].join("\n");
    }),
  ]);
}

function renderConfiguration(): string {
  return joinBlocks([
    "# Configuration",
    generatedFrom("src/base/settings.ts"),
    wrap(
      "A setting is a flag and an environment variable; [command line](cli.md) lists the settings of each command. The flag takes precedence over the " +
        "variable, the variable over the default; an empty variable counts as absent. A command refuses an invalid value, and an unknown " +
        "variable that begins with `BAKEN_`, with exit code 1.",
    ),
    ...Object.values<Setting>(SETTINGS).map(renderSetting),
  ]);
}

function renderSetting(setting: Setting): string {
  const defaults = setting.default?.split(",").map(code).join(", ");
  const names = `${code(showSetting(setting))}, ${code(setting.env)}`;
  return [
    `## ${setting.flag}`,
    wrap(`${names}${defaults === undefined ? "" : `, default ${defaults}`}: ${setting.description}`),
  ].join("\n");
}

function renderExportColumns(): string {
  return joinBlocks([
    "# Columns of exports",
    generatedFrom("src/registry/schema/record-fields.ts"),
    wrap(
      "Every format of an [export](export.md) has these columns in this order. Identificaties, codes, postcodes and dates are text, so that " +
        "leading zeros stay. A list is a list in JSON, GeoJSON and Parquet, and is joined by `|` in CSV and GeoPackage.",
    ),
    ...Object.entries(KINDS).flatMap(([what, { subject, geometryType }], at, kinds) => [
      `## ${what}\nA row is one ${subject}. ${GEOMETRY_TEXTS[geometryType ?? "none"]}`,
      [
        "| column | type | content |",
        "|---|---|---|",
        ...listColumnRows(
          kinds.slice(0, at + 1).map(([kind, { columns }]) => ({ kind, rows: rowsOfColumns(columns) })),
        ),
      ].join("\n"),
    ]),
  ]);
}

interface KindRows {
  readonly kind: string;
  readonly rows: readonly string[];
}

function rowsOfColumns(columns: Readonly<Record<string, ColumnSpec>>): string[] {
  return Object.entries(columns).map(
    ([name, column]) => `| ${code(name)} | ${column.kind} | ${column.description} |`,
  );
}

/** Least columns in a row that a kind has in common with an earlier one and that are then described there only. */
const MIN_SHARED = 3;

/** Returns the rows of the last kind; columns that an earlier kind has in the same order become one row. */
function listColumnRows(kinds: readonly KindRows[]): string[] {
  const { rows } = kinds.at(-1)!;
  const listed: string[] = [];
  for (let i = 0; i < rows.length; ) {
    const [{ kind, length }] = kinds
      .slice(0, -1)
      .map((other) => ({ kind: other.kind, length: sharedLength(rows, i, other.rows) }))
      .concat({ kind: "", length: 0 })
      .sort((a, b) => b.length - a.length) as [{ kind: string; length: number }];
    if (length < MIN_SHARED) {
      listed.push(rows[i++]!);
      continue;
    }
    const [first, last] = [rows[i]!, rows[i + length - 1]!].map((row) => row.split(" | ")[0]);
    listed.push(`${first} to ${last!.slice(2)} | | these ${length} columns as in [${kind}](#${kind}) |`);
    i += length;
  }
  return listed;
}

/** Returns the number of rows from `from` on that stand in `others` in the same order, without others between. */
function sharedLength(rows: readonly string[], from: number, others: readonly string[]): number {
  const start = others.indexOf(rows[from]!);
  let length = 0;
  while (start >= 0 && from + length < rows.length && rows[from + length] === others[start + length]) {
    length++;
  }
  return length;
}

const GEOMETRY_TEXTS = {
  Point: "Geometry: a point, in formats that have geometries.",
  MultiPolygon: "Geometry: multipolygons, in formats that have geometries.",
  none: "Without geometry.",
};

function renderCommandLine(commands: readonly Command[]): string {
  return joinBlocks([
    "# Command line",
    generatedFrom("src/cli/commands/"),
    wrap(
      "Run `./baken` in the repository. `./baken --help` lists the commands, `--help` after a command its options, `./baken --version` " +
        "the version, with `--json` also the build id and the registry's schema. Results go to standard output, notes and progress to standard " +
        "error. [Configuration](configuration.md) describes the settings.",
    ),
    [
      "| exit code | meaning |",
      "|---|---|",
      "| 0 | done |",
      "| 1 | the user must change something: `usage` (invalid command line), `import_refused` (nothing was changed), `not_found`, `unavailable` |",
      "| 2 | internal error, printed with its stack |",
      "| 78 | in place of 1, of `serve` under systemd whose settings are refused: [it is not tried again](debian.md#restarts) |",
      "| 130, 143 | ended by Ctrl-C (SIGINT) or by SIGTERM; `serve` and `mcp` end with 0 then |",
    ].join("\n"),
    ...commands.map(renderCommand),
  ]);
}

function renderCommand(command: Command): string {
  const flags = listFlagRows(command).map(([flag, description]) => wrap(`- ${code(flag)}: ${description}`));
  const settings = command.settings.map((name) => code(`--${SETTINGS[name].flag}`));
  return [
    `## ${command.name}`,
    wrap(`${code(usageOf(command))}: ${command.summary}`),
    ...flags,
    ...(settings.length > 0 ? [wrap(`- Settings: ${settings.join(", ")}`)] : []),
  ].join("\n");
}

function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by npm run docs; do not edit. -->`;
}

function joinBlocks(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

/** Breaks a paragraph or list item into lines; the lines of an item are indented. */
function wrap(text: string): string {
  const indent = text.startsWith("- ") ? "  " : "";
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`.replace(/^ (?! )/, "");
    if (line.length <= MAX_LINE_LENGTH) {
      lines[lines.length - 1] = line;
    } else {
      lines.push(indent + word);
    }
  }
  return lines.join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generatePages())) {
    await Bun.write(join(import.meta.dir, name), text);
  }
}
