// A shop of one page: node examples/checkout/shop.mjs
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { BAKEN_URL, BAKEN_KEY, PORT = "3000" } = process.env;
if (!BAKEN_URL || !BAKEN_KEY) {
  console.error("Set BAKEN_URL and BAKEN_KEY (docs/checkout.md, steps 1 and 2).");
  process.exit(1);
}

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const page = read("index.html").replace("https://address.example", BAKEN_URL).replace("YOUR_BROWSER_KEY", BAKEN_KEY);
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'self'; script-src ${BAKEN_URL}; connect-src ${BAKEN_URL}`,
};

const server = createServer(async (request, response) => {
  if (request.method === "POST" && request.url === "/orders") {
    const order = Object.fromEntries(new URLSearchParams(await text(request)));
    // A real shop checks these values like all input, and stores them.
    console.log(order);
    response.writeHead(200, headers).end("<!doctype html><title>Thanks</title><h1>Thank you for your order</h1>");
  } else if (request.url === "/shop.css") {
    response.writeHead(200, { "Content-Type": "text/css" }).end(read("shop.css"));
  } else if (request.url === "/") {
    response.writeHead(200, headers).end(page);
  } else {
    response.writeHead(404).end();
  }
});

server.on("error", ({ code, message }) => {
  console.error(code === "EADDRINUSE" ? `Port ${PORT} is in use. Choose another one: PORT=3001` : message);
  process.exit(1);
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Shop on http://127.0.0.1:${PORT}`));
