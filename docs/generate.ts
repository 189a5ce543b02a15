/** Writes the pages of docs that are derived from declarations: `npm run docs`. */
import { join } from "node:path";
import type { Setting } from "../src/base/setting-values.ts";
import { SETTINGS, type SettingName } from "../src/base/settings.ts";
import type { Command } from "../src/cli/command.ts";
import { COMMANDS } from "../src/cli/commands/index.ts";
import { listFlagRows, showSetting, usageOf } from "../src/cli/help.ts";
import { KINDS } from "../src/exports/kinds/index.ts";
import { replaceRecordTables } from "./record-tables.ts";

const MAX_LINE_LENGTH = 140;

/** Returns the generated pages by file name. */
export async function generatePages(): Promise<Record<string, string>> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return {
    "configuration.md": renderConfiguration(commands),
    "cli.md": renderCommandLine(commands),
    "export-columns.md": renderExportColumns(),
    "interface.md": replaceRecordTables(await Bun.file(join(import.meta.dir, "interface.md")).text()),
  };
}

function renderConfiguration(commands: readonly Command[]): string {
  return joinBlocks([
    "# Configuration",
    generatedFrom("src/base/settings.ts"),
    wrap(
      "A setting is a flag of the [commands](cli.md) that use it, and an environment variable. The flag takes precedence over the " +
        "variable, the variable over the default; an empty variable counts as absent. A command refuses an invalid value, and an unknown " +
        "variable that begins with `BAKEN_`, with exit code 1.",
    ),
    ...Object.entries<Setting>(SETTINGS).map(([name, setting]) =>
      renderSetting(
        setting,
        commands.filter(({ settings }) => settings.includes(name as SettingName)),
      ),
    ),
  ]);
}

function renderSetting(setting: Setting, commands: readonly Command[]): string {
  const defaults = setting.default?.split(",").map(code).join(",\n  ");
  const links = commands.map(({ name }) => `[${name}](cli.md#${anchorOf(name)})`);
  return joinBlocks([
    `## ${setting.flag}`,
    wrap(setting.description),
    [
      `- Flag ${code(showSetting(setting))}, variable ${code(setting.env)}`,
      ...(defaults === undefined ? [] : [`- Default ${defaults}`]),
      wrap(`- Commands: ${links.join(", ")}`),
    ].join("\n"),
  ]).trimEnd();
}

function renderExportColumns(): string {
  return joinBlocks([
    "# Columns of exports",
    generatedFrom("src/registry/schema/record-fields.ts"),
    wrap(
      "Every format of an [export](export.md) has these columns in this order. Identificaties, codes, postcodes and dates are text, so that " +
        "leading zeros stay. A list is a list in JSON, GeoJSON and Parquet, and is joined by `|` in CSV and GeoPackage.",
    ),
    ...Object.entries(KINDS).flatMap(([what, { subject, columns, geometryType }]) => [
      `## ${what}`,
      `A row is one ${subject}. ${GEOMETRY_TEXTS[geometryType ?? "none"]}`,
      [
        "| column | type | content |",
        "|---|---|---|",
        ...Object.entries(columns).map(
          ([name, column]) => `| ${code(name)} | ${column.kind} | ${column.description} |`,
        ),
      ].join("\n"),
    ]),
  ]);
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
        "the version, with `--json` also the build id and the registry's schema. Results go to standard output, notes and progress to standard error.",
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
  const settings = command.settings.map((name) => {
    const { flag } = SETTINGS[name];
    return `[${code(`--${flag}`)}](configuration.md#${flag})`;
  });
  return joinBlocks([
    `## ${command.name}`,
    wrap(command.summary),
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...(flags.length > 0 ? [flags.join("\n")] : []),
    ...(settings.length > 0 ? [wrap(`Settings: ${settings.join(", ")}`)] : []),
  ]).trimEnd();
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

/** Returns the anchor that Markdown viewers give a heading. */
function anchorOf(heading: string): string {
  return heading.replaceAll(" ", "-");
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generatePages())) {
    await Bun.write(join(import.meta.dir, name), text);
  }
}
