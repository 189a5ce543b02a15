/** Reads and tries the documentation in a browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { HAS_BROWSER, launchBrowser, openPage, type WatchedPage } from "../support/browser/open-browser.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const dataDir = await makeDemoFolder(500);
const keys = openKeyStore(dataDir);
const { token } = keys.create({ name: "pages", kind: "server", ratePerMinute: 1_000 });
const slow = keys.create({ name: "slow", kind: "server", ratePerMinute: 1 }).token;
keys.close();

/** Members of the page's window; the tests have no types of browsers. */
interface Storages {
  readonly localStorage: object;
  readonly sessionStorage: object;
}

let server: ServeProcess;
let closed: ServeProcess;
let browser: Browser;

describe.skipIf(!HAS_BROWSER)("the documentation in a browser", () => {
  beforeAll(async () => {
    server = await startServe(dataDir, ["--threads", "1", "--public-page", "on"]);
    closed = await startServe(dataDir, ["--threads", "1", "--public-page", "off"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([server.signal("SIGTERM"), closed.signal("SIGTERM")]);
    rmSync(dataDir, { recursive: true });
  });

  const originOf = ({ url }: ServeProcess) => new URL(url).origin;

  async function visit(
    path: string,
    options: Parameters<typeof openPage>[1] = {},
    at: ServeProcess = server,
  ): Promise<WatchedPage> {
    const watched = await openPage(browser, {
      locale: "en-GB",
      viewport: { width: 1400, height: 900 },
      ...options,
    });
    await watched.page.goto(originOf(at) + path);
    return watched;
  }

  async function leave({ faults, close }: WatchedPage): Promise<void> {
    expect(faults).toEqual([]);
    await close();
  }

  /** Opens the form of the lookup; returns its article. */
  async function openLookup(page: Page): Promise<Locator> {
    const article = page.locator("#get-addresses-lookup");
    await article.getByRole("button", { name: "Try it" }).click();
    return article;
  }

  async function send(article: Locator): Promise<string | null> {
    await article.getByRole("button", { name: "Send" }).click();
    await article.getByRole("button", { name: "Send" }).waitFor();
    await article.locator(".live").waitFor();
    return article.locator(".live").textContent();
  }

  test.each(["/docs/addresses", "/embed"])("%s says when the browser refuses to copy", async (path) => {
    const watched = await visit(path);
    const { page } = watched;
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new DOMException('no'))");
    const button = page.locator("button.copy:visible").first();
    const label = await button.textContent();
    await button.click();
    await page.getByText("The browser does not allow copying").waitFor();
    await page.getByText("The browser does not allow copying").waitFor({ state: "hidden" });
    expect(await button.textContent()).toBe(label);
    await leave(watched);
  });

  test.each([`{"token":"pa`, "null", `{"token":5}`])(
    "a page opens although the browser kept `%s` as its session",
    async (stored) => {
      const watched = await visit("/docs");
      const { page } = watched;
      await page.evaluate(`localStorage.setItem("baken-session", ${JSON.stringify(stored)})`);
      await page.goto(originOf(server));
      await page.getByRole("combobox").first().fill("1234AB 1");
      await leave(watched);
    },
  );

  test("the navigation leads to an operation, and shows which one is read", async () => {
    const watched = await visit("/docs");
    const { page } = watched;
    await page.locator("summary", { hasText: "Geocoding" }).click();
    await page.getByRole("link", { name: "/geocode/reverse" }).first().click();
    await page.waitForURL("**/docs/geocoding#get-geocode-reverse");
    await page.locator('.navigation a.is-here[href$="#get-geocode-reverse"]').waitFor();
    await page.goBack();
    expect(page.url()).toEndWith("/docs");
    await leave(watched);
  });

  test("an address of a field opens the answer around it", async () => {
    const watched = await visit("/docs/addresses#get-addresses-search.200.meta");
    expect(await watched.page.locator('[id="get-addresses-search.200.meta"]').isVisible()).toBe(true);
    await leave(watched);
  });

  test("the search finds by keyboard what the page has", async () => {
    const watched = await visit("/docs");
    const { page } = watched;
    await page.keyboard.press("/");
    await page.keyboard.type("oppervlakte");
    const first = page.getByRole("option").first();
    await first.waitFor();
    expect(await first.textContent()).toContain("Address");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/records#Address.oppervlakte");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("xyzzy qwrtpsd");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await leave(watched);
  });

  test("a request is tried with the session of the page, and the samples follow it", async () => {
    const watched = await visit("/docs/addresses");
    const article = await openLookup(watched.page);
    const answer = await send(article);
    expect(answer).toMatch(/200\d+ ms\d+ of 300 left this minute/);
    expect(answer).toContain('"full_address"');
    const { y } = (await article.locator(".live .status").boundingBox())!;
    expect(y).toBeLessThan(watched.page.viewportSize()!.height);
    expect(await article.locator(".example").isVisible()).toBe(false);
    await article.getByRole("textbox", { name: "number" }).fill("99998");
    await article.locator(".samples", { hasText: "-d number=99998" }).waitFor();
    expect((await article.locator(".samples pre:visible").textContent())!.split("postcode=")).toHaveLength(2);
    await article.locator(".live", { hasText: "200" }).waitFor();
    await article.getByRole("button", { name: "Send" }).click();
    await article.locator(".live", { hasText: "404" }).waitFor();
    expect(await article.locator(".live").textContent()).toContain("No address found");
    await leave(watched);
  });

  test("faults stand beside their parameters", async () => {
    const watched = await visit("/docs/addresses");
    const article = await openLookup(watched.page);
    const number = article.getByRole("textbox", { name: "number" });
    await number.fill("many");
    await article.getByRole("textbox", { name: "postcode" }).fill("1");
    expect(await send(article)).toContain("Parameters are missing or wrong");
    expect(await number.getAttribute("aria-invalid")).toBe("true");
    expect(await article.locator(".try-fault").count()).toBe(2);
    await leave(watched);
  });

  test("faults are Dutch on a Dutch page, beside their parameters or under the answer to a body", async () => {
    const watched = await visit("/docs/addresses", { locale: "nl-NL" });
    const { page } = watched;
    const article = page.locator("#get-addresses-lookup");
    await article.getByRole("button", { name: "Probeer het" }).click();
    await article.getByRole("textbox", { name: "number" }).fill("veel");
    await article.getByRole("textbox", { name: "postcode" }).fill("");
    await article.getByRole("button", { name: "Verstuur" }).click();
    await article.locator(".live").waitFor();
    const faults = await article.locator(".try-fault").allTextContents();
    expect(faults.toSorted()).toEqual(["Dit moet een heel getal zijn.", "Vul dit in."]);

    await page.goto(`${originOf(server)}/docs/exports`);
    const exports = page.locator("#post-export-addresses");
    await exports.getByRole("button", { name: "Probeer het" }).click();
    await exports.getByLabel("API-sleutel").fill(token);
    await exports.getByLabel("Body (JSON)").fill('{ "format": "pdf", "north": 52 }');
    await exports.getByRole("button", { name: "Verstuur" }).click();
    await exports.locator(".live").waitFor();
    const texts = await exports.locator(".live .panel-note").allTextContents();
    expect(texts).toContain(
      "format: Dit is geen van de mogelijkheden: csv, xlsx, json, geojson, gpkg, parquet.",
    );
    await leave(watched);
  });

  test("a wrong key, a right one, one at its limit; the key stays in the tab", async () => {
    const watched = await visit("/docs/addresses", {}, closed);
    const { page } = watched;
    const article = await openLookup(page);
    expect(await send(article)).toContain("asks for an API key");
    const live = (text: string) => article.locator(".live", { hasText: text }).waitFor();
    const useKey = async (key: string) => {
      await article.getByLabel("API key").fill(key);
      await article.getByRole("button", { name: "Send" }).click();
    };
    await useKey("1|bkn_wrong");
    await live("not accepted");
    await article.getByRole("button", { name: "Forget" }).click();
    await useKey(token);
    await live("of 1,000 left this minute");
    const kept = await page.evaluate(() => [
      JSON.stringify({ ...(globalThis as never as Storages).localStorage }),
      JSON.stringify({ ...(globalThis as never as Storages).sessionStorage }),
    ]);
    expect(kept[0]).not.toContain("bkn_");
    expect(kept[1]).toContain(token);
    expect(await page.context().cookies()).toEqual([]);
    await article.getByRole("button", { name: "Forget" }).click();
    await useKey(slow);
    await live("0 of 1 left");
    await article.getByRole("button", { name: "Send" }).click();
    await live("The limit is reached");
    await leave(watched);
  });

  test("a session only reads; a server that is away is said so", async () => {
    const watched = await visit("/docs/exports");
    const { page } = watched;
    const article = page.locator("#post-export-addresses");
    await article.getByRole("button", { name: "Try it" }).click();
    expect(await send(article)).toContain("read-only");
    const status = page.locator("#get-export-jobId");
    await status.getByRole("button", { name: "Try it" }).click();
    await page.context().setOffline(true);
    expect(await send(status)).toContain("cannot be reached");
    await leave(watched);
  });

  test("the language of code and of the page is chosen once", async () => {
    const watched = await visit("/docs/addresses");
    const { page } = watched;
    await page.locator("#get-addresses-lookup .languages").getByText("Python").click();
    await page.goto(`${originOf(server)}/docs/geocoding`);
    expect(await page.locator("#get-geocode-forward .samples pre:visible").textContent()).toContain(
      "urllib.request import",
    );
    await page.getByRole("link", { name: "Nederlands" }).click();
    await page.getByText("Sleutel nodig").first().waitFor();
    await page.goto(`${originOf(server)}/docs`);
    expect(await page.locator("h1").textContent()).toBe("De interface van baken");
    await leave(watched);
  });

  test("without a script everything can be read, and a sample's language chosen", async () => {
    const watched = await visit("/docs/addresses", { javaScriptEnabled: false });
    const article = watched.page.locator("#get-addresses-lookup");
    await article.getByText("Python").click();
    expect(await article.locator(".samples pre:visible").textContent()).toContain("urllib.request import");
    await article.locator("summary").first().click();
    expect(await article.getByText("nummeraanduiding_id", { exact: true }).first().isVisible()).toBe(true);
    await watched.close();
  });

  test("on a phone the menu opens over the page and leads on", async () => {
    const watched = await visit("/docs/addresses", { viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = watched;
    await page.getByRole("link", { name: "Menu" }).tap();
    await page.locator("summary", { hasText: "Cities" }).tap();
    await page.getByRole("link", { name: "/cities", exact: true }).tap();
    await page.waitForURL("**/docs/cities#get-cities");
    expect(await page.locator(".sidebar").isVisible()).toBe(false);
    await leave(watched);
  });
});
