/** Generates malformed and ambiguous HTTP requests, which the server's HTTP library meets first. */
import type { Random } from "./random.ts";
import type { FuzzRequest } from "./request.ts";

const STATUS = "/api/v1/status";
const BODY = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}');

type Broken = Omit<FuzzRequest, "isBroken">;

const MAKERS: readonly ((random: Random) => Broken)[] = [
  (random) => ({
    method: random.pick(["FOO", "get", "G T", "", "PROPFIND", "TRACE", "CONNECT", "\u00e9"]),
    target: STATUS,
    headers: [],
  }),
  (random) => ({
    method: "GET",
    target: random.pick(["", "*", "x", "http://", "http://[/x", "//x//", "/\u00ff\u0000"]),
    headers: [],
  }),
  () => ({ method: "GET", target: `${STATUS} HTTP/1.1\r\nX: `, headers: [] }),
  (random) => ({
    method: "GET",
    target: STATUS,
    headers: [random.pick(["X", ": x", "X y: z", "X\u0000: y", " folded", "X: \u0001"])],
  }),
  (random) => ({
    method: "GET",
    target: STATUS,
    headers: random.list(random.integer(90, 300), () => "X: y"),
  }),
  (random) => ({
    method: "GET",
    target: STATUS,
    headers: [`X: ${"y".repeat(random.integer(15_000, 80_000))}`],
  }),
  (random) => ({
    method: "GET",
    target: `${STATUS}?${"y".repeat(random.integer(7_900, 40_000))}`,
    headers: [],
  }),
  (random) => ({
    method: "GET",
    target: STATUS,
    headers: ["Host: a", `Host: ${random.pick(["b", "", "[", "\u00ff", "a b"])}`],
  }),
  (random) => ({
    method: "POST",
    target: "/api/v1/mcp",
    headers: [`Content-Length: ${random.pick(["-1", "x", "5, 6", "99999999999999999999", "+1"])}`],
  }),
  () => ({
    method: "POST",
    target: "/api/v1/mcp",
    headers: ["Content-Length: 5", "Transfer-Encoding: chunked"],
    body: BODY,
  }),
  (random) => ({
    method: "POST",
    target: "/api/v1/mcp",
    headers: [`Content-Length: ${BODY.length + random.integer(1, 400_000)}`],
  }),
  (random) => ({
    method: "POST",
    target: "/api/v1/mcp",
    headers: ["Transfer-Encoding: chunked", `\r\n${random.pick(["z", "-1", "ffffffffffffffff", "5\r\nab"])}`],
  }),
  (random) => ({
    method: "GET",
    target: random.pick([STATUS, "/api/v1/mcp"]),
    headers: [
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: x",
      "Sec-WebSocket-Version: 13",
    ],
  }),
];

export function brokenRequest(random: Random): FuzzRequest {
  return { ...random.pick(MAKERS)(random), isBroken: true };
}
