/** Declares the settings. Flags, environment variables, help and docs/configuration.md are derived from them. */

import { z } from "zod";
import { listOf } from "./list-of.ts";
import { LOG_FORMATS, LOG_LEVELS } from "./log.ts";
import {
  HISTORY_CHOICES,
  HOST_NAME,
  INTERFACE_NAMES,
  integerUpTo,
  interfaceNames,
  LOCATION_IDS,
  optionalSourceUrls,
  portNumber,
  type Setting,
  sourceUrls,
} from "./setting-values.ts";
import { SHARED_SETTINGS } from "./shared-settings.ts";

export const SETTINGS = {
  data: {
    flag: "data",
    env: "BAKEN_DATA",
    placeholder: "DIR",
    completes: "folders",
    schema: z.string().min(1, "the path of a folder"),
    default: "./data",
    description: "Folder with the registries and accounts.db.",
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
      "Number of threads that answer requests. Default: one per processor core; always one on systems other than " +
      "Linux.",
  },
  publicPage: {
    flag: "public-page",
    env: "BAKEN_PUBLIC_PAGE",
    placeholder: "on|off",
    completes: ["on", "off"],
    schema: z
      .enum(["on", "off"], "on or off")
      .transform((text) => text === "on")
      .optional(),
    description:
      "Allow everyone to use this server's own pages without an API key, limited by IP address. Default: only on " +
      "a loopback host that serves the sample.",
  },
  filesPage: {
    flag: "files-page",
    env: "BAKEN_FILES_PAGE",
    placeholder: "on|key|off",
    completes: ["on", "key", "off"],
    schema: z.enum(["on", "key", "off"], "on, key or off").optional(),
    description:
      "Allow geocoding of spreadsheets on the page /files: for everyone, limited by IP address (on), or only " +
      "with a server key (key). Default: on for the user of this machine, on a loopback host without a proxy; " +
      "else off.",
  },
  contact: {
    flag: "contact",
    env: "BAKEN_CONTACT",
    placeholder: "TEXT|MAIL|URL",
    schema: z
      .string()
      .trim()
      .min(1, "a text, an e-mail address or a URL")
      .max(200, "at most 200 characters")
      .optional(),
    description:
      "Contact for an API key, shown by pages that need one: a text, or an e-mail address or URL, which becomes " +
      "a link.",
  },
  baseMap: {
    flag: "base-map",
    env: "BAKEN_BASE_MAP",
    placeholder: "none|pdok-brt|FILE.pmtiles",
    completes: ["none", "pdok-brt"],
    schema: z
      .string()
      .regex(/^(none|pdok-brt|.+\.pmtiles)$/, "none, pdok-brt or a file that ends in .pmtiles"),
    default: "none",
    description:
      "Map under the vector tiles. `pdok-brt` is the Kadaster's BRT achtergrondkaart, with an aerial picture as " +
      "a choice: browsers of visitors then fetch them from service.pdok.nl. A PMTiles file in Protomaps' basemap " +
      "schema is served by this server itself (docs/tiles.md#a-map-under-it).",
  },
  interfaces: {
    flag: "interfaces",
    env: "BAKEN_INTERFACES",
    placeholder: "NAME,…|none",
    completes: [...INTERFACE_NAMES, "none"],
    schema: interfaceNames.optional(),
    description:
      "Interfaces of other services that this server also offers, separated by commas: " +
      `${INTERFACE_NAMES.join(", ")}. Default: none; all on a loopback host that serves the sample.`,
  },
  locationIds: {
    flag: "location-ids",
    env: "BAKEN_LOCATION_IDS",
    placeholder: "identificatie|uuid",
    completes: LOCATION_IDS,
    schema: z.enum(LOCATION_IDS, "identificatie or uuid"),
    default: "identificatie",
    description:
      "Ids in results of the interface `location`. `uuid`: a UUID that contains the identificatie, for programs " +
      "that accept nothing else (docs/clients.md#what-differs-from-pdoks-location-api).",
  },
  openKey: {
    flag: "open-key",
    env: "BAKEN_OPEN_KEY",
    placeholder: "ID",
    schema: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "the id of a key")
      .transform(Number)
      .optional(),
    description:
      "Key of type link or browser to which requests to --interfaces without a key are counted, from its " +
      "addresses or origins. Default: they need a key.",
  },
  openToAll: {
    flag: "open-to-all",
    env: "BAKEN_OPEN_TO_ALL",
    placeholder: "on|off",
    completes: ["on", "off"],
    schema: z.enum(["on", "off"], "on or off").transform((text) => text === "on"),
    default: "off",
    description: "Allow an --open-key without addresses and origins; it then accepts everyone.",
  },
  adminPort: {
    flag: "admin-port",
    env: "BAKEN_ADMIN_PORT",
    placeholder: "PORT",
    schema: portNumber.optional(),
    description:
      "Separate port for the operator's pages, which need a login, and GET /metrics, which needs none. Default: " +
      "neither is served.",
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
  adminNames: {
    flag: "admin-names",
    env: "BAKEN_ADMIN_NAMES",
    placeholder: "NAME,…",
    schema: z
      .string()
      .default("")
      .transform((text) => listOf(text.toLowerCase()))
      .refine((names) => names.every((name) => HOST_NAME.test(name)), "host names separated by commas"),
    description:
      "Further host names of the admin port, separated by commas, such as those in the targets of Prometheus. " +
      "localhost, IP addresses, --admin-host and the host of --admin-url are always accepted as Host of /metrics " +
      "and the operator's pages.",
  },
  adminTokenFile: {
    flag: "admin-token-file",
    env: "BAKEN_ADMIN_TOKEN_FILE",
    placeholder: "FILE",
    completes: "files",
    schema: z.string().min(1, "the path of a file").optional(),
    description:
      "File with the token for the login of the operator's pages; made when it is missing. Default: admin-token " +
      "in the data folder.",
  },
  adminInsecure: {
    flag: "admin-insecure",
    env: "BAKEN_ADMIN_INSECURE",
    placeholder: "on|off",
    completes: ["on", "off"],
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
      .transform((text) => listOf(text)),
    description:
      "IP addresses and CIDR ranges, separated by commas, of proxies whose X-Forwarded-… headers are trusted. " +
      "Default: none.",
  },
  accessLog: {
    flag: "access-log",
    env: "BAKEN_ACCESS_LOG",
    placeholder: "on|off",
    completes: ["on", "off"],
    schema: z.enum(["on", "off"], "on or off").transform((text) => text === "on"),
    default: "off",
    description:
      "Write a line to the log for each request, with the id of its key, never the token or the query.",
  },
  slowMs: {
    flag: "slow-ms",
    env: "BAKEN_SLOW_MS",
    placeholder: "MS",
    schema: integerUpTo(600_000),
    default: "1000",
    description:
      "Milliseconds after which a request is logged as slow, with the parts of its time, and shown to the operator.",
  },
  maxWait: {
    flag: "max-wait",
    env: "BAKEN_MAX_WAIT",
    placeholder: "SECONDS",
    schema: integerUpTo(3_600, 0),
    default: "3",
    description:
      "Seconds that a request may wait while the server answers others. Requests that would wait longer are " +
      "refused with 503; health checks never are. 0: no limit.",
  },
  auditDays: {
    flag: "audit-days",
    env: "BAKEN_AUDIT_DAYS",
    placeholder: "DAYS",
    schema: integerUpTo(36_500),
    default: "400",
    description:
      "Days for which the server keeps the audit: who did what, and from which networks server keys were used.",
  },
  log: {
    flag: "log",
    env: "BAKEN_LOG",
    placeholder: "json|text",
    completes: ["json", "text"],
    schema: z.enum(LOG_FORMATS, "json or text"),
    default: "json",
    description:
      "Form of the log on standard error: a JSON object on each line, for programs, or text, for people.",
  },
  logLevel: {
    flag: "log-level",
    env: "BAKEN_LOG_LEVEL",
    placeholder: LOG_LEVELS.join("|"),
    completes: LOG_LEVELS,
    schema: z.enum(LOG_LEVELS, "info, warn or error"),
    default: "info",
    description:
      "Lowest level that is logged. Requests have the level info, those that the server failed to " +
      "answer error.",
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
  exportGbPerKey: {
    flag: "export-gb-per-key",
    env: "BAKEN_EXPORT_GB_PER_KEY",
    placeholder: "GB",
    schema: integerUpTo(1_000_000),
    default: "20",
    description:
      "Maximum gigabytes kept for one API key: files of completed exports and geocoding jobs, and uploaded files " +
      "of unfinished ones.",
  },
  history: {
    flag: "history",
    env: "BAKEN_HISTORY",
    placeholder: "full|none",
    completes: HISTORY_CHOICES,
    schema: z.enum(HISTORY_CHOICES, "full or none").optional(),
    description:
      "History that an import keeps, in a second file of about half the size of the registry: every voorkomen of " +
      "the extract, or none. Default: the choice of the previous import; full for the first. Without enough disk " +
      "space the history is left out, with a warning.",
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
      "https://service.pdok.nl/kadaster/bag/atom/bag.xml,https://service.pdok.nl/lv/bag/atom/bag.xml,https://service.pdok.nl/kadaster/adressen/atom/v1_0/adressen.xml",
    description:
      "URLs where --download finds the BAG extract: the file itself, or Atom feeds (….xml). baken takes the " +
      "extract of the first feed that lists it.",
  },
  gemeentenSource: {
    flag: "gemeenten-source",
    env: "BAKEN_GEMEENTEN_SOURCE",
    placeholder: "URL,…",
    schema: optionalSourceUrls,
    default:
      "https://service.pdok.nl/kadaster/brk-bestuurlijke-gebieden/atom/index.xml,https://service.pdok.nl/kadaster/bestuurlijkegebieden/atom/v1_0/bestuurlijke_gebieden.xml",
    description:
      "URLs where --download finds names and borders of gemeenten (BestuurlijkeGebieden_….gpkg), in the form of " +
      "--extract-source; `none`: not downloaded.",
  },
  pc4Source: {
    flag: "pc4-source",
    env: "BAKEN_PC4_SOURCE",
    placeholder: "URL,…",
    schema: optionalSourceUrls,
    default:
      "https://download.cbs.nl/postcode/{year}-cbs_pc4_{year-1}_v{version}.zip,https://download.cbs.nl/postcode/2025-cbs_pc4_2024_v1.zip",
    description:
      "URLs where --download finds the four-digit postcode areas, in the form of --extract-source; `none`: not " +
      "downloaded. `{year}` is this year, else an earlier one down to 2025, `{version}` is 2, else 1.",
  },
  cbsAreasSource: {
    flag: "cbs-areas-source",
    env: "BAKEN_CBS_AREAS_SOURCE",
    placeholder: "URL,…",
    schema: optionalSourceUrls,
    default: "https://service.pdok.nl/cbs/gebiedsindelingen/atom/v1_0/index.xml",
    description:
      "URLs where --download finds CBS's buurten, wijken and veiligheidsregio's (cbsgebiedsindelingen….gpkg), in " +
      "the form of --extract-source; `none`: not downloaded.",
  },
  ...SHARED_SETTINGS,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [K in SettingName]: z.output<(typeof SETTINGS)[K]["schema"]> };
