/** Says, before an upgrade to this baken, what must be done with a data folder and settings of an older one. */
import { join } from "node:path";
import { inspectAccountsVersion } from "../accounts/open-accounts.ts";
import { listSettingFaults } from "../base/config.ts";
import { SOFTWARE_VERSION } from "../base/version.ts";
import { describeFolderFault, importCommands } from "../registry/file/folder-fault.ts";
import { inspectFolder } from "../registry/file/inspect-folder.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";

export interface UpgradeReport {
  readonly software: string;
  /**
   * `found`: schema of the registry that serves; null when no registry states one. `needed`: schema that this baken
   * reads.
   */
  readonly schema: { readonly found: number | null; readonly needed: number };
  /** Sentences that inform. */
  readonly notes: readonly string[];
  /** Actions that must come before the new version serves. */
  readonly actions: readonly string[];
}

/** Registries of a source for this version of baken. */
export interface UpgradeSource {
  /** Name of the source in messages. */
  readonly place: string;
  /** Why nothing could be fetched there; undefined when something could. */
  readonly fault: string | undefined;
}

export interface UpgradeOptions {
  readonly dataDir: string;
  /** Variables of the service. */
  readonly variables: Readonly<Record<string, string>>;
  /** Source that the folder follows; undefined for none. */
  readonly source: UpgradeSource | undefined;
}

/** Compares a data folder, and the variables of a service, with this version of baken. Changes nothing. */
export function reportUpgrade({ dataDir, variables, source }: UpgradeOptions): UpgradeReport {
  const registry = compareRegistry(dataDir, source);
  const accounts = compareAccounts(dataDir);
  return {
    software: SOFTWARE_VERSION,
    schema: { found: registry.found, needed: SCHEMA_VERSION },
    notes: [...registry.notes, ...accounts.notes],
    actions: [...registry.actions, ...accounts.actions, ...listSettingFaults(variables)],
  };
}

interface Comparison {
  readonly notes: readonly string[];
  readonly actions: readonly string[];
}

function compareRegistry(
  dataDir: string,
  source: UpgradeSource | undefined,
): Comparison & { readonly found: number | null } {
  const status = inspectFolder(dataDir);
  if (status.state !== "pointed" || status.registry.facts === undefined) {
    return { found: null, notes: [], actions: [describeFolderFault(status) ?? `${dataDir} serves nothing.`] };
  }
  const { name, state, facts } = status.registry;
  const found = facts.schemaVersion;
  if (state === "valid") {
    return {
      found,
      notes: [`${name} has schema ${found}, which this version reads: no import is needed.`],
      actions: [],
    };
  }
  if (source !== undefined) {
    return {
      found,
      ...compareSource(`${name} has schema ${found}; this version reads ${SCHEMA_VERSION}.`, source),
    };
  }
  if (state !== "older") {
    return { found, notes: [], actions: [describeFolderFault(status)!] };
  }
  const command = facts.isDemo === true ? `baken import --sample --data ${dataDir}` : importCommands(dataDir);
  return {
    found,
    notes: [
      `The older version keeps serving ${name} during that import and until it is restarted. ${name} stays; to ` +
        `go back, start the older version after: echo ${name} > ${join(dataDir, "current")}`,
    ],
    actions: [
      `${name} has schema ${found}; this version reads ${SCHEMA_VERSION}. Import with this version before it ` +
        `serves: ${command}`,
    ],
  };
}

function compareSource(text: string, { place, fault }: UpgradeSource): Comparison {
  return fault === undefined
    ? {
        notes: [
          `${text} At its start it fetches the registry of that schema from ${place}; the older file stays.`,
        ],
        actions: [],
      }
    : { notes: [], actions: [`${text} It would fetch one from ${place} at its start, but: ${fault}`] };
}

function compareAccounts(dataDir: string): Comparison {
  switch (inspectAccountsVersion(dataDir)) {
    case "newer":
      return {
        notes: [],
        actions: [
          "accounts.db was written by a newer version, which added columns: use that version, or restore an " +
            "older backup.",
        ],
      };
    case "older":
      return {
        notes: [
          "The first start adds tables or columns to accounts.db; older versions can still read it. Make a " +
            "backup first: baken backup <new folder>",
        ],
        actions: [],
      };
    default:
      return { notes: ["accounts.db needs no change."], actions: [] };
  }
}
