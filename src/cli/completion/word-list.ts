/** Derives the words that shells complete from the table of commands. */
import type { Completes, Setting } from "../../base/setting-values.ts";
import { SETTINGS } from "../../base/settings.ts";
import type { Command } from "../command.ts";

/**
 * Returns a line for each context, `context|words`: nothing, a first word or a command is followed by these words, a
 * command with an option by the values of the option. `<files>` and `<folders>` stand for paths.
 */
export function listWords(commands: readonly Command[]): string[] {
  const names = commands.map(({ name }) => name.split(" "));
  const groups = Map.groupBy(names, ([first = ""]) => first);
  const ofGroups = [...groups].flatMap(([first, members]) => {
    const seconds = members.flatMap(([, second]) => second ?? []);
    return seconds.length === 0 ? [] : [lineOf(first, seconds)];
  });
  return [lineOf("", [...groups.keys(), "--help", "--version"]), ...ofGroups, ...commands.flatMap(linesOf)];
}

/** Returns the line of a command, and a line for each of its options that takes a value. */
function linesOf({ name, flags, settings, positionals }: Command): string[] {
  const own = Object.entries(flags).map(([flag, { type, choices, completes }]) => ({
    flag,
    takesValue: type !== "boolean",
    completes: choices ?? completes,
  }));
  const ofSettings = settings.map((setting) => {
    const { flag, completes }: Setting = SETTINGS[setting];
    return { flag, takesValue: true, completes };
  });
  const options = [...own, ...ofSettings];
  const words = [...wordsOf(positionals?.completes), ...options.map(({ flag }) => `--${flag}`), "--help"];
  const values = options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, completes }) => lineOf(`${name} --${flag}`, wordsOf(completes)));
  return [lineOf(name, words), ...values];
}

function wordsOf(completes: Completes | undefined): readonly string[] {
  return typeof completes === "string" ? [`<${completes}>`] : (completes ?? []);
}

function lineOf(context: string, words: readonly string[]): string {
  return `${context}|${words.join(" ")}`;
}
