import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { AppError } from "./errors.ts";
import { isLoopback } from "./loopback.ts";

/** Version of the software, apart from the interface's `v1` and from the date of the data. */
export const SOFTWARE_VERSION: string = packageJson.version;

/** One setting: its flag, its environment variable and what both accept as text. */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly placeholder: string;
  readonly schema: z.ZodType<unknown, string | undefined>;
  /** As a user would type it; absent means the setting may stay unset. */
  readonly default?: string;
  readonly description: string;
}

const ENV_PREFIX = "BAKEN_";

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65_535, "a number from 0 to 65535");

function integerUpTo(max: number) {
  const expected = `a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, expected)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, expected);
}

/** Returns true for a URL from which data may be downloaded: https, or http to this machine; no credentials. */
function isSourceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") {
    return false;
  }
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** URLs separated by commas; a comma inside a URL is kept. */
const sourceUrls = z
  .string()
  .transform((text) => text.trim().split(/\s*,\s*(?=https?:)/))
  .refine((list) => list.every(isSourceUrl), "https URLs separated by commas");

const optionalSourceUrls = z.union(
  [z.literal("none").transform((): string[] => []), sourceUrls],
  "none, or https URLs separated by commas",
);

/** Every setting of baken. Flags, environment and `--help` come from this table. */
export const SETTINGS = {
  data: {
    flag: "data",
    env: "BAKEN_DATA",
    placeholder: "DIR",
    schema: z.string().min(1, "the path of a folder"),
    default: "./data",
    description: "Folder that holds the registries and accounts.db.",
  },
  host: {
    flag: "host",
    env: "BAKEN_HOST",
    placeholder: "HOST",
    schema: z.string().min(1, "a host name or address"),
    default: "127.0.0.1",
    description: "IP address or host name to listen on; 0.0.0.0 or :: for all addresses of this machine.",
  },
  port: {
    flag: "port",
    env: "BAKEN_PORT",
    placeholder: "PORT",
    schema: portNumber,
    default: "8080",
    description: "Port to listen on; 0 takes a free one.",
  },
  threads: {
    flag: "threads",
    env: "BAKEN_THREADS",
    placeholder: "N",
    schema: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, "a number from 1 to 999")
      .transform(Number)
      .optional(),
    description:
      "Number of threads that answer requests. Default: one per processor core; always one on systems other than Linux.",
  },
  adminPort: {
    flag: "admin-port",
    env: "BAKEN_ADMIN_PORT",
    placeholder: "PORT",
    schema: portNumber.optional(),
    description: "Separate port for GET /metrics, which needs no key. Default: metrics are not served.",
  },
  adminHost: {
    flag: "admin-host",
    env: "BAKEN_ADMIN_HOST",
    placeholder: "HOST",
    schema: z.string().min(1, "a host name or address"),
    default: "127.0.0.1",
    description: "IP address or host name that the admin port listens on.",
  },
  trustedProxies: {
    flag: "trusted-proxies",
    env: "BAKEN_TRUSTED_PROXIES",
    placeholder: "CIDR,…",
    schema: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((range) => range.trim())
          .filter((range) => range !== ""),
      ),
    description:
      "IP addresses and CIDR ranges, separated by commas, of proxies whose X-Forwarded-… headers are trusted. Default: none.",
  },
  accessLog: {
    flag: "access-log",
    env: "BAKEN_ACCESS_LOG",
    placeholder: "on|off",
    schema: z.enum(["on", "off"], "on or off").transform((text) => text === "on"),
    default: "off",
    description:
      "Write one line of JSON to standard error for each request, with the id of its key, never the token.",
  },
  publicUrl: {
    flag: "public-url",
    env: "BAKEN_PUBLIC_URL",
    placeholder: "URL",
    schema: z
      .url({ protocol: /^https?$/, error: "an http or https URL" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    description: "URL under which users reach this server; links in answers begin with it.",
  },
  exportRetentionHours: {
    flag: "export-retention-hours",
    env: "BAKEN_EXPORT_RETENTION_HOURS",
    placeholder: "HOURS",
    schema: integerUpTo(8_760),
    default: "24",
    description: "Hours for which the file of a completed export is kept.",
  },
  exportsPerKey: {
    flag: "exports-per-key",
    env: "BAKEN_EXPORTS_PER_KEY",
    placeholder: "N",
    schema: integerUpTo(1_000),
    default: "20",
    description: "Maximum number of exports of one API key that may be waiting or running.",
  },
  exportsQueued: {
    flag: "exports-queued",
    env: "BAKEN_EXPORTS_QUEUED",
    placeholder: "N",
    schema: integerUpTo(100_000),
    default: "100",
    description: "Maximum number of exports of all API keys together that may be waiting or running.",
  },
  keepRegistries: {
    flag: "keep-registries",
    env: "BAKEN_KEEP_REGISTRIES",
    placeholder: "N",
    schema: integerUpTo(1_000),
    default: "2",
    description:
      "Number of registries to keep, including the current one; older ones are removed when no process reads them.",
  },
  extractSource: {
    flag: "extract-source",
    env: "BAKEN_EXTRACT_SOURCE",
    placeholder: "URL,…",
    schema: sourceUrls,
    default:
      "https://service.pdok.nl/lv/bag/atom/bag.xml,https://service.pdok.nl/kadaster/adressen/atom/v1_0/adressen.xml",
    description:
      "URLs where --download finds the BAG extract: Atom feeds (….xml), of which the first that lists it is used, or the file itself.",
  },
  gemeentenSource: {
    flag: "gemeenten-source",
    env: "BAKEN_GEMEENTEN_SOURCE",
    placeholder: "URL,…",
    schema: optionalSourceUrls,
    default:
      "https://service.pdok.nl/kadaster/brk-bestuurlijke-gebieden/atom/index.xml,https://service.pdok.nl/kadaster/bestuurlijkegebieden/atom/v1_0/bestuurlijke_gebieden.xml",
    description:
      "URLs where --download finds names and borders of gemeenten (BestuurlijkeGebieden_….gpkg), in the form of --extract-source; `none`: not downloaded.",
  },
  pc4Source: {
    flag: "pc4-source",
    env: "BAKEN_PC4_SOURCE",
    placeholder: "URL,…",
    schema: optionalSourceUrls,
    default: "https://download.cbs.nl/postcode/2025-cbs_pc4_2024_v1.zip",
    description:
      "URLs where --download finds the four-digit postcode areas, in the form of --extract-source; `none`: not downloaded.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [K in SettingName]: z.output<(typeof SETTINGS)[K]["schema"]> };

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
    throw new AppError("usage", `${source} must be ${parsed.error.issues[0]?.message}, not "${text}".`);
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

/** Returns " Did you mean X?" for the known name with the smallest edit distance, or "" when there are no names. */
export function didYouMean(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest === undefined ? "" : ` Did you mean ${nearest.candidate}?`;
}

/** Returns the Levenshtein distance; fast enough for names of a few dozen characters. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
