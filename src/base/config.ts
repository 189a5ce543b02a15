/** Reads the settings from flags and environment variables. */
import { didYouMean } from "./did-you-mean.ts";
import { AppError } from "./errors.ts";
import { redactSecrets } from "./redact.ts";
import { SETTINGS, type Setting, type Settings } from "./settings.ts";

const ENV_PREFIX = "BAKEN_";

type RawValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the value of every setting: its flag, else its environment variable, else its default. `flags` is keyed by
 * setting name. An empty variable counts as absent. Throws `usage` for an invalid value and for an unknown variable
 * that begins with `BAKEN_`.
 */
export function readSettings(flags: RawValues = {}, env: RawValues = process.env): Settings {
  assertKnownVariables(env);
  const values = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const flag = flags[name];
    const text = flag ?? (env[setting.env] || setting.default);
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) {
      return [name, parsed.data];
    }
    const source = flag === undefined ? setting.env : `--${setting.flag}`;
    throw new AppError(
      "usage",
      `${source} must be ${parsed.error.issues[0]?.message}, not "${redactSecrets(text ?? "")}".`,
    );
  });
  return Object.fromEntries(values);
}

function assertKnownVariables(env: RawValues): void {
  const known = Object.values(SETTINGS).map((setting): string => setting.env);
  const unknown = Object.keys(env).find((name) => name.startsWith(ENV_PREFIX) && !known.includes(name));
  if (unknown === undefined) {
    return;
  }
  throw new AppError("usage", `Unknown environment variable ${unknown}.${didYouMean(unknown, known)}`);
}
