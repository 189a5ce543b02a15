/** A host that serves files and nothing else, below a path, and notes what it is asked for. */
import { join, normalize } from "node:path";

export interface StaticHost {
  /** URL of the folder; ends in a slash. */
  readonly url: string;
  /** Paths asked for below it, with their bytes, in order. */
  readonly requests: { path: string; bytes: number }[];
  stop(): Promise<void>;
}

/** Serves a folder on a free port, for pages of any origin, with the headers of docs/static.md. */
export function serveFolder(folder: string, path = "/some/path/"): StaticHost {
  const requests: { path: string; bytes: number }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const asked = decodeURIComponent(pathname.slice(path.length));
      const file = Bun.file(join(folder, normalize(`/${asked || "index.html"}`)));
      const isThere = pathname.startsWith(path) && (await file.exists());
      requests.push({ path: asked, bytes: isThere ? file.size : 0 });
      const headers = {
        "access-control-allow-origin": "*",
        ...(asked === "latest.json" && { "cache-control": "public, max-age=300" }),
      };
      return isThere ? new Response(file, { headers }) : new Response("Not found", { status: 404, headers });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}${path}`,
    requests,
    stop: () => server.stop(true),
  };
}
