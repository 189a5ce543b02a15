/** Declaration format of commands; their parsing, types and help are derived from it. */
import { parseArgs } from "node:util";
import { readSettings } from "../base/config.ts";
import { didYouMean } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import type { Completes, Setting } from "../base/setting-values.ts";
import { SETTINGS, type SettingName, type Settings } from "../base/settings.ts";

export interface Flag {
  readonly type: "text" | "integer" | "boolean";
  readonly placeholder?: string;
  readonly completes?: Completes;
  /** May be given more than once; the value is a list. */
  readonly multiple?: true;
  readonly required?: true;
  /** The only values accepted. */
  readonly choices?: readonly string[];
  readonly description: string;
}
export type Flags = Readonly<Record<string, Flag>>;

type FlagType<F extends Flag> = F["type"] extends "integer"
  ? number
  : F["type"] extends "boolean"
    ? boolean
    : F extends { choices: readonly (infer C)[] }
      ? C
      : string;
type FlagValue<F extends Flag> = F extends { multiple: true }
  ? FlagType<F>[]
  : F extends { required: true }
    ? FlagType<F>
    : F["type"] extends "boolean"
      ? boolean
      : FlagType<F> | undefined;

export interface Arguments<F extends Flags, S extends SettingName> {
  readonly flags: { readonly [K in keyof F]: FlagValue<F[K]> };
  readonly settings: Pick<Settings, S>;
  readonly positionals: readonly string[];
}

export interface Command<F extends Flags = Flags, S extends SettingName = SettingName> {
  /** As typed, the second word included: `keys create`. */
  readonly name: string;
  readonly summary: string;
  /** Placeholder in the help, and bounds of the number of arguments without a flag; absent when there are none. */
  readonly positionals?: {
    readonly placeholder: string;
    readonly completes?: Completes;
    readonly min: number;
    readonly max: number;
  };
  /** Keyed by the flag as typed, without `--`. */
  readonly flags: F;
  /** The settings it needs; each can be given as a flag. */
  readonly settings: readonly S[];
  /**
   * True for a command whose failures metrics and doctor report until it succeeds (base/folder-notes.ts); absent:
   * never.
   */
  isWatched?(args: Arguments<F, S>): boolean;
  /** `loadCommands` loads all commands, for a command that describes them. */
  run(args: Arguments<F, S>, loadCommands: () => Promise<readonly Command[]>): void | Promise<void>;
}

export function defineCommand<const F extends Flags, const S extends SettingName>(
  definition: Command<F, S>,
): Command<F, S> {
  return definition;
}

/** Parses and checks the arguments of a command. Throws `usage` with the first fault. */
export function parseCommand(definition: Command, argv: readonly string[]): Arguments<Flags, SettingName> {
  const settingFlags = definition.settings.map((name): [SettingName, Setting] => [name, SETTINGS[name]]);
  const { values, positionals } = parseRawValues(
    definition,
    settingFlags.map(([, setting]) => setting.flag),
    argv,
  );
  const flags = Object.entries(definition.flags).map(([name, flag]) => [
    name,
    readFlag(name, flag, values[name]),
  ]);
  const { placeholder, min, max } = definition.positionals ?? { placeholder: "", min: 0, max: 0 };
  if (max === 0 && positionals.length > 0) {
    // Not shown: it may be the rest of a password with a space.
    throw new AppError(
      "usage",
      `${definition.name} takes flags only, but got ${positionals.length} without one. Quote a value that ` +
        "contains spaces.",
    );
  }
  if (positionals.length < min || positionals.length > max) {
    throw new AppError(
      "usage",
      `Expected ${placeholder}, but got ${positionals.join(" ") || "no arguments"}.`,
    );
  }
  const settings = readSettings(
    Object.fromEntries(
      settingFlags.map(([name, { flag }]) => [name, values[flag]?.at(-1) as string | undefined]),
    ),
  );
  return { flags: Object.fromEntries(flags), settings, positionals };
}

type RawValues = Readonly<Record<string, (string | boolean)[] | undefined>>;

function parseRawValues(definition: Command, settingFlags: readonly string[], argv: readonly string[]) {
  const options: Record<string, { type: "string" | "boolean"; multiple: true }> = {};
  for (const flag of settingFlags) {
    options[flag] = { type: "string", multiple: true };
  }
  for (const [name, { type }] of Object.entries(definition.flags)) {
    options[name] = { type: type === "boolean" ? "boolean" : "string", multiple: true };
  }
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "option") {
      assertFlag(token, options);
    }
  }
  return { values: values as RawValues, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function assertFlag(
  { name, rawName, value }: OptionToken,
  options: Readonly<Record<string, { type: string }>>,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options).map((flag) => `--${flag}`);
    throw new AppError("usage", `Unknown option ${rawName}.${didYouMean(rawName, known)}`);
  }
  if (option.type === "string" && value === undefined) {
    throw new AppError("usage", `${rawName} needs a value.`);
  }
  if (option.type === "boolean" && value !== undefined) {
    throw new AppError("usage", `${rawName} takes no value.`);
  }
}

function readFlag(name: string, flag: Flag, given: readonly (string | boolean)[] = []): unknown {
  if (flag.type === "boolean") {
    return given.length > 0;
  }
  const values = given.map((text) => readFlagText(name, flag, String(text)));
  if (flag.required && values.length === 0) {
    const choices = flag.choices === undefined ? "" : `: one of ${flag.choices.join(", ")}`;
    throw new AppError("usage", `--${name} is required${choices}.`);
  }
  return flag.multiple ? values : values.at(-1);
}

function readFlagText(name: string, { type, choices }: Flag, text: string): string | number {
  if (choices !== undefined && !choices.includes(text)) {
    throw new AppError("usage", `--${name} must be one of ${choices.join(", ")}, not "${text}".`);
  }
  if (type !== "integer") {
    return text;
  }
  if (!/^\d{1,15}$/.test(text)) {
    throw new AppError("usage", `--${name} must be a whole number, not "${text}".`);
  }
  return Number(text);
}
