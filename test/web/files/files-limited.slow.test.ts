/** Tests that a key of sixty requests a minute finishes a file of a hundred doubtful rows on the page for spreadsheets. */
import { describe, expect, test } from "bun:test";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, downloadRows, searchAll, toCareSheet } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { issueKey } from "../../support/servers/serve-process.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

const DOUBTFUL = 100;
/** Two windows of the rate, on a busy machine. */
const WAIT_MS = 180_000;

describe.skipIf(!HAS_BROWSER)("a page for files with a key of sixty a minute", () => {
  const pages = useExplorer(["--files-page", "key"]);

  test(
    "waits at the limit, says so, and goes on by itself",
    async () => {
      const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
      const wrong = addresses
        .slice(500, 500 + DOUBTFUL)
        .map((address) => ({ ...address, number: 9000, suffix: "" }));
      const page = await pages.openWithoutMap("/files?lang=en");
      page.setDefaultTimeout(WAIT_MS);
      await page.getByLabel("API key").fill(issueKey(pages.dataDir, { ratePerMinute: 60 }));
      await page.getByRole("button", { name: "Use this key" }).click();
      await chooseFile(page, "clients.csv", toCareSheet([...addresses.slice(0, 40), ...wrong]));
      await page.getByText("Is this right?").waitFor();
      await searchAll(page);
      const waiting = page.getByText("Too many requests").waitFor();
      const title = page.locator(".row-card h4");
      const first = 5 + 40;
      for (let i = 0; i < DOUBTFUL; i++) {
        await title.filter({ hasText: `Row ${first + i} of the file` }).waitFor();
        await title.focus();
        await page.keyboard.press("n");
      }
      await waiting;
      await page.getByText("That was the last row").waitFor();
      const rows = await downloadRows(page);
      expect(rows.filter((row) => row.result_decided_by === "hand")).toHaveLength(DOUBTFUL);
      await page.getByText("Too many requests").waitFor({ state: "detached" });
    },
    2 * WAIT_MS,
  );
});
