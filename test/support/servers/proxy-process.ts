/** Runs Debian's nginx, HAProxy and Caddy, with the snippets of docs/proxies.md, in front of a server. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, hasProgram } from "../processes/find-program.ts";
import { freePort } from "../processes/free-port.ts";

export const PROXIES = ["nginx", "haproxy", "caddy"] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Host name in the snippets. */
export const PUBLIC_HOST = "api.example.nl";

export interface ProxyProcess {
  readonly url: string;
  stop(): Promise<void>;
}

const DOCS = join(import.meta.dir, "../../../docs/proxies.md");

/** Returns the code block of this language, word for word. Throws an Error without one. */
function snippetOf(name: ProxyName): string {
  const block = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(DOCS, "utf8"));
  if (block === null) {
    throw new Error(`docs/proxies.md has no block of ${name}`);
  }
  return block[1]!;
}

/** Replaces a text. Throws an Error when it does not occur. */
export function replaceText(text: string, from: string, to: string): string {
  if (!text.includes(from)) {
    throw new Error(`${JSON.stringify(from)} does not occur`);
  }
  return text.replace(from, to);
}

interface Ports {
  readonly listen: number;
  readonly target: number;
}

/** Writes the configuration into the folder; returns the command that runs it in the foreground. */
type WriteConfig = (snippet: string, folder: string, ports: Ports) => string[];

const WRITE_CONFIG: Readonly<Record<ProxyName, WriteConfig>> = {
  /** Uses Debian's nginx.conf with its paths in the folder, and the snippet as its site. */
  nginx(snippet, folder, { listen, target }) {
    const sites = join(folder, "sites");
    mkdirSync(sites);
    writeFileSync(
      join(sites, "baken"),
      replaceText(
        replaceText(snippet, "listen 80", `listen 127.0.0.1:${listen}`),
        "127.0.0.1:8080",
        `127.0.0.1:${target}`,
      ),
    );
    let config = readFileSync("/etc/nginx/nginx.conf", "utf8");
    config = replaceText(config, "/etc/nginx/sites-enabled/*", `${sites}/*`);
    config = replaceText(config, "/run/nginx.pid", join(folder, "nginx.pid"));
    config = config.replaceAll("/var/log/nginx/", `${folder}/`).replace(/^user .*$/m, "");
    const bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const paths = bodies.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(" ");
    config = replaceText(config, "http {", `http { ${paths}`);
    writeFileSync(join(folder, "nginx.conf"), config);
    return ["nginx", "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log"), "-g", "daemon off;"];
  },
  /** Uses Debian's defaults; its global section configures users and folders of a system service. */
  haproxy(snippet, folder, { listen, target }) {
    const shipped = readFileSync("/etc/haproxy/haproxy.cfg", "utf8");
    const defaults = shipped.slice(shipped.indexOf("\ndefaults"));
    const own = replaceText(
      replaceText(snippet, "bind :80", `bind 127.0.0.1:${listen}`),
      "127.0.0.1:8080",
      `127.0.0.1:${target}`,
    );
    writeFileSync(join(folder, "haproxy.cfg"), `${defaults}\n${own}`);
    return ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")];
  },
  /** Uses a free port without TLS: a certificate would need the internet. */
  caddy(snippet, folder, { listen, target }) {
    const site = replaceText(snippet, PUBLIC_HOST, `http://${PUBLIC_HOST}:${listen}`);
    writeFileSync(
      join(folder, "Caddyfile"),
      `{\n\tadmin off\n}\n${replaceText(site, "127.0.0.1:8080", `127.0.0.1:${target}`)}`,
    );
    return ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
};

const DEBIAN_PACKAGES = { nginx: "nginx-light", haproxy: "haproxy", caddy: "caddy" } as const;

export function hasProxy(name: ProxyName): boolean {
  return hasProgram(name, DEBIAN_PACKAGES[name]);
}

/** Starts a proxy in front of the server on this port; `change` may alter the snippet. Resolves when it answers. */
export async function startProxyProcess(
  name: ProxyName,
  target: number,
  change: (snippet: string) => string = (snippet) => snippet,
): Promise<ProxyProcess> {
  return await runProxy(name, (folder, listen) =>
    WRITE_CONFIG[name](change(snippetOf(name)), folder, { listen, target }),
  );
}

/**
 * Runs a proxy by the command that `writeConfig` returns, after it has written the configuration into the folder.
 * Resolves when a server behind it answers.
 */
export async function runProxy(
  name: ProxyName,
  writeConfig: (folder: string, listen: number) => string[],
): Promise<ProxyProcess> {
  const folder = mkdtempSync(join(tmpdir(), `baken-${name}-`));
  const listen = freePort();
  const [, ...args] = writeConfig(folder, listen);
  const child = Bun.spawn([findProgram(name)!, ...args], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(join(folder, "stderr.log")),
    env: { PATH: process.env.PATH!, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const url = `http://127.0.0.1:${listen}`;
  await untilAnswered(url, child, () => readFileSync(join(folder, "stderr.log"), "utf8"));
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilAnswered(url: string, child: Bun.Subprocess, readErrors: () => string): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    try {
      await fetch(`${url}/api/v1/status`, { headers: { host: PUBLIC_HOST } });
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > giveUpAt) {
        throw new Error(`the proxy does not answer: ${readErrors()}`, { cause: error });
      }
      await Bun.sleep(20);
    }
  }
}
