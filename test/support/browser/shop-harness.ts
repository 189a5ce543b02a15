/** Shop with the form component of a server that serves the real Weesp, in a browser. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { makeWeespFolder } from "../countries/import-data-folders.ts";
import { freePort } from "../processes/free-port.ts";
import { until } from "../processes/until.ts";
import { issueKey, type ServeProcess, startServe } from "../servers/serve-process.ts";
import { launchBrowser, openPage, type WatchedPage } from "./open-browser.ts";
import { type Shop, type ShopApp, startShop } from "./shop.ts";

export interface ShopHarness {
  readonly shop: Shop;
  /** Origin of the server. */
  readonly service: string;
  /** Browser key that approves the shop. */
  readonly key: string;
  /** Creates another browser key for an origin, by default the shop. */
  issue(settings?: { origin?: string; visitorRate?: number }): string;
  /** Opens the shop with the HTML of its form; `KEY` in it becomes the key. */
  open(form: string, options?: OpenOptions): Promise<OpenShop>;
  /** Opens the shop with an application of its own; the origin of the documentation becomes the server's. */
  openApp(app: ShopApp, options?: BrowserContextOptions): Promise<OpenShop>;
  stopService(): Promise<void>;
  startService(): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  readonly language?: "nl" | "en";
}

interface OpenShop extends WatchedPage {
  /** Paths with query of the requests to the interface so far, without their key. */
  readonly requests: string[];
  /** Presses the button of the form and returns the order that the shop received. */
  order(): Promise<Record<string, string>>;
  /** Details of the `address-change` events so far. */
  // biome-ignore lint/suspicious/noExplicitAny: details as a shop sees them.
  changes(): Promise<any[]>;
}

/** Opens the shop; `isWhole` as in {@link launchBrowser}, `makeFolder` imports the data that the server serves. */
export async function openShopHarness(
  options: { isWhole?: boolean; makeFolder?: () => Promise<string> } = {},
): Promise<ShopHarness> {
  const dataDir = await (options.makeFolder ?? makeWeespFolder)();
  const shop = startShop();
  const issue: ShopHarness["issue"] = ({ origin = shop.origin, visitorRate } = {}) =>
    issueKey(dataDir, {
      kind: "browser",
      origins: [origin],
      ...(visitorRate === undefined ? {} : { visitorRatePerMinute: visitorRate }),
    });
  const key = issue();
  // It may be started again there: no outgoing connection takes the port meanwhile.
  const port = freePort();
  const serve = () => startServe(dataDir, ["--port", String(port)]);
  let server: ServeProcess = await serve();
  const service = `http://127.0.0.1:${port}`;
  const browser = await launchBrowser([], options);
  return {
    shop,
    service,
    key,
    issue,
    open(form, { language = "nl", ...options } = {}) {
      shop.show(form.replaceAll("KEY", key), service, language);
      return openShop(browser, shop, options);
    },
    openApp({ html, script }, options = {}) {
      const fill = (text: string) =>
        text.replaceAll("https://address.example", service).replaceAll("YOUR_BROWSER_KEY", key);
      shop.showApp({ html: fill(html), script: fill(script) }, service);
      return openShop(browser, shop, options);
    },
    stopService: async () => void (await server.signal("SIGTERM")),
    async startService() {
      server = await serve();
    },
    async close() {
      await browser.close();
      shop.stop();
      await server.signal("SIGTERM");
    },
  };
}

async function openShop(browser: Browser, shop: Shop, options: BrowserContextOptions): Promise<OpenShop> {
  const watched = await openPage(browser, options);
  const { page } = watched;
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith("/api/")) {
      searchParams.delete("key");
      requests.push(`${pathname.slice("/api/v1".length)}?${decodeURIComponent(searchParams.toString())}`);
    }
  });
  await page.addInitScript(() => {
    const changes: unknown[] = [];
    Object.assign(globalThis, { changes });
    addEventListener("address-change", (event) => changes.push((event as CustomEvent).detail));
  });
  await page.goto(shop.origin);
  return { ...watched, requests, order: () => order(page, shop), changes: () => page.evaluate("changes") };
}

/** Sends the order, and waits for the page that thanks for it; returns its fields. */
export async function order(page: Page, shop: Shop): Promise<Record<string, string>> {
  const before = shop.orders.length;
  await page.getByRole("button", { name: "Order" }).click();
  await until(() => shop.orders.length > before);
  await page.getByRole("heading", { name: "Thanks" }).waitFor();
  return Object.fromEntries(shop.orders.at(-1)!);
}
