/** Runs HAProxy in front of several nodes, with the configuration of deploy/. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../processes/free-port.ts";
import { type ProxyProcess, replaceText, runProxy } from "./proxy-process.ts";

const CONFIG = join(import.meta.dir, "../../../deploy/compose/haproxy.cfg");

export interface ProxiedNode {
  readonly port: number;
  readonly adminPort: number;
}

/** State of a node at the proxy: `UP`, `DOWN`, `NOLB` while it ends its requests; and how many requests it has. */
export interface ProxiedState {
  readonly status: string;
  readonly requests: number;
}

export interface ClusterProxy extends ProxyProcess {
  /** Returns the states of the nodes, in their order. */
  states(): Promise<ProxiedState[]>;
}

/** Starts the proxy on a free port; resolves when a node answers through it. */
export async function startClusterProxy(nodes: readonly ProxiedNode[]): Promise<ClusterProxy> {
  const statsPort = freePort();
  const proxy = await runProxy("haproxy", (folder, listen) => {
    const servers = nodes.map(
      ({ port, adminPort }, i) => `    server node${i + 1} 127.0.0.1:${port} port ${adminPort}\n`,
    );
    const stats = `\nfrontend stats\n    bind 127.0.0.1:${statsPort}\n    stats enable\n    stats uri /\n`;
    let config = readFileSync(CONFIG, "utf8").replaceAll(/^ {4}server .*\n/gm, "") + servers.join("") + stats;
    config = replaceText(config, "bind :80", `bind 127.0.0.1:${listen}`);
    writeFileSync(join(folder, "haproxy.cfg"), config);
    return ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")];
  });
  return {
    ...proxy,
    async states() {
      const table = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text();
      const [names = [], ...rows] = table.split("\n").map((line) => line.split(","));
      const cellOf = (row: string[], name: string) => row[names.indexOf(name)]!;
      return rows
        .filter((row) => /^node\d+$/.test(row[1] ?? ""))
        .map((row) => ({ status: cellOf(row, "status"), requests: Number(cellOf(row, "scur")) }));
    },
  };
}
