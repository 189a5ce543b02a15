import type { NodeStore } from "../../accounts/node-store.ts";
import type { NodeAnswer, NodeFacts } from "../../pages/operator/answers.ts";

/** Returns what all nodes told last. Rejects with `unavailable` where their store does not answer. */
export async function listNodes(store: NodeStore): Promise<NodeAnswer[]> {
  const nodes = await store.list();
  return nodes.map(({ name, facts, silentSeconds }) => ({
    name,
    ...(JSON.parse(facts) as NodeFacts),
    silentSeconds,
  }));
}
