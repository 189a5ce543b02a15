/** Settings of a service on several machines: what they share, and how a load balancer sees them. */
import { z } from "zod";
import { hostUrls } from "./postgres-url.ts";
import { integerUpTo, isEd25519Key, storageLocation } from "./setting-values.ts";

interface ServiceUrlRules {
  /** Schemes that are accepted, without a colon. */
  readonly schemes: readonly string[];
  readonly example: string;
  /** Matches the path, which names the database. */
  readonly path: RegExp;
  readonly pathFault: string;
  /** True when commas may separate several hosts. */
  readonly hasSeveralHosts?: boolean;
}

/**
 * Schema of the URL of a database; its message is `a URL such as …`, then the part that is wrong. It shows nothing of
 * the URL, which may contain a password.
 */
function serviceUrl(rules: ServiceUrlRules) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      const urls = rules.hasSeveralHosts === true ? hostUrls(text) : [text];
      const fault = urls.map((url) => faultOf(url, rules)).find((each) => each !== undefined);
      if (fault !== undefined) {
        context.addIssue({ code: "custom", message: `a URL such as ${rules.example}: ${fault}` });
      }
    });
}

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;
const UNENCODED = /[\s/?#\p{Cc}]/u;

/** Returns which part of the URL is wrong. */
function faultOf(text: string, { schemes, path, pathFault }: ServiceUrlRules): string | undefined {
  const [, scheme = "", rest = ""] = PARTS.exec(text) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) {
    return `it must begin with ${schemes.map((name) => `${name}://`).join(" or ")}`;
  }
  // Up to the last @ of all: a parser takes the beginning of a password with a slash for host and port.
  const credentials = rest.slice(0, Math.max(rest.lastIndexOf("@"), 0));
  if (UNENCODED.test(credentials) || !isPercentEncoded(credentials)) {
    return "user and password must be percent-encoded, / as %2F, % as %25, a space as %20";
  }
  const place = rest.slice(rest.lastIndexOf("@") + 1);
  const [host = "", port] = /^(?:\[[^\]]*\]|[^/?#:]*)(?::([^/?#]*))?/.exec(place) ?? [];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    return "its port must be a number from 0 to 65535, and user and password end with @";
  }
  const url = URL.parse(text);
  if (host === "" || host.startsWith(":") || url === null || url.hostname === "") {
    return "its host is missing, or neither a name nor an IP address";
  }
  return path.test(url.pathname) && isPercentEncoded(url.pathname) ? undefined : pathFault;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const SHARED_SETTINGS = {
  accounts: {
    flag: "accounts",
    env: "BAKEN_ACCOUNTS",
    placeholder: "URL",
    isSecret: true,
    schema: serviceUrl({
      schemes: ["postgres", "postgresql"],
      hasSeveralHosts: true,
      example: "postgres://user@host:5432/database",
      path: /^(\/[^/]*)?$/,
      pathFault: "its path must be the name of a database, percent-encoded",
    }).optional(),
    description:
      "PostgreSQL database for keys, usage and export jobs that several machines share: " +
      "postgres://user:password@host:5432/database, user and password percent-encoded. Commas separate several " +
      "hosts (host:5432,other:5432); baken uses the writable one. Default: accounts.db in the data folder.",
  },
  accountsTimeout: {
    flag: "accounts-timeout",
    env: "BAKEN_ACCOUNTS_TIMEOUT",
    placeholder: "MS",
    schema: integerUpTo(60_000),
    default: "2000",
    description:
      "Milliseconds after which an unanswered call to PostgreSQL fails and the connection is opened again.",
  },
  counters: {
    flag: "counters",
    env: "BAKEN_COUNTERS",
    placeholder: "URL",
    isSecret: true,
    schema: serviceUrl({
      schemes: ["redis", "rediss"],
      example: "redis://host:6379",
      path: /^(\/\d{0,4})?$/,
      pathFault: "its path must be the number of a database",
    }).optional(),
    description:
      "Redis or Valkey that counts rates and quotas for several machines: " +
      "redis://user:password@host:6379/database, user and password percent-encoded, or rediss:// for TLS. Needs " +
      "--accounts. Default: the memory of this process.",
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
  exportStore: {
    flag: "export-store",
    env: "BAKEN_EXPORT_STORE",
    placeholder: "s3://BUCKET/PREFIX|FOLDER",
    schema: storageLocation(["s3", "folder"], "s3://bucket/prefix or the path of a folder").optional(),
    description:
      "Where the files of exports are kept, for several servers that share their jobs: S3-compatible storage or " +
      "a shared folder. Default: exports in the data folder.",
  },
  registrySource: {
    flag: "registry-source",
    env: "BAKEN_REGISTRY_SOURCE",
    placeholder: "s3://BUCKET/PREFIX|URL|FOLDER",
    schema: storageLocation(
      ["s3", "web", "folder"],
      "s3://bucket/prefix, an https URL, or the path of a folder",
    ).optional(),
    description:
      "Where publish puts registries: a server fetches each new one from there, verifies it and serves it. " +
      "Default: the registry is made on this machine.",
  },
  registryKey: {
    flag: "registry-key",
    env: "BAKEN_REGISTRY_KEY",
    placeholder: "KEY",
    schema: z
      .string()
      .refine(isEd25519Key, "the public Ed25519 key that publish prints with --sign-key, 60 characters")
      .optional(),
    // A private key given by mistake stays out of the log.
    isSecret: true,
    description:
      "Public key of the publisher: only a registry whose manifest has its signature is fetched, and never an " +
      "older one than the one in use. Default: anyone who can write to --registry-source decides the data.",
  },
  registrySwitchWait: {
    flag: "registry-switch-wait",
    env: "BAKEN_REGISTRY_SWITCH_WAIT",
    placeholder: "SECONDS",
    schema: integerUpTo(86_400),
    default: "600",
    description:
      "Seconds for which servers with common --accounts wait until all of them have fetched a new registry, " +
      "before those that have it serve it.",
  },
  drainSeconds: {
    flag: "drain-seconds",
    env: "BAKEN_DRAIN_SECONDS",
    placeholder: "SECONDS",
    schema: integerUpTo(3_600, 0),
    default: "0",
    description:
      "Seconds after SIGTERM for which the server still accepts requests while /readyz of the admin port answers " +
      "503, so that load balancers send no more.",
  },
} as const;
