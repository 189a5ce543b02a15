/** Reads the settings from flags and environment variables, and further variables of the environment. */
import { existsSync, fstatSync, readFileSync } from "node:fs";
import { didYouMean } from "./did-you-mean.ts";
import { AppError, messageOf } from "./errors.ts";
import { redactSecrets } from "./log.ts";
import type { Setting } from "./setting-values.ts";
import { SETTINGS, type Settings } from "./settings.ts";

const ENV_PREFIX = "BAKEN_";
const PASSWD = "/etc/passwd";

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
    const given = isShown(setting, text) ? `, not "${redactSecrets(text ?? "")}"` : "";
    throw new AppError("usage", `${source} must be ${parsed.error.issues[0]?.message}${given}.`);
  });
  return Object.fromEntries(values);
}

/** Returns false for a value that may contain a password: the URL of a database, or any URL with a user. */
function isShown(setting: Setting, text = ""): boolean {
  return !setting.isSecret && !/:\/\/.*@/s.test(text);
}

/**
 * Returns true when standard output is the journal of systemd, which keeps all lines and shows them to groups of users:
 * no place for a token.
 */
export function writesToJournal(env: RawValues = process.env): boolean {
  if (env.JOURNAL_STREAM === undefined) {
    return false;
  }
  const { dev, ino } = fstatSync(1);
  return env.JOURNAL_STREAM === `${dev}:${ino}`;
}

/** Returns the user's account name; under `sudo`, the account that called `sudo`. */
export function userName(env: RawValues = process.env): string {
  return env.SUDO_USER || accountName();
}

/**
 * Returns the name of the account of this process, its number where the system has no name for it. Bun takes the name
 * of `os.userInfo()` from the environment, where it may name another user.
 */
function accountName(): string {
  const uid = String(process.getuid?.());
  const lines = existsSync(PASSWD) ? readFileSync(PASSWD, "utf8").split("\n") : [];
  const account = lines.map((line) => line.split(":")).find(([, , id]) => id === uid);
  return account?.[0] ?? `uid ${uid}`;
}

/**
 * Returns undefined when systemd does not run this service as Type=notify. `watchdogMs` is the longest time between two
 * pings when the watchdog is on.
 */
export function readServiceManager(
  env: RawValues = process.env,
): { readonly watchdogMs: number | undefined } | undefined {
  if (!env.NOTIFY_SOCKET) {
    return undefined;
  }
  const watchdogMs = Number(env.WATCHDOG_USEC) / 1000;
  return { watchdogMs: watchdogMs > 0 ? watchdogMs : undefined };
}

/** Variables of the samples in the documentation, which no command uses. */
const SAMPLE_VARIABLES = ["BAKEN_URL", "BAKEN_KEY"];

function assertKnownVariables(env: RawValues): void {
  const known = [...Object.values(SETTINGS).map((setting): string => setting.env), ...SAMPLE_VARIABLES];
  const unknown = Object.keys(env).find((name) => name.startsWith(ENV_PREFIX) && !known.includes(name));
  if (unknown === undefined) {
    return;
  }
  throw new AppError("usage", `Unknown environment variable ${unknown}.${didYouMean(unknown, known)}`);
}

/** Returns a sentence for every variable of a service that this version does not know or whose value it refuses. */
export function listSettingFaults(env: RawValues): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    try {
      readSettings({}, { [name]: value });
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}
