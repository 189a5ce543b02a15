import { z } from "zod";
import { memoizePerObject } from "../../base/memoize.ts";
import { listImports } from "../../registry/file/imports.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { historySince } from "../../registry/history/area-history.ts";
import type { Context } from "../context.ts";
import { endpoint } from "../endpoint.ts";
import { dateParameter, optional } from "../parameters/kinds.ts";
import { ChangesSummary } from "../schemas/aggregates.ts";
import { Status, Version } from "../schemas/records.ts";

export const getStatus = endpoint({
  path: "/status",
  tag: "Service",
  summary: "Get the health of the service",
  description:
    "Without a key. When a check is `error` the same body comes with status 503. `database` is the store of keys " +
    "and usage. It is `error` when the store cannot be read or written, except for a full disk; requests with " +
    "known keys are still answered. `cache` is the counters of limits. It is `error` while the counters that " +
    "several machines share cannot be reached and this machine counts by itself.",
  auth: "none",
  isHealthCheck: true,
  envelope: "none",
  response: Status,
  statuses: [200, 503],
  handler(context) {
    const checks = runChecks(context);
    const isHealthy = !Object.values<string>(checks).includes("error");
    const body: z.output<typeof Status> = {
      status: isHealthy ? "ok" : "error",
      checks,
      timestamp: new Date().toISOString(),
    };
    return {
      status: isHealthy ? 200 : 503,
      contentType: "application/json",
      cacheControl: "no-store",
      body: JSON.stringify(body),
    };
  },
});

/** Runs the checks of `/status`. `cache` is the store of request counts: Redis, or process memory (always `ok`). */
function runChecks({ services, pinned }: Context): z.output<typeof Status>["checks"] {
  const data = pinned?.meta.isDemo ? "demo" : "ok";
  return {
    database: checkDatabase(services),
    cache: services.countersHealth.isReachable ? "ok" : "error",
    bag_data: pinned === undefined ? "error" : data,
  };
}

/**
 * Checks the store of keys. A full disk is not an error here: reading clients are still answered, and usage is counted
 * in memory. The operator's pages, `doctor` and the metrics report a full disk. Logs nothing, because the writer of
 * usage logs the cause, and not on every request.
 */
function checkDatabase({ keys, accounts }: Context["services"]): "ok" | "error" {
  if (accounts.fault === "other") {
    return "error";
  }
  try {
    keys.assertReadable();
    return "ok";
  } catch {
    return "error";
  }
}

export const getVersion = endpoint({
  path: "/version",
  auth: "key",
  tag: "Service",
  summary: "Get the version of data and interface",
  description:
    "`bag_version` is the reference date of the extract; `data_version` identifies this state of the data; " +
    "`/changes/addresses` lists what changed after it. `history` says whether the service answers about history " +
    "(`valid_on`). `history_since` is the first day that the registry itself covers; before that day only " +
    "documents that were found later do.",
  response: Version,
  handler: ({ snapshot }) => versionWithPast(snapshot) ?? versionOf(snapshot, undefined),
});

/**
 * The answer of a registry with a history. Without a history it is built on each request, because a damaged history
 * file may be restored.
 */
const versionWithPast = memoizePerObject((snapshot: Snapshot) => {
  const since = historySince(snapshot);
  return since === undefined ? undefined : versionOf(snapshot, since);
});

function versionOf({ meta }: Snapshot, since: string | null | undefined): z.output<typeof Version> {
  const { referenceDate, importedAt, dataVersion, counts } = meta;
  return {
    bag_version: referenceDate,
    data_version: dataVersion,
    last_import: importedAt,
    counts: {
      addresses: counts.adressen,
      buildings: counts.panden,
      cities: counts.woonplaatsen,
      municipalities: counts.gemeenten,
    },
    api_version: "v1",
    history: since !== undefined,
    history_since: since ?? null,
  };
}

const DAY_MS = 86_400_000;

export const getChangesSummary = endpoint({
  path: "/changes/summary",
  auth: "key",
  tag: "Service",
  summary: "List the imports since a day",
  description: "Without `since`: of the last 30 days. `current_counts` are the counts of the served data.",
  query: {
    since: optional(
      dateParameter({
        description: "First day of the list, YYYY-MM-DD, from midnight UTC.",
        example: "2021-10-01",
      }),
    ),
  },
  response: ChangesSummary,
  changesWith: "time",
  example: () => ({ since: "2021-10-01" }),
  handler({ snapshot }, { since }) {
    const from = since === undefined ? new Date(Date.now() - 30 * DAY_MS) : new Date(since);
    const imports = listImports(snapshot).filter(({ completed_at }) => new Date(completed_at) >= from);
    const { adressen, panden } = snapshot.meta.counts;
    return {
      since: from.toISOString(),
      imports,
      import_count: imports.length,
      current_counts: { addresses: adressen, buildings: panden },
    };
  },
});

export const getOpenApi = endpoint({
  path: "/openapi.yaml",
  auth: "key",
  tag: "Service",
  summary: "Get this description",
  description:
    "OpenAPI 3.0 as YAML, generated from the declarations that the server routes and validates with. May be " +
    "cached for an hour.",
  envelope: "none",
  contentType: "application/yaml",
  response: z.string(),
  handler: ({ services, pinned }) => ({
    status: 200,
    contentType: "application/yaml",
    cacheControl: "private, max-age=3600",
    body: services.openApi(pinned).yaml,
  }),
});
