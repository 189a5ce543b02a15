/** Tests the review of doubtful rows on the page for spreadsheets: by keyboard alone, and on the map. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, downloadRows, searchAll, toCareSheet } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { makeWeespPastFolder } from "../../support/countries/import-data-folders.ts";
import { until } from "../../support/processes/until.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

const DOUBTFUL = 20;

/** Presses Tab until the focus is on or in an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await until(async () => {
    await page.keyboard.press("Tab");
    return await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
  });
}

describe.skipIf(!HAS_BROWSER)("the review", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"], makeWeespPastFolder);

  test("decides twenty rows by keyboard alone, and the file says which", async () => {
    const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    const right = addresses.slice(0, 40);
    // Numbers that no street has; without a postcode, so that the street alone is certain.
    const wrong = addresses
      .slice(500, 500 + DOUBTFUL)
      .map((address) => ({ ...address, number: 9000, suffix: "" }));
    const page = await pages.openWithoutMap("/files?lang=en");
    await chooseFile(page, "clients.csv", toCareSheet([...right, ...wrong]));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    const title = page.locator(".row-card h4");
    await title.waitFor();
    await tabTo(page, ".row-card button");
    const first = 5 + right.length;
    for (let i = 0; i < DOUBTFUL; i++) {
      await title.filter({ hasText: `Row ${first + i} of the file` }).waitFor();
      if (i % 2 === 0) {
        await page.keyboard.press("n");
      } else {
        await page.keyboard.press("/");
        await page.keyboard.type("keurstraat 5a weesp");
        await page.getByRole("option", { name: /^Keurstraat 5a/i }).waitFor();
        await page.keyboard.press("Enter");
      }
    }
    await page.getByText("That was the last row").waitFor();
    // One decision is undone, and made again.
    await tabTo(page, ".review-done button");
    await page.keyboard.press("Enter");
    await title.filter({ hasText: `Row ${first} of the file` }).waitFor();
    await page.keyboard.press("z");
    await page.locator(".chosen").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowRight");
    await title.filter({ hasText: `Row ${first + 1} of the file` }).waitFor();
    const rows = await downloadRows(page);
    const decided = rows.filter((row) => row.result_decided_by === "hand");
    expect(decided).toHaveLength(DOUBTFUL - 1);
    expect(decided.filter((row) => row.result_straatnaam === "Keurstraat")).toHaveLength(DOUBTFUL / 2);
    expect(rows.slice(0, right.length).map((row) => row.result_decided_by)).toEqual(right.map(() => ""));
  });

  test("rows that nobody can decide are counted and listed; a reason chooses among the others", async () => {
    const rows = [
      ["Keurstraat", "999", "1382KT", "Weesp", "NL", "no such number"],
      ["Postbus", "12", "1380AA", "Weesp", "NL", "po box"],
      ["Keurstraat", "", "1382KT", "Weesp", "NL", "no number"],
      ["Lange Straat", "12", "10117", "Berlin", "", "abroad"],
      ["Keurstraat", "5", "1382KT", "Weesp", "BE", "other country"],
      ["Damrak", "1", "1012LG", "Amsterdam", "NL", "place not loaded"],
      ["Keurstraat", "998", "1382KT", "Weesp", "NL", "no such number"],
      ["Keurstraat", "5", "1382KT", "Weesp", "NL", ""],
    ];
    const page = await pages.openWithoutMap("/files?lang=en");
    const right = Array.from({ length: 12 }, () => rows.at(-1)!);
    const all = [...rows, ...right];
    const lines = all.map((row) => row.slice(0, 5).join(";"));
    await chooseFile(page, "members.csv", `Straat;Nr;PC;Plaats;Land\n${lines.join("\n")}\n`);
    await searchAll(page);
    const title = page.locator(".row-card h4");
    const seen = async () => {
      const shown: (string | undefined)[] = [];
      for (; (await page.locator(".review-done").count()) === 0; await page.keyboard.press("ArrowRight")) {
        await title.waitFor();
        shown.push(/Row (\d+)/.exec((await title.textContent())!)?.[1]);
        await title.focus();
      }
      return shown;
    };
    expect(await seen()).toEqual(["2", "4", "8"]);
    await page.getByText("4 rows that cannot be decided").click();
    const listed = await page.locator(".settled dl > div").allTextContents();
    expect(listed.toSorted()).toEqual([
      "A PO box 1row 3",
      "In another country 1row 6",
      "Place not in the loaded data 1row 7",
      "Postcode of another country 1row 5",
    ]);
    await page.getByLabel("Reason").selectOption({ label: "The street has no such number (2)" });
    await title.filter({ hasText: "Row 2" }).waitFor();
    expect(await seen()).toEqual(["2", "8"]);
    expect((await downloadRows(page)).map((row) => row.result_reason)).toEqual(all.map((row) => row[5]!));
    await page.locator(".delete-all .button").click();
    await page.locator("dialog .button.danger").click();
    await page.locator(".drop-zone").waitFor();
  });

  test("of a row that lacks only the number, the number alone is typed", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    const rows = "Keurstraat;;Weesp\nKeurstraat;12-apr;Weesp\nKeurstraat;9999;Weesp\nNieuwstad;30;Weesp\n";
    await chooseFile(page, "members.csv", `Straat;Nr;Plaats\n${rows}`);
    await page.getByLabel("Column Straat is").waitFor();
    await searchAll(page);
    const box = page.getByRole("combobox", { name: "Search for another address" });
    for (const [row, number] of [
      [2, "5a"],
      [3, "12"],
    ] as const) {
      await page.getByRole("heading", { name: `Row ${row} of the file` }).waitFor();
      await tabTo(page, ".row-card button");
      await (row === 2 ? page.keyboard.press("/") : box.click({ position: { x: 80, y: 20 } }));
      expect(await box.inputValue()).toBe("Weesp, Keurstraat ");
      expect(await page.locator(".address-search").getByRole("option").count()).toBe(0);
      await page.keyboard.type(number);
      const first = page.locator(".address-search").getByRole("option").first();
      await first.filter({ hasText: new RegExp(`^Keurstraat ${number},`) }).waitFor();
      await page.keyboard.press("Enter");
    }
    await page.getByRole("heading", { name: "Row 4 of the file" }).waitFor();
    await page.keyboard.press("/");
    expect(await box.inputValue()).toBe("");
    const numbers = (await downloadRows(page)).map(
      (row) => `${row.result_huisnummer}${row.result_huisletter}`,
    );
    expect(numbers).toEqual(["5a", "12", "", "30"]);
  });

  test("a former address is shown with its days and its present address, which is offered", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    await chooseFile(page, "old.csv", "lid;adres\n1;Keurstraat 5a Weesp\n2;Loevesteingracht 21 Weesp\n");
    await page.getByLabel("Column adres is").waitFor();
    await searchAll(page);
    await page.getByRole("heading", { name: "Row 3 of the file" }).waitFor();
    // Days and names as the documents of the gemeente have them: 2021-04-28, 2021-06-09.
    await page
      .getByText(
        "Loevesteingracht 21, 1384GA Weesp was an address from 28 April 2021 until 9 June 2021. It is called Loevesteinkade 21, 1384GA Weesp now.",
      )
      .waitFor();
    await page.getByRole("button", { name: "Loevesteinkade 21" }).click();
    expect((await downloadRows(page)).map((row) => row.result_straatnaam)).toEqual([
      "Keurstraat",
      "Loevesteinkade",
    ]);
  });

  test("a file waits for the decision made just before, however late the server has that", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    await chooseFile(page, "old.csv", "lid;adres\n1;Keurstraat 5a Weesp\n2;Loevesteingracht 21 Weesp\n");
    await page.getByLabel("Column adres is").waitFor();
    await searchAll(page);
    const pressed = Promise.withResolvers<void>();
    await page.route("**/files/session/rows/3", async (route) => {
      await pressed.promise;
      await route.continue();
    });
    const order: string[] = [];
    page.on("response", (response) => response.url().endsWith("/rows/3") && order.push("decided"));
    page.on("request", (request) => request.url().endsWith("/session/download") && order.push("asked for"));
    await page.getByRole("button", { name: "Loevesteinkade 21" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    pressed.resolve();
    await download;
    expect(order).toEqual(["decided", "asked for"]);
  });
});
