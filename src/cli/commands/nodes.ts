import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { inspectNodes } from "../../accounts/open-accounts.ts";
import { AppError } from "../../base/errors.ts";
import type { NodeAnswer } from "../../operator/nodes/node-facts.ts";
import { listNodes } from "../../operator/nodes/report-node.ts";
import { defineCommand } from "../command.ts";
import { alignColumns, printNote, printResult } from "../output.ts";

export const nodes = defineCommand({
  name: "nodes",
  summary:
    "List the nodes that share --accounts: version, registry, last fetch, stores, clock and load of each.",
  flags: { json: { type: "boolean", description: "Print JSON." } },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings }) {
    const store = inspectNodes(accountsPlace(settings));
    if (store === undefined) {
      throw new AppError(
        "usage",
        "Expected --accounts, the database in which nodes report. For a machine of its own: baken status",
      );
    }
    try {
      const found = await listNodes(store);
      printResult(flags.json ? JSON.stringify(found, null, 2) : renderNodes(found));
      for (const note of flags.json ? [] : found.flatMap(listFaults)) {
        printNote(note);
      }
    } finally {
      await store.close();
    }
  },
});

const HEADINGS = [
  ...[
    "node",
    "state",
    "address",
    "baken",
    "registry",
    "last fetch",
    "stores",
    "clock",
    "requests/s",
    "cores",
  ],
  "load",
];

function renderNodes(found: readonly NodeAnswer[]): string {
  const now = Date.now();
  const rows = found.map(({ load, source, stores, clockOffsetMs, ...node }) => [
    node.name,
    stateOf(node),
    node.url,
    node.software,
    node.registry ?? "none",
    source === undefined ? "-" : source.lastSuccessAt === null ? "never" : ageOf(source.lastSuccessAt, now),
    Object.entries(stores)
      .map(([name, isUsable]) => (isUsable ? name : `NO ${name}`))
      .join(", "),
    clockOffsetMs === null ? "-" : `${(Math.round(clockOffsetMs / 100) / 10 || 0).toFixed(1)} s`,
    load.requestsPerSecond.toFixed(1),
    load.coresUsed.toFixed(2),
    `${load.machineLoad.toFixed(2)} of ${load.cores}`,
  ]);
  return alignColumns([HEADINGS, ...rows]);
}

function stateOf({ silentSeconds, unready }: Pick<NodeAnswer, "silentSeconds" | "unready">): string {
  if (silentSeconds !== null) {
    return `silent for ${silentSeconds} s`;
  }
  return unready.length === 0 ? "ready" : "not ready";
}

function ageOf(at: string, nowMs: number): string {
  return `${Math.max(0, Math.round((nowMs - Date.parse(at)) / 1000))} s ago`;
}

/** Returns why a node is not ready, and why it has not the published registry. */
function listFaults({ name, unready, source, silentSeconds }: NodeAnswer): string[] {
  if (silentSeconds !== null) {
    // A stopped node's last facts are no longer true.
    return [];
  }
  const faults = [...unready, ...(source?.fault == null ? [] : [source.fault])];
  return faults.map((fault) => `${name}: ${fault}`);
}
