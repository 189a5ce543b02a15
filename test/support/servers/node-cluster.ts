/**
 * Several nodes of one service: processes of `./baken serve`, each with its own data folder, behind HAProxy. Whatever
 * they share is given by settings.
 */
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../processes/free-port.ts";
import { type ProxiedState, startClusterProxy } from "./cluster-proxy.ts";
import { type ServeProcess, startServe } from "./serve-process.ts";

export interface NodeClusterOptions {
  /** Data folder whose current registry every node serves; undefined: the settings name where it comes from. */
  readonly registryOf?: string | undefined;
  readonly count: number;
  /** Settings with which the node with this index starts: flags of `serve`, environment variables, program. */
  settingsOf(index: number): NodeSettings;
}

export interface NodeSettings {
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Launcher of another version of baken. */
  readonly program?: string;
}

export interface ClusterNode {
  readonly name: string;
  readonly dataDir: string;
  readonly port: number;
  readonly adminPort: number;
  /** Base URL of the API of this node alone. */
  readonly url: string;
  /** Returns all output of all its processes. */
  printed(): string;
  pid(): number;
  start(): Promise<void>;
  /** Ends its process; resolves with the exit code. */
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Returns the status of `/readyz`, 0 while nothing listens. */
  readiness(): Promise<number>;
  /** Returns the value of a metric, NaN without it. */
  metric(name: string): Promise<number>;
}

export interface NodeCluster {
  /** Base URL of the API through the proxy. */
  readonly url: string;
  readonly port: number;
  readonly nodes: readonly ClusterNode[];
  /** Returns the states of the nodes at the proxy. */
  states(): Promise<ProxiedState[]>;
  stop(): Promise<void>;
}

/** Starts the nodes at the same time, then the proxy. */
export async function startNodeCluster(options: NodeClusterOptions): Promise<NodeCluster> {
  const root = mkdtempSync(join(tmpdir(), "baken-cluster-"));
  const nodes = Array.from({ length: options.count }, (_, i) => createNode(root, options, i));
  const started = await Promise.allSettled(nodes.map((node) => node.start()));
  const stopNodes = () => Promise.all(nodes.map((node) => node.signal("SIGKILL")));
  const failed = started.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    await stopNodes();
    rmSync(root, { recursive: true });
    throw failed.reason;
  }
  const proxy = await startClusterProxy(nodes);
  return {
    url: `${proxy.url}/api/v1`,
    port: Number(new URL(proxy.url).port),
    nodes,
    states: proxy.states,
    async stop() {
      await Promise.all([proxy.stop(), stopNodes()]);
      rmSync(root, { recursive: true });
    },
  };
}

function createNode(
  root: string,
  { registryOf, settingsOf }: NodeClusterOptions,
  index: number,
): ClusterNode {
  const name = `node${index + 1}`;
  const dataDir = join(root, name);
  mkdirSync(dataDir);
  if (registryOf !== undefined) {
    linkRegistry(registryOf, dataDir);
  }
  const [port, adminPort] = [freePort(), freePort()];
  const ports = ["--port", `${port}`, "--admin-port", `${adminPort}`, "--trusted-proxies", "127.0.0.1"];
  let server: ServeProcess | undefined;
  let ended = "";
  const admin = `http://127.0.0.1:${adminPort}`;
  return {
    name,
    dataDir,
    port,
    adminPort,
    url: `http://127.0.0.1:${port}/api/v1`,
    printed: () => ended + (server?.printed() ?? ""),
    pid: () => server!.pid,
    async start() {
      const { flags, env = {}, program } = settingsOf(index);
      const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
      server = await startServe(dataDir, [...ports, ...flags], ["env", ...variables], program);
    },
    async signal(signal) {
      const code = (await server?.signal(signal)) ?? 0;
      ended += server?.printed() ?? "";
      server = undefined;
      return code;
    },
    async readiness() {
      return (await fetch(`${admin}/readyz`).catch(() => undefined))?.status ?? 0;
    },
    async metric(metric) {
      const text = await (await fetch(`${admin}/metrics`)).text();
      return Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${metric} `))
          ?.split(" ")[1],
      );
    },
  };
}

/** Links the current registry of a data folder into another one: no copy, because it never changes. */
function linkRegistry(from: string, to: string): void {
  const name = readFileSync(join(from, "current"), "utf8").trim();
  linkSync(join(from, name), join(to, name));
  writeFileSync(join(to, "current"), `${name}\n`);
}
