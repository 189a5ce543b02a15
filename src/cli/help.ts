import type { Setting } from "../base/setting-values.ts";
import { SETTINGS } from "../base/settings.ts";
import type { Command, Flag } from "./command.ts";

/** Left and right column of a line of the help. */
type HelpRow = readonly [option: string, description: string];

/** Renders the help of one command: its usage, its summary, then a line for each option. */
export function renderHelp(command: Command): string {
  const settingRows = command.settings.map((name): HelpRow => {
    const setting = SETTINGS[name];
    return [showSetting(setting), describeSetting(setting)];
  });
  const rows = [...listFlagRows(command), ...settingRows];
  return [`Usage: ${usageOf(command)}`, "", command.summary, "", ...align(rows)].join("\n");
}

/** Returns the command as typed, with placeholders for its arguments. */
export function usageOf({ name, positionals, flags, settings }: Command): string {
  const hasOptions = Object.keys(flags).length + settings.length > 0;
  return ["baken", name, positionals?.placeholder, hasOptions && "[options]"].filter(Boolean).join(" ");
}

/** Returns a row for each flag that belongs to the command alone. */
export function listFlagRows({ flags }: Command): HelpRow[] {
  return Object.entries(flags).map(([name, flag]) => [showFlag(name, flag), describeFlag(flag)]);
}

/** Renders the list of commands that `baken`, `baken --help` and `baken keys` print. */
export function renderOverview(commands: readonly Command[]): string {
  return [
    "baken finds any Dutch address: the official BAG extract in one file, served over HTTP and MCP.",
    "",
    "Usage: baken <command> [options]",
    "",
    ...align(commands.map(({ name, summary }): HelpRow => [name, summary])),
    "",
    "baken <command> --help shows the options of a command.",
  ].join("\n");
}

function align(rows: readonly HelpRow[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function showFlag(name: string, { type, placeholder = "VALUE", multiple }: Flag): string {
  if (type === "boolean") {
    return `--${name}`;
  }
  return `--${name} ${placeholder}${multiple ? " …" : ""}`;
}

function describeFlag({ description, choices, required }: Flag): string {
  const choicesText = choices === undefined ? "" : ` One of ${choices.join(", ")}.`;
  return `${description}${choicesText}${required ? " Required." : ""}`;
}

export function showSetting({ flag, placeholder }: Setting): string {
  return `--${flag} ${placeholder}`;
}

function describeSetting({ description, env, default: defaultValue }: Setting): string {
  const defaultText = defaultValue === undefined ? "" : ` Default ${defaultValue}.`;
  return `${description}${defaultText} (${env})`;
}
