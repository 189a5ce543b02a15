import type { Setting } from "../base/setting-values.ts";
import { SETTINGS } from "../base/settings.ts";
import type { Command, Flag } from "./command.ts";

/** Left and right column of a line of the help. */
type HelpRow = readonly [option: string, description: string];

/** Minimum width of the column of descriptions after the options, in characters. */
const MIN_COLUMN = 40;

/**
 * Renders the help of one command: its usage, its summary, then its options. `width`: characters of a line of the
 * terminal.
 */
export function renderHelp(command: Command, width = Number.POSITIVE_INFINITY): string {
  const settingRows = command.settings.map((name): HelpRow => {
    const setting = SETTINGS[name];
    return [showSetting(setting), describeSetting(setting)];
  });
  const rows = [...listFlagRows(command), ...settingRows];
  const summary = wrap(command.summary, width);
  return [`Usage: ${usageOf(command)}`, "", ...summary, "", ...align(rows, width)].join("\n");
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
export function renderOverview(commands: readonly Command[], width = Number.POSITIVE_INFINITY): string {
  return [
    "baken finds any Dutch address: the official BAG extract in one file, served over HTTP and MCP.",
    "",
    "Usage: baken <command> [options]",
    "",
    ...align(
      commands.map(({ name, summary }): HelpRow => [name, summary]),
      width,
    ),
    "",
    "baken <command> --help shows the options of a command.",
  ].join("\n");
}

/** Aligns the descriptions after the options, or below each option where the terminal is too narrow for that. */
function align(rows: readonly HelpRow[], width: number): string[] {
  const leftWidth = Math.max(0, ...rows.map(([left]) => left.length));
  const isNarrow = width - leftWidth - 4 < MIN_COLUMN;
  const indent = " ".repeat(isNarrow ? 6 : leftWidth + 4);
  return rows.flatMap(([left, right]) => {
    const [first, ...others] = wrap(right, width - indent.length);
    const begin = isNarrow ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(leftWidth)}  ${first}`];
    return [...begin, ...others.map((line) => `${indent}${line}`)];
  });
}

/** Divides a text into lines of at most `width` characters; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
  }
  return lines;
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
