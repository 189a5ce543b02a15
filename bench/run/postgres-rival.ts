/** PostgreSQL behind Fastify on Node.js with the addresses of a registry, as one of the compared servers. */
import { join } from "node:path";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { findFreePort } from "../../test/support/servers/postgres-cluster.ts";
import { startCluster } from "../shared/postgres.ts";
import { loadAdressen } from "../shared/postgres-adressen.ts";
import { familyOf } from "../shared/process-costs.ts";
import type { Kind, KindName } from "./kinds.ts";
import { ask, type BenchServer, ON_SERVER_CORE, startProgram } from "./servers.ts";

const NODE = join(import.meta.dir, "../../node_modules/.bin/node");

/** Kinds that it answers. */
export const RIVAL_KINDS: ReadonlySet<KindName> = new Set([
  "lookup",
  "id",
  "postcode",
  "search",
  "misspelt",
  "autocomplete",
  "validate",
  "reverse",
  "nearby",
  "box",
]);

/** Kinds whose answers must equal baken's, field by field; the others may rank otherwise. */
const SAME_ANSWERS: readonly KindName[] = ["lookup", "id", "validate"];
const COMPARED = 200;

/** Throws when the rival answers a request otherwise than baken. */
export async function assertSameAnswers(
  baken: BenchServer,
  rival: BenchServer,
  { kinds, token }: { readonly kinds: readonly Kind[]; readonly token: string },
): Promise<void> {
  for (const { requests } of kinds.filter(({ name }) => SAME_ANSWERS.includes(name))) {
    for (const request of requests.slice(0, COMPARED)) {
      const [ours, theirs] = await Promise.all(
        [baken, rival].map(async (server) => {
          const { data } = (await (await ask(server, request, token)).json()) as { data: unknown };
          return data;
        }),
      );
      if (!Bun.deepEquals(ours, theirs)) {
        throw new Error(`${request.path}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`);
      }
    }
  }
}

/** Loads the addresses; Node.js and PostgreSQL run on the core of the server together. */
export async function openRival(dataDir: string): Promise<BenchServer> {
  const port = await findFreePort();
  const cluster = startCluster({ port });
  try {
    const registry = openRegistry(dataDir);
    await loadAdressen(cluster, registry.current()!);
    registry.close();
    const [tool, ...args] = ON_SERVER_CORE;
    if (tool !== undefined) {
      // Connections inherit the core of the process that accepts them.
      Bun.spawnSync([tool, "-p", ...args, String(cluster.pid)]);
    }
    const program = [NODE, join(import.meta.dir, "fastify-server.ts"), cluster.folder, port];
    const server = await startProgram([...ON_SERVER_CORE, ...program]);
    return {
      port: server.port,
      pids: () => [...server.pids(), ...familyOf(cluster.pid)],
      async stop() {
        await server.stop();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
