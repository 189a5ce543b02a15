/** Runs python3 -m http.server, nginx and Caddy on a folder of files, with the snippets of docs/static.md. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../processes/find-program.ts";
import { freePort } from "../processes/free-port.ts";
import { until } from "../processes/until.ts";

export const FILE_SERVERS = { python3: "python3", nginx: "nginx", caddy: "caddy" } as const;
export type FileServerName = keyof typeof FILE_SERVERS;

export interface FileServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const DOCS = join(import.meta.dir, "../../../docs/static.md");

/** Serves the files of a folder on a free port of 127.0.0.1. */
export async function startFileServer(name: FileServerName, root: string): Promise<FileServer> {
  const folder = mkdtempSync(join(tmpdir(), "baken-file-server-"));
  const port = freePort();
  const [program, ...args] = COMMANDS[name](root, folder, port);
  const child = Bun.spawn([findProgram(program!)!, ...args], {
    env: { ...process.env, HOME: folder },
    stdout: "ignore",
    stderr: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(origin).then(
      () => true,
      () => false,
    ),
  );
  return {
    origin,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const COMMANDS: Readonly<Record<FileServerName, (root: string, folder: string, port: number) => string[]>> = {
  python3: (root, _folder, port) => [
    "python3",
    ...["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", root],
  ],
  nginx(root, folder, port) {
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    // Nginx as root changes to another user, who may not read the temporary folder.
    const user = process.getuid?.() === 0 ? "user root;" : "";
    writeFileSync(
      join(folder, "nginx.conf"),
      `${user} pid ${folder}/nginx.pid; events {}
http { include /etc/nginx/mime.types; access_log off; ${paths.join(" ")}
server { listen 127.0.0.1:${port}; root ${root}; ${snippetOf("nginx")} } }`,
    );
    return ["nginx", "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log"), "-g", "daemon off;"];
  },
  caddy(root, folder, port) {
    mkdirSync(join(folder, "caddy"));
    const site = `http://127.0.0.1:${port} {\nroot * ${root}\n${snippetOf("caddy")}}\n`;
    writeFileSync(join(folder, "Caddyfile"), `{\nadmin off\n}\n${site}`);
    return ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
};

function snippetOf(name: string): string {
  const block = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(DOCS, "utf8"));
  return block![1]!;
}
