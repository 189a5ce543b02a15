/** Checks of the nodes that report in PostgreSQL. */
import type { AccountsPlace } from "../../accounts/accounts-place.ts";
import { Postgres } from "../../base/postgres.ts";
import { listNodes } from "../nodes/postgres-nodes.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** Returns nothing without a database, and where that does not answer or no node has reported: others tell of it. */
export async function checkNodes({ postgres }: AccountsPlace): Promise<Finding[]> {
  if (postgres === undefined) {
    return [];
  }
  const database = new Postgres(postgres);
  const nodes = await listNodes(database).catch(() => []);
  await database.close();
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds !== null);
  const reporting = nodes.filter(({ silentSeconds }) => silentSeconds === null);
  const registries = new Set(reporting.map(({ registry }) => registry ?? "none"));
  return [
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "nodes",
        `${name} has been silent for ${silentSeconds} s: it was killed, or cannot reach PostgreSQL.`,
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
