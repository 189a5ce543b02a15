/** Tests the operator's pages in a browser, on a server that runs. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { HAS_BROWSER, launchBrowser, openPage, type WatchedPage } from "../support/browser/open-browser.ts";
import { freePort } from "../support/processes/free-port.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

let dataDir: string;
let server: ServeProcess;
let adminUrl: string;
let token: string;
let browser: Browser;

async function start(adminPort: string): Promise<void> {
  server = await startServe(dataDir, ["--threads", "1", "--admin-port", adminPort]);
  adminUrl = server.printed().match(/Operator's pages on (\S+),/)![1]!;
  token = readFileSync(join(dataDir, "admin-token"), "utf8").trim();
}

/** Opens the login page. */
async function open(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, { locale: "en-GB", ...options });
  await watched.page.goto(adminUrl);
  await watched.page.getByLabel("Token").waitFor();
  return watched;
}

async function logIn(page: Page, typed = token): Promise<void> {
  await page.getByLabel("Token").fill(typed);
  await page.keyboard.press("Enter");
}

async function openLoggedIn(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const watched = await open(options);
  await logIn(watched.page);
  await watched.page.locator(".tiles").waitFor();
  return watched;
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(adminUrl + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Closes a page on which nothing went wrong. */
async function close({ faults, ...watched }: WatchedPage): Promise<void> {
  expect(faults).toEqual([]);
  await watched.close();
}

/** Creates a key in the form; returns its token as shown. */
async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("link", { name: "Keys", exact: true }).click();
  await page.getByRole("link", { name: "New key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.getByLabel("Token", { exact: true }).locator("code").first().textContent())!;
}

async function statusWith(bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(`${server.url}/cities`, { headers })).status;
}

describe.skipIf(!HAS_BROWSER)("the operator's pages", () => {
  beforeAll(async () => {
    dataDir = makeDataFolder();
    // A free port, on which the server starts again later: outgoing connections do not take it in the meantime.
    await start(String(freePort()));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.signal("SIGTERM");
    rmSync(dataDir, { recursive: true });
  });

  test("refuse a wrong token in words, and let the right one in", async () => {
    const watched = await open();
    const { page } = watched;
    await logIn(page, "bkn_not_the_token_of_this_server");
    await page.getByText("This is not the token.").waitFor();
    await logIn(page);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("The data of").waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    expect(await page.content()).not.toContain(token);
    await close(watched);
  });

  test("a key is created, its token shown once and working, then revoked by typing its name", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    const issued = await createKey(page, "Shop & Sons");
    expect(await statusWith(issued)).toBe(200);
    expect(await page.getByLabel("To try it:").textContent()).toContain(`${server.url}/cities`);
    await page.getByRole("button", { name: "I have stored the token" }).click();
    await page.getByRole("heading", { name: "Shop & Sons" }).waitFor();
    expect(await page.content()).not.toContain(issued.split("|")[1]!);

    await page.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Shop");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("This is not the name of the key; it was not revoked.").waitFor();
    expect(await statusWith(issued)).toBe(200);
    await dialog.getByRole("textbox").fill("Shop & Sons");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.locator("dd").getByText("revoked").waitFor();
    expect(await page.getByRole("button", { name: "Change" }).count()).toBe(0);
    await until(async () => (await statusWith(issued)) === 401);
    await close(watched);
  }, 60_000);

  test("a new browser key comes with the HTML to paste into a form", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await page.getByRole("link", { name: "New key" }).click();
    await page.getByLabel("Name").fill("shop");
    await page.getByRole("radio", { name: "browser" }).check();
    await page.getByRole("textbox", { name: "Approved origins" }).fill("https://shop.example");
    await page.getByRole("button", { name: "Create key" }).click();
    const issued = await page.getByLabel("Token", { exact: true }).locator("code").first().textContent();
    const html = await page.getByLabel("To paste into the form of the shop:").locator("code").textContent();
    const service = server.url.replace("/api/v1", "");
    expect(html).toContain(`<script type="module" src="${service}/embed/baken-address.js"></script>`);
    expect(html).toContain(`<baken-address api-key="${issued}" `);
    await page.getByRole("button", { name: "I have stored the token" }).click();
    await close(watched);
  }, 60_000);

  test("a browser key without an origin is asked about", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    await page.goto(`${adminUrl}/keys/new`);
    await page.getByLabel("Name").fill("bare");
    await page.getByRole("radio", { name: "browser" }).check();
    await page.getByText("60 is enough for 30 orders a minute").waitFor();
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Without an approved origin this key cannot be used anywhere.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create key" }).click();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "bare" }).waitFor();
    await page.getByRole("button", { name: "I have stored the token" }).click();
    await close(watched);
  }, 60_000);

  test("a link is made that opens the pages of the public port once, which the audit says", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    const section = page.getByLabel("Link to the pages");
    const made = async (before = "") => {
      await page.getByRole("button", { name: "Make a link" }).click();
      const code = section.locator("code");
      await until(async () => (await code.count()) === 1 && (await code.textContent()) !== before);
      return (await code.textContent())!;
    };
    const first = await made();
    const links = [first, await made(first)];
    expect(links[1]).toStartWith(`${server.url.replace("/api/v1", "")}/#open=`);
    const use = async (url: string) => {
      const { origin, hash } = new URL(url);
      const body = JSON.stringify({ link: hash.replace("#open=", "") });
      return (await fetch(`${origin}/session/link`, { method: "POST", body })).status;
    };
    expect([await use(links[1]!), await use(links[1]!), await use(first)]).toEqual([200, 403, 200]);
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByText("opened").first().waitFor();
    await close(watched);
  });

  test("a token is renewed: both work; limits are changed: the server follows; faults stand at their fields", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    const first = await createKey(page, "rotating");
    await page.getByRole("button", { name: "I have stored the token" }).click();
    await page.getByRole("button", { name: "Renew token" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Renew token" }).click();
    const second = (await page.getByLabel("Token", { exact: true }).locator("code").first().textContent())!;
    expect(second).not.toBe(first);
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
    await page.getByRole("button", { name: "I have stored the token" }).click();
    await page.getByText(/works until/).waitFor();

    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Requests per minute").fill("1.000");
    await page.getByLabel("Allowed IP addresses").fill("127.1");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A whole number from 1 to 1,000,000, or empty.").waitFor();
    await page.getByRole("alert").getByText("One address or CIDR range per line").waitFor();
    await page.getByLabel("Requests per minute").fill("3");
    await page.getByLabel("Allowed IP addresses").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("/ 3").waitFor();
    await until(async () => (await statusWith(second)) === 429);
    await close(watched);
  }, 60_000);

  test("the chart and the numbers show the requests that were really made", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    const issued = await createKey(page, "counted");
    await page.getByRole("button", { name: "I have stored the token" }).click();
    for (let n = 0; n < 17; n++) {
      expect(await statusWith(issued)).toBe(200);
    }
    await page.getByText("17 requests in total").waitFor();
    await page.getByText("As a table").click();
    const today = page.getByRole("table").getByRole("row").nth(1);
    expect(await today.getByRole("cell").last().textContent()).toBe("17");
    expect(await page.locator(".chart-bars rect").count()).toBe(30);
    const heights = await page
      .locator(".chart-bars rect")
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
    // The axis ends at 20.
    expect([heights.at(-1), Math.max(...heights.slice(0, -1))]).toEqual([85, 0]);
    await page.getByText("17 / 60").waitFor();
    await page.getByRole("link", { name: "Traffic", exact: true }).click();
    await page.getByRole("row", { name: /\/cities/ }).waitFor();
    await page.getByRole("row", { name: `Key ${issued.split("|")[0]} 17 – –` }).waitFor();
    await page.getByRole("img", { name: /^Requests by minute: \d+$/ }).waitFor();
    await close(watched);
  }, 60_000);

  test("a page on another port of the host gets the cookie sent along, and still changes nothing", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    const issued = await createKey(page, "target");
    const id = issued.split("|")[0]!;
    const action = `${adminUrl}/api/keys/${id}/revoke`;
    // A form of this type can send JSON: the field's name begins the object, the field's value ends it.
    const form = `<form method="post" enctype="text/plain" action="${action}">
      <input name='{"name":"target","x":"' value='"}'></form>`;
    const attacker = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response(form, { headers: { "content-type": "text/html" } }),
    });
    await page.goto(attacker.url.href);
    const [submitted] = await Promise.all([
      page.waitForResponse(action),
      page.evaluate("document.querySelector('form').submit()"),
    ]);
    await page.waitForURL(action);
    expect(submitted.status()).toBe(403);
    expect((await submitted.request().allHeaders()).cookie).toContain(
      `baken-operator-${new URL(adminUrl).port}=`,
    );
    expect(await statusWith(issued)).toBe(200);
    await attacker.stop(true);
    await watched.close();
  });

  test("language and theme are chosen, and stay", async () => {
    const watched = await openLoggedIn({ colorScheme: "light" });
    const { page } = watched;
    const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.getByRole("link", { name: "Nederlands" }).click();
    await page.getByRole("heading", { name: "Overzicht" }).waitFor();
    await page.getByRole("button", { name: "Licht of donker" }).click();
    await until(async () => (await background()) !== light);
    await goTo(page, "/keys");
    await page.getByRole("heading", { name: "Sleutels" }).waitFor();
    expect(await background()).not.toBe(light);
    await close(watched);
  });

  test("the back button leads through the pages, and search narrows the keys", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    await createKey(page, "needle");
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await page.getByLabel("Search by name, number or origin").fill("need");
    await until(async () => (await page.locator("tbody tr").count()) === 1);
    await page.getByRole("link", { name: "needle" }).click();
    await page.getByRole("heading", { name: "needle" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    await close(watched);
  });

  test("logging out everywhere ends the sessions of other tabs and browsers", async () => {
    const [here, there] = [await openLoggedIn(), await openLoggedIn()];
    await here.page.getByRole("button", { name: "Log out" }).click();
    const dialog = here.page.getByRole("dialog");
    await dialog.getByLabel("In all browsers").check();
    await dialog.getByRole("button", { name: "Log out" }).click();
    await here.page.getByText("You are logged out.").waitFor();
    await there.page.getByText("The session has ended.").waitFor();
    await here.page.goBack().catch(() => null);
    await goTo(here.page, "/keys");
    await here.page.getByLabel("Token").waitFor();
    await close(here);
    await close(there);
  });

  test("a stopped server is reported, what was shown stays; after its restart one logs in again", async () => {
    const watched = await openLoggedIn();
    const { page } = watched;
    await page.getByRole("link", { name: "Traffic", exact: true }).click();
    await page.locator(".tiles").waitFor();
    await server.signal("SIGTERM");
    await page.getByText("The server does not answer.").waitFor();
    expect(await page.locator(".tiles").count()).toBe(1);
    await start(new URL(adminUrl).port);
    await page.getByText("The session has ended.").waitFor();
    await logIn(page);
    await page.getByRole("heading", { name: "Traffic" }).waitFor();
    await close(watched);
  }, 60_000);
});
