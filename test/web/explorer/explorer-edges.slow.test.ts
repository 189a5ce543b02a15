/** Small things of the explorer and of all pages: titles, links, dates, unknown paths, names of streets. */
import { describe, expect, test } from "bun:test";
import { untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";

describe.skipIf(!HAS_BROWSER)("the explorer", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test.each([
    ["address=0457200000521749", "Keurstraat 5, 1382 KT Weesp – baken"],
    ["street=3631/Keurstraat", "Keurstraat, Weesp – baken"],
    ["q=keurstraat+5a+weesp", "Keurstraat 5a, 1382 KT Weesp – baken"],
  ])("the title of ?%s is %s", async (query, title) => {
    const page = await explorer.openWithoutMap(`/?${query}`);
    await until(async () => (await page.title()) === title);
  });

  test("a copied link does not carry the theme of its sender", async () => {
    const page = await explorer.open("/?address=0457200000521749#15.00/52.29000/5.06000/dark", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await untilHeading(page, "Keurstraat 5");
    await page.getByRole("button", { name: "Kopieer link" }).click();
    await page.getByText("Gekopieerd").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toEndWith("/?address=0457200000521749#15.00/52.29000/5.06000");
  });

  test.each(["Keurstraat, Weesp", "keurstraat weesp", "Meidoornlaan"])(
    "the link ?q=%s, which is exactly a street, opens the street",
    async (line) => {
      const page = await explorer.openWithoutMap(`/?q=${encodeURIComponent(line)}`);
      await until(() => new URL(page.url()).searchParams.has("street"));
      const [name = ""] = /^\p{L}+/u.exec(line)!;
      await untilHeading(page, name[0]!.toUpperCase() + name.slice(1));
      // Back leads to the page before the link, because the link has no second entry in the browser's history.
      expect(await page.evaluate<number>("history.length")).toBe(2);
    },
  );

  test.each(["/", "/?street=3631/Keurstraat"])("%s names source and date of the data", async (path) => {
    const page = await explorer.openWithoutMap(path);
    await page.getByText("Uit de BAG, stand van 15 oktober 2021.").waitFor();
  });

  test("dates in English are British", async () => {
    const page = await explorer.openWithoutMap("/?lang=en");
    await page.getByText("From the BAG, as of 15 October 2021.").first().waitFor();
  });

  test("the request behind a card is folded, with all its forms", async () => {
    const page = await explorer.openWithoutMap("/?address=0457200000521749");
    await untilHeading(page, "Keurstraat 5");
    const form = page.locator("pre.code").first();
    const title = page.getByText("Opvragen met de API");
    await title.waitFor();
    expect(await form.isVisible()).toBe(false);
    await title.click();
    await form.waitFor();
  });

  test("an unknown path is a page for browsers, and JSON for programs and below the interface", async () => {
    const page = await explorer.openWithoutMap("/adressen/weesp");
    await page.getByRole("heading", { name: "Deze pagina bestaat niet" }).waitFor();
    expect(await page.locator(".site-header [aria-current]").count()).toBe(0);
    await page.getByRole("link", { name: "Verkennen" }).click();
    await untilHeading(page, "Weesp: 12.034 adressen");
    const typeOf = async (path: string, accept: string) => {
      const { status, headers } = await fetch(explorer.urlOf(path), { headers: { accept } });
      return [status, headers.get("content-type")];
    };
    const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect(await typeOf("/adressen/weesp", browser)).toEqual([404, "text/html; charset=utf-8"]);
    const problem = [404, "application/problem+json"];
    expect(await typeOf("/adressen/weesp", "*/*")).toEqual(problem);
    expect(await typeOf("/api/v1/adressen", browser)).toEqual(problem);
  });
});
