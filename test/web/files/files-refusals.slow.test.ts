/** Tests the messages of the page for spreadsheets about unusable files, invalid keys and exceeded limits. */
import { describe, expect, test } from "bun:test";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SESSION_LIMITS } from "../../../src/exports/sessions/session-limits.ts";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, searchAll, toCareSheet } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { issueKey } from "../../support/servers/serve-process.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

/** First bytes of a spreadsheet with a password: a compound file. */
const ENCRYPTED = Buffer.from("d0cf11e0a1b11ae10000000000000000", "hex");

describe.skipIf(!HAS_BROWSER)("a page for files that needs a key", () => {
  const pages = useExplorer(["--files-page", "key"]);
  const withPostcode = () => listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);

  test("asks for it, shows what it costs, and says when too little of it is left", async () => {
    const page = await pages.openWithoutMap("/files");
    await page.getByText("Deze pagina heeft een sleutel nodig").waitFor();
    expect(await page.locator(".drop-zone").count()).toBe(0);
    await page.getByLabel("API-sleutel").fill(issueKey(pages.dataDir, { monthlyQuota: 50 }));
    await page.getByRole("button", { name: "Gebruik deze sleutel" }).click();
    await chooseFile(page, "leden.csv", toCareSheet(withPostcode().slice(0, 60)));
    await page.getByText("Dit kost 60 verzoeken van uw sleutel").waitFor();
    await page.getByRole("button", { name: "Zoek 60 rijen" }).click();
    await page.getByText("De sleutel heeft deze maand te weinig verzoeken over").waitFor();
    await page.getByRole("button", { name: "Ander bestand" }).click();
    await page.locator(".drop-zone").waitFor();
    await chooseFile(page, "leden.csv", toCareSheet(withPostcode().slice(0, 20)));
    await page.getByText("Klopt dit?").waitFor();
    await searchAll(page);
  });

  test("says that searches are used up, and still takes decisions", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    const [first, second] = withPostcode().map((address) => ({ ...address, number: 9000, suffix: "" }));
    await page.getByLabel("API key").fill(issueKey(pages.dataDir, { monthlyQuota: 3 }));
    await page.getByRole("button", { name: "Use this key" }).click();
    await chooseFile(page, "members.csv", toCareSheet([first!, second!]));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    await page.locator(".address-search input").pressSequentially("keurstraat");
    await page.getByText("The key has no requests left this month").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".offer").last().click();
    await page.getByText("Row 6 of the file").waitFor();
  });
});

describe.skipIf(!HAS_BROWSER)("refused files", () => {
  const pages = useExplorer(["--files-page", "on"]);

  test("are distinguished in words: empty, locked, of another kind, without a table, too large, several", async () => {
    const page = await pages.openWithoutMap("/files");
    const told = page.locator(".note.danger");
    const give = async (name: string, content: string | Uint8Array, words: string) => {
      await chooseFile(page, name, content);
      await told.filter({ hasText: words }).waitFor();
    };
    await give("leeg.csv", "", "Het bestand is leeg");
    await give("geheim.xlsx", ENCRYPTED, "wachtwoord");
    await give("brief.pdf", "%PDF-1.7 and so on", "geen Excel-bestand (.xlsx) of CSV");
    const large = join(pages.dataDir, "large.csv");
    writeFileSync(large, "");
    // Sparse: it takes no space.
    truncateSync(large, SESSION_LIMITS.fileBytes + 1);
    await page.locator("input[type=file]").setInputFiles(large);
    await told.filter({ hasText: "Het bestand is te groot" }).waitFor();
    // After the last refusal the page accepts the next file.
    await chooseFile(page, "leden.csv", toCareSheet(listAddresses(pages.dataDir).slice(0, 20)));
    await page.getByText("Klopt dit?").waitFor();
  });

  test("one more file than may be at once waits for another to be deleted", async () => {
    const sheet = toCareSheet(listAddresses(pages.dataDir).slice(0, 5));
    // The file of the previous test counts as one of them.
    const [first, ...others] = await Promise.all(
      Array.from({ length: SESSION_LIMITS.perNetwork.sessions }, () =>
        pages.openWithoutMap("/files?lang=en"),
      ),
    );
    for (const page of others) {
      await chooseFile(page, "members.csv", sheet);
      await page.getByText("Is this right?").waitFor();
    }
    await chooseFile(first!, "one more.csv", sheet);
    await first!.getByText("Too many files are on the server").waitFor();
    await others[0]!.getByRole("button", { name: "Another file" }).click();
    await others[0]!.locator(".drop-zone").waitFor();
    await chooseFile(first!, "one more.csv", sheet);
    await first!.getByText("Is this right?").waitFor();
  });
});
