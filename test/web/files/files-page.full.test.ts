/** Tests the page for spreadsheets in Chromium, on a server with Weesp: from the file to the download. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { useExplorer } from "../../support/browser/explorer.ts";
import {
  chooseFile,
  downloadAs,
  downloadRows,
  dropFile,
  searchAll,
  toCareSheet,
} from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { startServe } from "../../support/servers/serve-process.ts";
import { type ListedAddress, listAddresses } from "../../support/tables/weesp-addresses.ts";

const ARGS = ["--files-page", "on", "--public-page", "on"];

describe.skipIf(!HAS_BROWSER)("the page for files", () => {
  const pages = useExplorer(ARGS);
  let addresses: ListedAddress[];
  beforeAll(() => {
    // Every row has a postcode, and numbers of its street are not beside it.
    addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
  });

  test("a dropped sheet with titles and decoys is understood, searched, and comes back with its addresses", async () => {
    const page = await pages.openWithoutMap("/files");
    const asked = addresses.slice(0, 60);
    await dropFile(page, "Cliënten (def).csv", toCareSheet(asked));
    await page.getByText("Klopt dit?").waitFor();
    expect(await page.locator("th.used .column-name").allInnerTexts()).toEqual([
      "C Straat",
      "D Huisnr",
      "E PC",
      "F Plaats",
    ]);
    expect(await page.locator("tbody .row-number").first().textContent()).toBe("5");
    await searchAll(page);
    await page.getByText("Deze browser kan geen kaart tekenen").waitFor();
    const rows = await downloadRows(page);
    expect(rows.map((row) => row.result_nummeraanduiding_id)).toEqual(asked.map(({ id }) => id));
    expect(rows[0]).not.toHaveProperty("result_decided_by");
    for (const [format, extension] of [
      ["Excel (.xlsx)", "xlsx"],
      ["GeoPackage", "gpkg"],
      ["Verslag (HTML)", "html"],
    ] as const) {
      const download = await downloadAs(page, format);
      expect(download.suggestedFilename()).toBe(`Cliënten (def)-adressen.${extension}`);
      expect(statSync(await download.path()).size).toBeGreaterThan(1000);
    }
  });

  test("a second address is offered though most rows lack it; titles are left out, and names stay as they are", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    const rowOf = ({ street, number, suffix, postcode, place }: ListedAddress) =>
      [street, `${number}${suffix && ` ${suffix}`}`, postcode, place].join(";");
    const posts = addresses.slice(5_000, 5_060);
    const rows = addresses
      .slice(0, 60)
      .map((address, i) => `${rowOf(address)};${i % 3 === 0 ? rowOf(posts[i]!) : ";;;"};x`);
    const head = [
      "Leden;;;;;;;;",
      "Bezoekadres;;;;Postadres;;;;",
      "straat;nr;postcode;plaats;weg;num;pc;stad;",
    ];
    await chooseFile(page, "leden.csv", `${[...head, ...rows].join("\n")}\n`);
    await page
      .getByText("Rows 1 to 3 are titles and names of columns. The result has the names only.")
      .waitFor();
    await page.getByRole("button", { name: "Choose this one" }).click();
    await page.getByText("house number “Postadres num”").first().waitFor();
    await searchAll(page);
    const download = await downloadAs(page, "CSV");
    const [header = "", ...lines] = readFileSync(await download.path(), "utf8")
      .replace("\ufeff", "")
      .split("\r\n");
    expect(header).toStartWith("straat;nr;postcode;plaats;weg;num;pc;stad;;result_match;");
    const found = lines.flatMap((line) => line.split(";").filter((cell) => /^0457200\d{9}$/.test(cell)));
    expect(found).toEqual(posts.filter((_, i) => i % 3 === 0).map(({ id }) => id));
    await page.locator(".delete-all .button").click();
    await page.locator("dialog .button.danger").click();
    await page.locator(".drop-zone").waitFor();
  });

  test("the file speaks the language of the page", async () => {
    const sheet = "straat;nr;plaats\nKeurstraat;5;Weesp\nKeurstraat;999;Weesp\n";
    const said = async (path: string) => {
      const page = await pages.openWithoutMap(path);
      await chooseFile(page, "leden.csv", sheet);
      await searchAll(page);
      const row = (await downloadRows(page))[1]!;
      expect(await page.locator(".why").textContent()).toBe(row.result_message!);
      await page.locator(".delete-all .button").click();
      await page.locator("dialog .button.danger").click();
      await page.locator(".drop-zone").waitFor();
      return [row.result_reason, row.result_message];
    };
    expect(await said("/files?lang=nl")).toEqual([
      "no such number",
      "De straat bestaat, maar heeft geen nummer 999.",
    ]);
    expect(await said("/files?lang=en")).toEqual([
      "no such number",
      "The street exists, but has no number 999.",
    ]);
  });

  test("columns are changed by menus; without an address in them there is no start", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    await chooseFile(page, "two.csv", toCareSheet(addresses.slice(0, 20)));
    await page.getByText("Is this right?").waitFor();
    const roleOf = (column: string) => page.getByLabel(`Column ${column} is`, { exact: true });
    await roleOf("Straat").selectOption("");
    await page.getByText("not chosen").waitFor();
    await roleOf("Huisnr").selectOption("");
    await page.getByText("Choose below which column is what").waitFor();
    expect(await page.getByRole("button", { name: "Search 20 rows" }).isDisabled()).toBe(true);
    await roleOf("Klasse").selectOption("number");
    await roleOf("Huisnr").selectOption("number");
    expect(await roleOf("Klasse").inputValue()).toBe("");
    await page.getByText("of a sample is found exactly").waitFor();
    await searchAll(page);
    const rows = await downloadRows(page);
    expect(rows.map((row) => row.result_match)).toEqual(rows.map(() => "exact"));
  });

  test("a sheet in which nothing is recognised is shown, to choose its columns by menu", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    const sheet = "waar;welk;dorp\nKeurstraet;5;Weesp\nKeurstraet;12;Weesp\n";
    await chooseFile(page, "odd.csv", sheet);
    await page.getByText("No addresses were recognised in this file.").waitFor();
    expect(await page.getByRole("button", { name: "Search 2 rows" }).isDisabled()).toBe(true);
    const roleOf = (column: string) => page.getByLabel(`Column ${column} is`, { exact: true });
    await roleOf("welk").selectOption("number");
    await page.getByText("Still missing: postcode, or street and place").waitFor();
    await roleOf("waar").selectOption("street");
    await roleOf("dorp").selectOption("place");
    await searchAll(page);
    const rows = await downloadRows(page);
    expect(rows.map((row) => row.result_straatnaam)).toEqual(["Keurstraat", "Keurstraat"]);
  });

  test("a reload goes on with the columns and the result; deleting leaves nothing behind it", async () => {
    const page = await pages.openWithoutMap("/files");
    await chooseFile(page, "leden.csv", toCareSheet(addresses.slice(100, 130)));
    await page.getByText("Klopt dit?").waitFor();
    await page.reload();
    await page.getByText("Klopt dit?").waitFor();
    await page.getByText("leden.csv").waitFor();
    await searchAll(page);
    await page.reload();
    await page.getByText("Uw resultaat").waitFor();
    await page.getByRole("button", { name: "Wis alles nu" }).click();
    await page.getByRole("button", { name: "Wis", exact: true }).click();
    await page.getByText("Alles is gewist.").waitFor();
    await page.reload();
    await page.getByText("Sleep uw bestand hierheen").waitFor();
    expect(await page.evaluate("sessionStorage.getItem('baken-files')")).toBeNull();
  });

  test("a server that is away when the search starts goes on with it when it is back", async () => {
    const page = await pages.openWithoutMap("/files");
    await chooseFile(page, "leden.csv", toCareSheet(addresses.slice(200, 230)));
    await page.getByText("Klopt dit?").waitFor();
    await pages.server.signal("SIGKILL");
    await page.getByRole("button", { name: "Zoek 30 rijen" }).click();
    await page.getByText("De server antwoordt niet").waitFor();
    const again = await startServe(pages.dataDir, [
      ...["--threads", "1", ...ARGS],
      ...["--port", String(pages.server.port)],
    ]);
    await page.getByText("Uw resultaat").waitFor();
    expect(await downloadRows(page)).toHaveLength(30);
    expect(await page.getByText("De server antwoordt niet").count()).toBe(0);
    await again.signal("SIGKILL");
  });
});
