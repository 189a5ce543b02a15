/** Shop on an origin of its own: serves a plain HTML form under a strict policy, and keeps what is submitted to it. */
export interface ShopApp {
  readonly html: string;
  readonly script: string;
}

export interface Shop {
  readonly origin: string;
  /** Orders received, oldest first, as names and values in the order submitted. */
  readonly orders: (readonly (readonly [name: string, value: string])[])[];
  /** Sets the HTML inside the form of the page, and the server, or folder, that its scripts come from. */
  show(form: string, service: string, language?: "nl" | "en"): void;
  /**
   * Sets a page with a script of the shop itself. The script of the component comes from `service` if `html` says so.
   */
  showApp(app: ShopApp, service: string): void;
  stop(): void;
}

const STYLE = `body { font: 16px/1.5 sans-serif; max-width: 36rem; margin: 0 auto; padding: 1.5rem }`;

export function startShop(): Shop {
  let page = "";
  let service = "";
  let appScript: string | undefined;
  const orders: Shop["orders"] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method === "POST") {
        orders.push([...new URLSearchParams(await request.text())]);
        return htmlResponse("<!doctype html><title>Thanks</title><h1>Thanks</h1>", service);
      }
      if (pathname === "/style.css") {
        return new Response(STYLE, { headers: { "content-type": "text/css" } });
      }
      return pathname === "/shop.js"
        ? new Response(appScript, { headers: { "content-type": "text/javascript" } })
        : htmlResponse(page, service, appScript !== undefined);
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    orders,
    show(form, origin, language = "nl") {
      service = origin;
      appScript = undefined;
      page = `<!doctype html><html lang="${language}">${headOf(`${origin}/embed/baken-address.js`)}
        <body><main><h1>Shop</h1><form method="post" action="/orders">${form}
        <p><button>Order</button> <button type="reset">Reset</button></p></form></main></body></html>`;
    },
    showApp({ html, script }, origin) {
      service = origin;
      appScript = script;
      page = `<!doctype html><html lang="nl">${headOf("/shop.js")}<body><main><h1>Shop</h1>${html}</main></body></html>`;
    },
    stop: () => void server.stop(true),
  };
}

function headOf(script: string): string {
  return `<head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">
    <script type="module" src="${script}"></script></head>`;
}

/** The policy allows only what docs/embed.md tells a shop to allow, and the script of the shop itself if it has one. */
function htmlResponse(html: string, service: string, hasScript = false): Response {
  const { origin } = new URL(service);
  const scripts = [...(hasScript ? ["'self'"] : []), ...(html.includes(`src="${origin}`) ? [origin] : [])];
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(" ") || "'none'"}`,
    `connect-src ${origin}`,
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ];
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy.join("; ") },
  });
}
