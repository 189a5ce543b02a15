/** Declares the settings. Flags, environment variables, help and docs/configuration.md are derived from them. */
import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import { isRedisUrl } from "./redis-url.ts";

/** One setting: its flag, its environment variable and what both accept as text. */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly placeholder: string;
  readonly schema: z.ZodType<unknown, string | undefined>;
  /** Default, in the form that a user types; without one the setting may stay unset. */
  readonly default?: string;
  readonly description: string;
}

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

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "";
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

export const SETTINGS = {
  data: {
    flag: "data",
    env: "BAKEN_DATA",
    placeholder: "DIR",
    schema: z.string().min(1, "the path of a folder"),
    default: "./data",
    description: "Folder that holds the registries and accounts.db.",
  },
  accounts: {
    flag: "accounts",
    env: "BAKEN_ACCOUNTS",
    placeholder: "URL",
    schema: z.string().refine(isPostgresUrl, "a URL such as postgres://user@host:5432/database").optional(),
    description:
      "PostgreSQL database for keys, usage and export jobs that several machines share: postgres://user:password@host:5432/database. Default: accounts.db in the data folder.",
  },
  accountsTimeout: {
    flag: "accounts-timeout",
    env: "BAKEN_ACCOUNTS_TIMEOUT",
    placeholder: "MS",
    schema: integerUpTo(60_000),
    default: "2000",
    description:
      "Milliseconds after which an unanswered call to PostgreSQL fails and the connection is made anew.",
  },
  counters: {
    flag: "counters",
    env: "BAKEN_COUNTERS",
    placeholder: "URL",
    schema: z.string().refine(isRedisUrl, "a URL such as redis://host:6379").optional(),
    description:
      "Redis or Valkey that counts rates and quotas for several machines: redis://user:password@host:6379/database, or rediss:// for TLS. Needs --accounts. Default: the memory of this process.",
  },
  countersTimeout: {
    flag: "counters-timeout",
    env: "BAKEN_COUNTERS_TIMEOUT",
    placeholder: "MS",
    schema: integerUpTo(10_000),
    default: "100",
    description: "Milliseconds that a request waits for Redis; then this machine counts it.",
  },
  countersRetry: {
    flag: "counters-retry",
    env: "BAKEN_COUNTERS_RETRY",
    placeholder: "MS",
    schema: integerUpTo(60_000),
    default: "1000",
    description: "Maximum milliseconds between attempts to connect to Redis, which are random.",
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
  publicPage: {
    flag: "public-page",
    env: "BAKEN_PUBLIC_PAGE",
    placeholder: "on|off",
    schema: z
      .enum(["on", "off"], "on or off")
      .transform((text) => text === "on")
      .optional(),
    description:
      "Let everybody use this server's own pages without an API key, limited by IP address. Default: only on a loopback host that serves the demo country.",
  },
  baseMap: {
    flag: "base-map",
    env: "BAKEN_BASE_MAP",
    placeholder: "none|pdok-brt",
    schema: z.enum(["none", "pdok-brt"], "none or pdok-brt"),
    default: "none",
    description:
      "Map to lie under the vector tiles. `pdok-brt` is the Kadaster's BRT achtergrondkaart: browsers of visitors then fetch it from service.pdok.nl.",
  },
  adminPort: {
    flag: "admin-port",
    env: "BAKEN_ADMIN_PORT",
    placeholder: "PORT",
    schema: portNumber.optional(),
    description:
      "Separate port for the operator's pages, which need a login, and GET /metrics, which needs none. Default: neither is served.",
  },
  adminHost: {
    flag: "admin-host",
    env: "BAKEN_ADMIN_HOST",
    placeholder: "HOST",
    schema: z.string().min(1, "a host name or address"),
    default: "127.0.0.1",
    description: "IP address or host name that the admin port listens on.",
  },
  adminUrl: {
    flag: "admin-url",
    env: "BAKEN_ADMIN_URL",
    placeholder: "URL",
    schema: z
      .url({ protocol: /^https?$/, error: "an http or https URL without a path" })
      .refine((url) => new URL(url).pathname === "/", "an http or https URL without a path")
      .optional(),
    description:
      "URL under which a proxy makes the operator's pages reachable; its host is accepted as Host.",
  },
  adminTokenFile: {
    flag: "admin-token-file",
    env: "BAKEN_ADMIN_TOKEN_FILE",
    placeholder: "FILE",
    schema: z.string().min(1, "the path of a file").optional(),
    description:
      "File with the token for the login of the operator's pages; made when it is missing. Default: admin-token in the data folder.",
  },
  adminInsecure: {
    flag: "admin-insecure",
    env: "BAKEN_ADMIN_INSECURE",
    placeholder: "on|off",
    schema: z.enum(["on", "off"], "on or off").transform((text) => text === "on"),
    default: "off",
    description:
      "Allow logins to the operator's pages over plain HTTP from other machines, where the network can read them.",
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
