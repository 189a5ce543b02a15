/** Runs HAProxy in front of several nodes, with the configuration of deploy/. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProxyProcess, replaceText, runProxy } from "./proxy-process.ts";

const CONFIG = join(import.meta.dir, "../../../deploy/compose/haproxy.cfg");

export interface ProxiedNode {
  readonly port: number;
  readonly adminPort: number;
}

/** Starts the proxy on a free port; resolves when a node answers through it. */
export async function startClusterProxy(nodes: readonly ProxiedNode[]): Promise<ProxyProcess> {
  return await runProxy("haproxy", (folder, listen) => {
    const servers = nodes.map(
      ({ port, adminPort }, i) => `    server node${i + 1} 127.0.0.1:${port} port ${adminPort}\n`,
    );
    let config = readFileSync(CONFIG, "utf8").replaceAll(/^ {4}server .*\n/gm, "") + servers.join("");
    config = replaceText(config, "bind :80", `bind 127.0.0.1:${listen}`);
    writeFileSync(join(folder, "haproxy.cfg"), config);
    return ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")];
  });
}
