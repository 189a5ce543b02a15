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
  readonly sentence: string;
}

const ENV_PREFIX = "BAKEN_";

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65_535, "a number from 0 to 65535");

function atLeastOne(max: number) {
  const fault = `a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, fault)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, fault);
}

/** Returns true for an address from which data may be downloaded: https, or http of this machine; no credentials. */
function isSourceAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Addresses joined by commas; a comma inside an address is kept. */
const sourceAddresses = z
  .string()
  .transform((text) => text.trim().split(/\s*,\s*(?=https?:)/))
  .refine((list) => list.every(isSourceAddress), "https addresses joined by commas");

const optionalSource = z.union(
  [z.literal("none").transform((): string[] => []), sourceAddresses],
  "none, or https addresses joined by commas",
);

/** Every setting of baken. Flags, environment and `--help` come from this table. */
export const SETTINGS = {
  data: {
    flag: "data",
    env: "BAKEN_DATA",
    placeholder: "DIR",
    schema: z.string().min(1, "a folder"),
    default: "./data",
    sentence: "Folder that holds the registries and accounts.db.",
  },
  host: {
    flag: "host",
    env: "BAKEN_HOST",
    placeholder: "HOST",
    schema: z.string().min(1, "a host name or address"),
    default: "127.0.0.1",
    sentence: "Address to listen on; 0.0.0.0 or :: for every one of this machine.",
  },
  port: {
    flag: "port",
    env: "BAKEN_PORT",
    placeholder: "PORT",
    schema: portNumber,
    default: "8080",
    sentence: "Port to listen on; 0 takes a free one.",
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
    sentence:
      "Threads that answer requests (default: one for each processor core; elsewhere than on Linux always one).",
  },
  adminPort: {
    flag: "admin-port",
    env: "BAKEN_ADMIN_PORT",
    placeholder: "PORT",
    schema: portNumber.optional(),
    sentence: "Port for GET /metrics, apart from the interface and without keys; absent: none.",
  },
  adminHost: {
    flag: "admin-host",
    env: "BAKEN_ADMIN_HOST",
    placeholder: "HOST",
    schema: z.string().min(1, "a host name or address"),
    default: "127.0.0.1",
    sentence: "Address the admin port listens on.",
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
    sentence:
      "Addresses and CIDR ranges, joined by commas, of proxies whose X-Forwarded-For is believed; absent: none.",
  },
  accessLog: {
    flag: "access-log",
    env: "BAKEN_ACCESS_LOG",
    placeholder: "on|off",
    schema: z.enum(["on", "off"], "on or off").transform((text) => text === "on"),
    default: "off",
    sentence: "A line of JSON on standard error for each request; keys by their id, never a token.",
  },
  publicUrl: {
    flag: "public-url",
    env: "BAKEN_PUBLIC_URL",
    placeholder: "URL",
    schema: z
      .url({ protocol: /^https?$/, error: "an http or https address" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    sentence: "Address under which users reach this server; links in answers begin with it.",
  },
  exportRetentionHours: {
    flag: "export-retention-hours",
    env: "BAKEN_EXPORT_RETENTION_HOURS",
    placeholder: "HOURS",
    schema: atLeastOne(8_760),
    default: "24",
    sentence: "How long the file of a completed export is kept.",
  },
  exportsPerKey: {
    flag: "exports-per-key",
    env: "BAKEN_EXPORTS_PER_KEY",
    placeholder: "N",
    schema: atLeastOne(1_000),
    default: "20",
    sentence: "How many exports of one API key may be waiting or under way.",
  },
  exportsQueued: {
    flag: "exports-queued",
    env: "BAKEN_EXPORTS_QUEUED",
    placeholder: "N",
    schema: atLeastOne(100_000),
    default: "100",
    sentence: "How many exports of all API keys may be waiting or under way.",
  },
  keepRegistries: {
    flag: "keep-registries",
    env: "BAKEN_KEEP_REGISTRIES",
    placeholder: "N",
    schema: atLeastOne(1_000),
    default: "2",
    sentence: "How many registries stay, the one that serves included; older ones go once nobody reads them.",
  },
  extractSource: {
    flag: "extract-source",
    env: "BAKEN_EXTRACT_SOURCE",
    placeholder: "URL,…",
    schema: sourceAddresses,
    default:
      "https://service.pdok.nl/lv/bag/atom/bag.xml,https://service.pdok.nl/kadaster/adressen/atom/v1_0/adressen.xml",
    sentence:
      "Where --download finds the BAG extract: Atom feeds (….xml), the first that names it, or the file itself.",
  },
  gemeentenSource: {
    flag: "gemeenten-source",
    env: "BAKEN_GEMEENTEN_SOURCE",
    placeholder: "URL,…",
    schema: optionalSource,
    default:
      "https://service.pdok.nl/kadaster/brk-bestuurlijke-gebieden/atom/index.xml,https://service.pdok.nl/kadaster/bestuurlijkegebieden/atom/v1_0/bestuurlijke_gebieden.xml",
    sentence:
      "Where --download finds names and borders of gemeenten (BestuurlijkeGebieden_….gpkg), or `none`; as above.",
  },
  pc4Source: {
    flag: "pc4-source",
    env: "BAKEN_PC4_SOURCE",
    placeholder: "URL,…",
    schema: optionalSource,
    default: "https://download.cbs.nl/postcode/2025-cbs_pc4_2024_v1.zip",
    sentence: "Where --download finds the four-digit postcode areas, or `none`; as above.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [K in SettingName]: z.output<(typeof SETTINGS)[K]["schema"]> };

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Returns the value of every setting: its flag, else its environment variable, else its default. `flags` is keyed by
 * setting name. An empty variable counts as absent. Throws `usage` for an invalid value and for an unknown variable
 * that begins with `BAKEN_`.
 */
export function readSettings(flags: Texts = {}, env: Texts = process.env): Settings {
  assertKnownVariables(env);
  const values = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const flag = flags[name];
    const text = flag ?? (env[setting.env] || setting.default);
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) return [name, parsed.data];
    const source = flag === undefined ? setting.env : `--${setting.flag}`;
    throw new AppError("usage", `${source} must be ${parsed.error.issues[0]?.message}, not "${text}".`);
  });
  return Object.fromEntries(values);
}

function assertKnownVariables(env: Texts): void {
  const known = Object.values(SETTINGS).map((setting): string => setting.env);
  const unknown = Object.keys(env).find((name) => name.startsWith(ENV_PREFIX) && !known.includes(name));
  if (unknown === undefined) return;
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
