import { SETTINGS, type Setting } from "../base/settings.ts";
import type { Command, Flag } from "./command.ts";

/** Renders the help of one command: its usage, its summary, then a line for each option. */
export function renderHelp(command: Command): string {
  const rows = [
    ...Object.entries(command.flags).map(
      ([name, flag]) => [showFlag(name, flag), describeFlag(flag)] as const,
    ),
    ...command.settings.map(
      (name) => [showSetting(SETTINGS[name]), describeSetting(SETTINGS[name])] as const,
    ),
  ];
  const usage = [
    "baken",
    command.name,
    command.positionals?.placeholder,
    rows.length > 0 ? "[options]" : undefined,
  ];
  return [`Usage: ${usage.filter(Boolean).join(" ")}`, "", command.summary, "", ...align(rows)].join("\n");
}

/** Renders the list of commands that `baken`, `baken --help` and `baken keys` print. */
export function renderOverview(commands: readonly Command[]): string {
  return [
    "baken finds any Dutch address: the official BAG extract in one file, served over HTTP and MCP.",
    "",
    "Usage: baken <command> [options]",
    "",
    ...align(commands.map(({ name, summary }) => [name, summary] as const)),
    "",
    "baken <command> --help shows the options of a command.",
  ].join("\n");
}

function align(rows: readonly (readonly [left: string, right: string])[]): string[] {
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

function showSetting({ flag, placeholder }: Setting): string {
  return `--${flag} ${placeholder}`;
}

function describeSetting({ description, env, default: defaultValue }: Setting): string {
  const defaultText = defaultValue === undefined ? "" : ` Default ${defaultValue}.`;
  return `${description}${defaultText} (${env})`;
}
