/** Tests the page of the form component: with a session, with a pasted key, and the request that it shows. */
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

  test("the request that it shows works as it stands: found, and candidates", async () => {
    const { page, close } = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${originOf(closed)}/embed?lang=en`);
    const key = issueKey(closedDir, { kind: "browser", origins: [originOf(closed)] });
    closed.hangUp();
    await page.locator(".sample", { hasText: "addresses/lookup" }).getByRole("button").click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const sample = await page.evaluate<string>("navigator.clipboard.readText()");
    const run = (code: string) =>
      page.evaluate<{ data?: { full_address: string }; candidates?: unknown[] }>(
        `(async () => { ${code.replace("YOUR_BROWSER_KEY", key)}\nreturn { data, candidates }; })()`,
      );
    expect((await run(sample)).data?.full_address).toBe("Prinses Beatrixlaan 3d, 1381AG Weesp");
    const without = await run(sample.replace(' addition: "d",', ""));
    expect(without.candidates?.length).toBeGreaterThan(1);
    await close();
  });
});
