import { createApp } from "./src/app.ts";
import { startServer } from "./src/http/server.ts";
import { startProxy } from "./test/mcp-proxy.ts";
const app = createApp({ dataDir: process.argv[2]!, host: "127.0.0.1" });
const { token } = await app.keys.create({ name: "m", kind: "server", ratePerMinute: 1e6 } as never);
const server = startServer({ host: "127.0.0.1", port: 3911, fetch: app.fetch });
const proxy = startProxy(server.url, token);
console.log(server.url, proxy.url, token);
await Bun.write("/tmp/m-proto/env", `T='${token}'\nP=${proxy.url}\nS=${server.url}\n`);
