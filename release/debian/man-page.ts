/** Makes the manual page baken(1) from the tables of commands and settings. */
import type { Setting } from "../../src/base/setting-values.ts";
import { SETTINGS } from "../../src/base/settings.ts";
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { listFlagRows, showSetting, usageOf } from "../../src/cli/help.ts";

/** Returns the page as source of groff; `date` as it shows, `2026-11-23`. */
export async function renderManPage(version: string, date: string): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const header = `.TH BAKEN 1 "${date}" "baken ${version}" "User Commands"`;
  // Left-aligned: URLs are too long to justify the lines around them.
  return `${[header, ".ad l", ...openingSections(), ...commandSection(commands), ...closingSections()].join("\n")}\n`;
}

function openingSections(): string[] {
  return [
    ".SH NAME",
    roff("baken - finds any Dutch address, over HTTP and MCP"),
    ".SH SYNOPSIS",
    ".B baken",
    ".I command",
    roff("[options]"),
    ".SH DESCRIPTION",
    roff(
      "Turns the official Dutch address registry (BAG) into one file and serves it. Results go to standard output, " +
        "notes and progress to standard error. --help after a command shows its options.",
    ),
  ];
}

function commandSection(commands: readonly Command[]): string[] {
  return [".SH COMMANDS", ...commands.flatMap(describeCommand)];
}

function describeCommand(command: Command): string[] {
  const flags = listFlagRows(command).flatMap(([flag, description]) => entry(flag, description));
  const settings = command.settings.map((name) => `--${SETTINGS[name].flag}`).join(", ");
  return [
    `.SS "${roff(usageOf(command))}"`,
    roff(command.summary),
    ...flags,
    ...(settings === "" ? [] : [".PP", roff(`Settings: ${settings}.`)]),
  ];
}

function closingSections(): string[] {
  return [
    ".SH SETTINGS",
    roff(
      "A setting is a flag of the commands that name it and an environment variable. The flag takes precedence.",
    ),
    ...Object.values<Setting>(SETTINGS).flatMap((setting) =>
      entry(`${showSetting(setting)}, ${setting.env}`, describeSetting(setting)),
    ),
    ".SH EXIT STATUS",
    ...entry("0", "Done."),
    ...entry("1", "You must change something; the message says what."),
    ...entry("2", "A fault of baken, printed with its stack."),
    ".SH FILES",
    ...entry("/etc/baken/baken.env", "Settings of the services, and of bakenctl(8)."),
    ...entry("/var/lib/baken", "Data folder of the services: registries, keys, exports, downloads."),
    ".SH SEE ALSO",
    ".BR bakenctl (8),",
    ".BR systemctl (1)",
  ];
}

function describeSetting({ description, default: defaultValue }: Setting): string {
  return defaultValue === undefined ? description : `${description} Default ${defaultValue}.`;
}

/** Returns an item of a list: its term in bold, its text indented. */
function entry(term: string, text: string): string[] {
  return [".TP", `\\fB${roff(term)}\\fR`, roff(text)];
}

/** Escapes what groff would take for its own: backslashes, hyphens, and dots and quotes that begin a line. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replaceAll("…", "...")
    .replace(/^(?=[.'])/, "\\&");
}
