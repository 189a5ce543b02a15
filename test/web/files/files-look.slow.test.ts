/** Tests that every state of the page for spreadsheets is accessible and fits in every look. */
import { describe, test } from "bun:test";
import { useExplorer } from "../../support/browser/explorer.ts";
import { expectStatesWellMade } from "../../support/browser/files-page.ts";
import { expectEveryLook, LOCALES } from "../../support/browser/looks.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

describe.skipIf(!HAS_BROWSER)("every state of the page for files", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"]);

  test.each(LOCALES)(
    "has no finding of axe and fits: %s",
    async (locale) => {
      const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
      const page = await pages.open("/files", { locale });
      await expectStatesWellMade(page, addresses, (state) => expectEveryLook(page, locale, state));
    },
    300_000,
  );
});
