/** Web server with the objects of a folder, which counts the bytes that are asked for and can stop sending. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface ObjectSite {
  readonly url: string;
  /** Ranges asked for, by object, in order. */
  readonly ranges: { readonly name: string; readonly first: number; readonly last: number }[];
  /** Number of further ranges to answer; later ones stay without an answer. */
  remaining: number;
  /** Moments at which an object without a range was asked for. */
  readonly wholes: string[];
  stop(): Promise<void>;
}

export function serveObjects(folder: string): ObjectSite {
  const site = {
    url: "",
    ranges: [] as { name: string; first: number; last: number }[],
    wholes: [] as string[],
    remaining: Number.POSITIVE_INFINITY,
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const name = new URL(request.url).pathname.slice(1);
      const path = join(folder, name);
      if (!existsSync(path)) {
        return new Response("no such object", { status: 404 });
      }
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
      if (range === null) {
        site.wholes.push(name);
        return new Response(Bun.file(path));
      }
      const [first, last] = range.slice(1).map(Number) as [number, number];
      site.ranges.push({ name, first, last });
      if (site.remaining-- <= 0) {
        await new Promise(() => undefined);
      }
      const file = Bun.file(path);
      const headers = { "content-range": `bytes ${first}-${last}/${file.size}` };
      return new Response(file.slice(first, last + 1), { status: 206, headers });
    },
  });
  site.url = `http://127.0.0.1:${server.port}/`;
  return site;
}
