/** Reads the settings from flags and environment variables. */
import { didYouMean } from "./did-you-mean.ts";
import { AppError } from "./errors.ts";
import { SETTINGS, type Setting, type Settings } from "./settings.ts";

const ENV_PREFIX = "BAKEN_";

type RawValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the value of every setting: its flag, else its environment variable, else its default. `flags` is keyed by
 * setting name. An empty variable counts as absent. Throws `usage` for an invalid value and for an unknown variable
 * that begins with `BAKEN_`.
 */
export function readSettings(flags: RawValues = {}, env: RawValues = process.env): Settings {
  const [unknown] = listUnknownVariables(env);
  if (unknown !== undefined) {
    throw new AppError("usage", unknown);
  }
  const values = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const flag = flags[name];
    const text = flag ?? (env[setting.env] || setting.default);
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) {
      return [name, parsed.data];
    }
    const source = flag === undefined ? setting.env : `--${setting.flag}`;
    throw new AppError("usage", describeInvalid(source, parsed.error.issues[0]?.message, text));
  });
  return Object.fromEntries(values);
}

/** Returns a sentence for every variable of a service that this version does not know or whose value it refuses. */
export function listSettingFaults(env: RawValues): string[] {
  const invalid = Object.values<Setting>(SETTINGS).flatMap(({ env: name, schema }) => {
    const parsed = schema.safeParse(env[name] || undefined);
    return env[name] && !parsed.success
      ? [describeInvalid(name, parsed.error.issues[0]?.message, env[name])]
      : [];
  });
  return [...listUnknownVariables(env), ...invalid];
}

function describeInvalid(source: string, expected: string | undefined, text: string | undefined): string {
  return `${source} must be ${expected}, not "${text}".`;
}

function listUnknownVariables(env: RawValues): string[] {
  const known = Object.values(SETTINGS).map((setting): string => setting.env);
  return Object.keys(env)
    .filter((name) => name.startsWith(ENV_PREFIX) && !known.includes(name))
    .map((name) => `Unknown environment variable ${name}.${didYouMean(name, known)}`);
}
