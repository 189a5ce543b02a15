/** Tests that every state of the page for spreadsheets is accessible in both languages and themes, on phone and desk. */
import { describe, test } from "bun:test";
import { useExplorer } from "../../support/browser/explorer.ts";
import { expectStatesWellMade, LOOKS } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

describe.skipIf(!HAS_BROWSER)("every state of the page for files", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"]);

  test.each(["nl-NL", "en-GB"])("has no finding of axe and fits: %s", async (locale) => {
    const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    await expectStatesWellMade(await pages.open("/files", { locale }), addresses, LOOKS);
  });
});
