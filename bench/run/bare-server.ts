/**
 * A server that does nothing but HTTP: reads what baken reads of a request and answers a body of the given size with
 * the headers of baken's answer. The bench tells it size and headers by PUT.
 */
let body = "";
let headers: Readonly<Record<string, string>> = {};
let requests = 0;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch(request) {
    const { method, url, headers: given } = request;
    if (method === "PUT") {
      return setAnswer(request);
    }
    const read =
      url.length +
      Number(given.has("authorization")) +
      Number(given.has("origin")) +
      Number(given.has("range")) +
      Number(given.has("x-forwarded-for")) +
      (given.get("authorization")?.length ?? 0) +
      (given.get("if-none-match")?.length ?? 0) +
      (given.get("accept-encoding")?.length ?? 0);
    // A request id is the one header that no answer shares with another.
    return new Response(body, { headers: { ...headers, "X-Request-Id": `${read}-${requests++}` } });
  },
});

async function setAnswer(request: Request): Promise<Response> {
  const answer = (await request.json()) as { bytes: number; headers: Record<string, string> };
  body = "x".repeat(answer.bytes);
  headers = answer.headers;
  return new Response(null, { status: 204 });
}

process.stdout.write(`Listening on ${server.url.origin}\n`);
