/** Writes the pages of docs that are derived from declarations: `npm run docs`. */
import { join } from "node:path";
import type { Setting } from "../src/base/setting-values.ts";
import { SETTINGS } from "../src/base/settings.ts";
import type { Command } from "../src/cli/command.ts";
import { COMMANDS } from "../src/cli/commands/index.ts";
import { listFlagRows, showSetting, usageOf } from "../src/cli/help.ts";
import type { ColumnSpec } from "../src/exports/kinds/export-kind.ts";
import { KINDS } from "../src/exports/kinds/index.ts";
import { renderAlerts } from "./alerts.ts";
import { LIMIT_TABLES } from "./limits.ts";
import { renderPastSql } from "./past-sql.ts";
import { findShared, listFields, replaceRecordTables, slugOf } from "./record-tables.ts";

const MAX_LINE_LENGTH = 140;

/** Returns the generated pages, and the alert rules, by their path from this folder. */
export async function generatePages(): Promise<Record<string, string>> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return {
    "configuration.md": renderConfiguration(),
    "cli.md": renderCommandLine(commands),
    "export-columns.md": renderExportColumns(),
    "interface.md": replaceRecordTables(await Bun.file(join(import.meta.dir, "interface.md")).text()),
    "limits.md": renderLimits(),
    "past.sql": renderPastSql(),
    "../deploy/prometheus/alerts.yml": renderAlerts(),
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
      "Each setting is a flag and an environment variable: `--admin-port` is `BAKEN_ADMIN_PORT`. The flag wins over the variable, the " +
        "variable over the default. An empty variable counts as absent. A command refuses an invalid value, and an unknown variable " +
        "that begins with `BAKEN_`, with exit code 1. [Command line](cli.md) lists the settings of each command.",
    ),
    [
      "| setting | default | meaning |",
      "|---|---|---|",
      ...Object.values<Setting>(SETTINGS).map((setting) => {
        const defaults = setting.default?.split(",").map(code).join(", ") ?? "";
        const cells = [code(showSetting(setting)), defaults, setting.description];
        return `| ${cells.map(cell).join(" | ")} |`;
      }),
    ].join("\n"),
  ]);
}

/** Records of interface.md by the kind of export that has their fields. */
const RECORD_OF_KIND: Readonly<Record<string, string>> = {
  addresses: "Address",
  buildings: "Building",
  residences: "Residence",
  streets: "Street",
  cities: "City",
  municipalities: "Municipality",
  areas: "Postcode area",
  address_history: "Address",
  building_history: "Building",
  residence_history: "Residence",
};

function renderExportColumns(): string {
  const kinds = Object.entries(KINDS).map(([name, kind]) => ({ ...kind, name, rows: namesOf(kind.columns) }));
  return joinBlocks([
    "# Columns of exports",
    generatedFrom("src/registry/schema/record-fields.ts"),
    wrap(
      "Every format of an [export](export.md) has these columns in this order. They are text unless another type follows; identificaties, " +
        "codes and postcodes are text too, so that leading zeros stay. A list is a list in JSON, GeoJSON and Parquet, and is joined by `|` " +
        "in CSV and GeoPackage. The geometry is in formats that have geometries. The records of the [interface](interface.md#records) describe the columns; a [table](#other-columns) has " +
        "those that records lack.",
    ),
    ...kinds.map(({ name, subject, geometryType, rows }, at) => {
      const record = RECORD_OF_KIND[name]!;
      const about = `A row is one ${subject}.${GEOMETRY_TEXTS[geometryType ?? "none"]} [Record](interface.md#${slugOf(record)}).`;
      return `## ${name}\n${wrap(`${about} Columns: ${listColumns(rows, kinds.slice(0, at)).join(", ")}.`)}`;
    }),
    ["## Other columns", "| column | in | content |", "|---|---|---|", ...listOtherColumns()].join("\n"),
  ]);
}

function namesOf(columns: Readonly<Record<string, ColumnSpec>>): string[] {
  return Object.entries(columns).map(([name, { kind }]) =>
    kind === "text" ? code(name) : `${code(name)} ${kind}`,
  );
}

/** Minimum number of consecutive columns in common with an earlier kind for which a kind refers to it instead. */
const MIN_SHARED_COLUMNS = 7;

function listColumns(
  rows: readonly string[],
  earlier: readonly { name: string; rows: string[] }[],
): string[] {
  const listed: string[] = [];
  for (let i = 0; i < rows.length; ) {
    const shared = findShared(rows, i, earlier, MIN_SHARED_COLUMNS);
    const last = rows[i + (shared?.length ?? 1) - 1]!;
    listed.push(
      shared === undefined
        ? last
        : `${rows[i]!.split(" ")[0]} to ${last.split(" ")[0]} as in [${shared.name}](#${shared.name})`,
    );
    i += shared?.length ?? 1;
  }
  return listed;
}

/**
 * Returns a row for each column that neither the record of its kind nor an earlier record describes in the same words.
 */
function listOtherColumns(): string[] {
  const described = new Set<string>();
  const kindsOf = new Map<string, string[]>();
  for (const [kind, { columns }] of Object.entries(KINDS)) {
    const fields = listFields(RECORD_OF_KIND[kind]!);
    for (const [name, { description }] of Object.entries<ColumnSpec>(columns)) {
      const key = `${name} | ${description}`;
      if (fields.includes(name)) {
        described.add(key);
      } else if (!described.has(key)) {
        kindsOf.set(key, [...(kindsOf.get(key) ?? []), kind]);
      }
    }
  }
  return Array.from(kindsOf, ([key, kinds]) => {
    const [name = "", description = ""] = key.split(" | ");
    return `| ${code(name)} | ${kinds.join(", ")} | ${description} |`;
  });
}

const GEOMETRY_TEXTS = {
  Point: " Geometry: a point.",
  MultiPolygon: " Geometry: multipolygons.",
  none: " Without geometry.",
};

function renderCommandLine(commands: readonly Command[]): string {
  return joinBlocks([
    "# Command line",
    generatedFrom("src/cli/commands/"),
    wrap(
      "Run `./baken` in the repository. `./baken --help` lists the commands, `--help` after a command its options, `./baken --version` " +
        "the version, with `--json` also the build id and the registry's schema. Results go to standard output, notes and progress to standard " +
        "error. [Configuration](configuration.md) describes the settings. A [table](#settings-of-the-commands) lists the settings of each command.",
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
    ["## Commands", "| command | does |", "|---|---|", ...commands.map(renderRow)].join("\n"),
    ...commands.flatMap((command, at) => renderOptions(command, commands.slice(0, at)) ?? []),
    [
      "## Settings of the commands",
      "| commands | settings |",
      "|---|---|",
      ...Array.from(Map.groupBy(commands, listSettings), ([settings, readers]) =>
        settings === "" ? [] : [`| ${readers.map(({ name }) => code(name)).join(", ")} | ${settings} |`],
      ).flat(),
    ].join("\n"),
  ]);
}

/** Maximum number of options that are described in the row of a command. */
const MAX_IN_ROW = 2;

function renderRow(command: Command): string {
  const flags = rowsOfFlags(command);
  const usage = cell(code(usageOf(command)));
  return flags.length > MAX_IN_ROW
    ? `| [${usage}](#${anchorOf(command)}) | ${cell(command.summary)} |`
    : `| ${usage} | ${cell([command.summary, ...flags.map((row) => row.slice(2))].join(" "))} |`;
}

/** A bar would end the cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function anchorOf({ name }: { readonly name: string }): string {
  return name.replaceAll(" ", "-");
}

/** Returns the section of a command with several options. Options shared with an earlier command become one item. */
function renderOptions(command: Command, earlier: readonly Command[]): string | undefined {
  const rows = rowsOfFlags(command);
  if (rows.length <= MAX_IN_ROW) {
    return undefined;
  }
  const others = earlier.map((other) => ({ name: other.name, rows: rowsOfFlags(other) }));
  const flags: string[] = [];
  for (let i = 0; i < rows.length; ) {
    const shared = findShared(rows, i, others);
    const last = rows[i + (shared?.length ?? 1) - 1]!;
    flags.push(
      shared === undefined
        ? wrap(last)
        : `${flagOf(rows[i]!)} to ${flagOf(last).slice(2)} as of [${shared.name}](#${anchorOf(shared)})`,
    );
    i += shared?.length ?? 1;
  }
  return [`## ${command.name}`, ...flags].join("\n");
}

function rowsOfFlags(command: Command): string[] {
  return listFlagRows(command).map(([flag, description]) => `- ${code(flag)}: ${description}`);
}

/** Returns the item of a flag without its placeholder and description. */
function flagOf(row: string): string {
  return row.replace(/^(- `--[a-z-]+)[^`]*`.*$/s, "$1`");
}

function listSettings({ settings }: Command): string {
  return settings.map((name) => code(`--${SETTINGS[name].flag}`)).join(", ");
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
