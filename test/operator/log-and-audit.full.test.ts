/** The choices of the log, the audit and the networks of a key, in a browser. */
import { afterAll, expect, test } from "bun:test";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
afterAll(() => operator.close());

test.skipIf(!HAS_BROWSER)(
  "the log is changed, and the audit shows by whom; pages lead to older entries",
  async () => {
    const { key } = await operator.app.keys.create({ name: "shop", kind: "server" });
    for (let rate = 1; rate <= 60; rate++) {
      await operator.app.keys.update(key.id, { ratePerMinute: rate });
    }
    await operator.app.audit.addUses([
      { keyId: key.id, network: "198.51.100.0/24", requests: 7, lastMs: Date.now() },
    ]);
    const browser = await launchBrowser();
    const { page, faults, close } = await openPage(browser, { locale: "en-GB" });
    await page.goto(`${operator.url}/traffic`);
    await page.getByLabel("Token").fill(operator.token);
    await page.keyboard.press("Enter");
    await page.getByLabel("Access log").selectOption({ label: "a line for each request" });
    await page.getByLabel("Lowest level").selectOption({ label: "errors only" });
    await page.getByRole("link", { name: "Audit", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "level info → error" });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/changed log.*session [0-9a-f]{8}/);
    expect(operator.app.log.state()).toEqual({ level: "error", accessLog: true });
    operator.app.log.change({ level: "info", accessLog: false });

    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("ratePerMinute 60 → 1").waitFor();
    await page.getByRole("button", { name: "Newer" }).click();
    await row.waitFor();
    await page
      .getByRole("link", { name: `Key ${key.id}` })
      .first()
      .click();
    await page.getByRole("rowheader", { name: "198.51.100.0/24" }).waitFor();
    expect(faults).toEqual([]);
    await close();
    await browser.close();
  },
);
