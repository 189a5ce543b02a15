/** Tests that the operator's pages and their dialogs are well made in every look (test/support/browser/looks.ts). */
import { afterAll, expect, test } from "bun:test";
import { expectEveryLook, LOCALES } from "../support/browser/looks.ts";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
afterAll(() => operator.close());

const PATHS = ["/", "/keys", "/keys/1", "/traffic", "/registry", "/exports", "/nodes", "/audit"];

test.skipIf(!HAS_BROWSER).each(LOCALES)(
  "every page and dialog of the operator, in %s, has no finding of axe and fits, in every look",
  async (locale) => {
    const { key } = await operator.app.keys.create({ name: "shop", kind: "browser", origins: [] });
    const browser = await launchBrowser();
    const { page, faults, close } = await openPage(browser, { locale });
    const look = async (state: string, shown: string) => {
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState("networkidle");
      await expectEveryLook(page, locale, state);
    };
    await page.goto(operator.url);
    await look("login", "input[name=token]");
    await page.locator("input[name=token]").fill("bkn_not_the_token");
    await page.keyboard.press("Enter");
    await look("wrong token", "[role=alert]");
    await page.locator("input[name=token]").fill(operator.token);
    await page.keyboard.press("Enter");
    await page.locator("main.login").waitFor({ state: "detached" });
    for (const path of PATHS) {
      await page.goto(operator.url + path);
      await look(path, "main h1");
    }

    await page.goto(`${operator.url}/keys/new`);
    await look("new key", "form");
    await page.locator("input[name=kind]").nth(1).check();
    await page.locator("form textarea").first().fill("shop");
    await page.locator("form .primary").click();
    await look("faults of fields", ".fault");

    await page.goto(`${operator.url}/keys/${key.id}`);
    await page.locator(".page-head .danger").click();
    await look("revoke", "dialog input");
    await page.locator("dialog input").fill("another");
    await page.locator("dialog .danger").click();
    await look("revoke, wrong name", "dialog [role=alert]");
    expect(faults).toEqual([]);
    await close();
    await browser.close();
  },
  300_000,
);
