/** Tests the page of the form component: with a session, with a pasted key, and the checkout that it shows. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import {
  expectAccessible,
  HAS_BROWSER,
  launchBrowser,
  openPage,
} from "../../support/browser/open-browser.ts";
import { makeWeespFolder } from "../../support/countries/import-data-folders.ts";
import { until } from "../../support/processes/until.ts";
import { issueKey, type ServeProcess, startServe } from "../../support/servers/serve-process.ts";

const received = (page: Page) => page.locator("#received").textContent();

const RADIUS = `getComputedStyle(document.querySelector("baken-address")).getPropertyValue("--baken-radius")`;

describe.skipIf(!HAS_BROWSER)("the page of the form component", () => {
  let browser: Browser;
  let open: ServeProcess;
  let closed: ServeProcess;
  let closedDir: string;
  const originOf = ({ port }: ServeProcess) => `http://127.0.0.1:${port}`;

  beforeAll(async () => {
    closedDir = await makeWeespFolder();
    [open, closed, browser] = await Promise.all([
      startServe(await makeWeespFolder(), ["--public-page", "on"]),
      startServe(closedDir),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([open.signal("SIGTERM"), closed.signal("SIGTERM")]);
  });

  test.each([
    ["nl", "light", 1280],
    ["nl", "dark", 360],
    ["en", "dark", 1280],
    ["en", "light", 360],
  ] as const)(
    "in %s and %s at %d pixels: tries addresses, shows what the form sends",
    async (lang, colorScheme, width) => {
      const { page, faults, close } = await openPage(browser, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await page.goto(`${originOf(open)}/embed?lang=${lang}`);
      await page.getByRole("textbox", { name: "Postcode" }).fill("1381AG");
      await page.getByLabel(lang === "nl" ? "Huisnummer" : "House number").fill("3");
      await page.getByRole("radiogroup").getByRole("radio").nth(1).check();
      await until(async () => /certainty = confirmed/.test((await received(page)) ?? ""));
      await expectAccessible(page);
      const radius = () => page.evaluate<string>(RADIUS);
      const plain = await radius();
      await page.getByRole("radio", { name: lang === "nl" ? "rond" : "round" }).check();
      expect(await radius()).not.toBe(plain);
      expect(await page.locator("main").evaluate((main) => main.scrollWidth <= main.clientWidth)).toBe(true);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test("without a session it asks for a key, says when that is refused, and works with a right one", async () => {
    const { page, faults, close } = await openPage(browser, { locale: "en" });
    await page.goto(`${originOf(closed)}/embed`);
    const key = page.getByLabel("Browser key");
    await key.fill("1|bkn_wrong");
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByRole("textbox", { name: "Postcode" }).fill("1382KT");
    await page.getByLabel("House number").fill("5");
    await page.getByText("The server refuses this key.").waitFor();
    await expectAccessible(page);
    await key.fill(issueKey(closedDir, { kind: "browser", origins: [originOf(closed)] }));
    closed.hangUp();
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText("Found: Keurstraat 5, 1382 KT Weesp").waitFor();
    expect(await page.getByText("The server refuses this key.").isVisible()).toBe(false);
    expect(faults).toEqual([
      expect.stringMatching(/^console: <baken-address> was refused by its service: Unauthenticated\./),
    ]);
    await close();
  });

  test("the checkout that it shows works as it stands: found, candidates, 422, 429", async () => {
    const { page, close } = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${originOf(closed)}/embed?lang=en`);
    const readClipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    /** Presses the button beside a sample; returns what it puts in the place of what the clipboard had. */
    const copied = async (title: string) => {
      const before = await readClipboard();
      await page
        .locator(".sample", { has: page.getByText(title, { exact: true }) })
        .getByRole("button")
        .click();
      let text = before;
      await until(async () => {
        text = await readClipboard();
        return text !== before;
      });
      return text;
    };
    const html = await copied("checkout.html");
    const script = await copied("checkout.js");
    const files: Record<string, string> = { "/": html, "/checkout.js": script };
    const shop = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        const { pathname } = new URL(request.url);
        const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
        const body = files[pathname]?.replace("YOUR_BROWSER_KEY", key);
        return new Response(body ?? "", { headers: { "content-type": type } });
      },
    });
    const origin = `http://127.0.0.1:${shop.port}`;
    const key = issueKey(closedDir, { kind: "browser", origins: [origin], visitorRatePerMinute: 6 });
    closed.hangUp();

    await page.goto(origin);
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("House number").fill("5");
    await page.getByText("Found: Keurstraat 5, 1382KT Weesp").waitFor();
    expect(await page.getByLabel("Street").inputValue()).toBe("Keurstraat");
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("House number").fill("3");
    await page.getByLabel("Choose yours").selectOption("Prinses Beatrixlaan 3d, 1381AG Weesp");
    expect(await page.getByLabel("Addition").inputValue()).toBe("d");
    await page.getByLabel("House number").fill("a");
    await page.getByText("number field must be").waitFor();
    await page.getByLabel("House number").fill("900");
    await page.getByText("is not in the register").waitFor();
    let status = 404;
    for (let number = 901; status === 404; number++) {
      const answered = page.waitForResponse(/addresses\/lookup/);
      await page.getByLabel("House number").fill(String(number));
      status = (await answered).status();
    }
    expect(status).toBe(429);
    await page.getByText("Fill in street and city yourself.", { exact: true }).waitFor();
    shop.stop(true);
    await close();
  });
});
