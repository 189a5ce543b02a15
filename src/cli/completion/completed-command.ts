/** Derives from the table of commands the data from which completions of all shells are written. */
import type { Completes, Setting } from "../../base/setting-values.ts";
import { SETTINGS } from "../../base/settings.ts";
import type { Command } from "../command.ts";

/** Words that may follow an option or a command: none, any text, paths, or one of these. */
export type Completed = "nothing" | "text" | Completes;

interface CompletedOption {
  /** As typed, without `--`. */
  readonly name: string;
  readonly description: string;
  readonly value: Completed;
  readonly isRepeatable: boolean;
}

export interface CompletedCommand {
  /** As typed: `["keys", "create"]`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly positionals: Completed;
}

/** Options that every command understands. */
const HELP: CompletedOption = {
  name: "help",
  description: "Show the options of the command.",
  value: "nothing",
  isRepeatable: false,
};

export function describeCommand({ name, summary, flags, settings, positionals }: Command): CompletedCommand {
  const ownOptions = Object.entries(flags).map(
    ([flag, { type, choices, completes, multiple, description }]): CompletedOption => ({
      name: flag,
      description,
      value: type === "boolean" ? "nothing" : (choices ?? completes ?? "text"),
      isRepeatable: multiple === true,
    }),
  );
  const settingOptions = settings.map((setting): CompletedOption => {
    const { flag, description, completes }: Setting = SETTINGS[setting];
    return { name: flag, description, value: completes ?? "text", isRepeatable: false };
  });
  return {
    words: name.split(" "),
    summary,
    options: [...ownOptions, ...settingOptions, HELP],
    positionals: positionals === undefined ? "nothing" : (positionals.completes ?? "text"),
  };
}

/** Returns the words that begin a command, each once and with a description, in the order of the commands. */
export function firstWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const {
    words: [first = "", second],
    summary,
  } of commands) {
    const earlier = words.get(first);
    const group = earlier === undefined ? `Commands: ${second}` : `${earlier}, ${second}`;
    words.set(first, second === undefined ? summary : group);
  }
  return words;
}

/** Returns the commands of two words by their first word. */
export function groupsOf(commands: readonly CompletedCommand[]): ReadonlyMap<string, CompletedCommand[]> {
  return Map.groupBy(
    commands.filter(({ words }) => words.length > 1),
    ({ words }) => words[0]!,
  );
}

/** Quotes a text for a shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
