/** Checks of the nodes that share accounts. */
import type { AccountsPlace } from "../../accounts/accounts-place.ts";
import { describeAccounts, inspectNodes } from "../../accounts/open-accounts.ts";
import { listNodes } from "../nodes/report-node.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** Returns nothing where nothing is shared or no node has reported; another check tells that the store is away. */
export async function checkNodes(place: AccountsPlace): Promise<Finding[]> {
  const store = inspectNodes(place);
  if (store === undefined) {
    return [];
  }
  const nodes = await listNodes(store).catch(() => []);
  await store.close();
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds !== null);
  const reporting = nodes.filter(({ silentSeconds }) => silentSeconds === null);
  const registries = new Set(reporting.map(({ registry }) => registry ?? "none"));
  return [
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "nodes",
        `${name} has been silent for ${silentSeconds} s: it was killed, or cannot reach ${describeAccounts(place)}.`,
        "Look at its machine. Where it is gone for good, it is forgotten after a day.",
      ),
    ),
    ...(registries.size > 1
      ? [
          warning(
            "nodes",
            `They serve different registries: ${[...registries].join(", ")}.`,
            "baken nodes tells which node serves what, and what keeps it from the newest.",
          ),
        ]
      : []),
    ...(silent.length === 0 && reporting.length > 0 ? [ok("nodes", `${reporting.length} report`)] : []),
  ];
}
