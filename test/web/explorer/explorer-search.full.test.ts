/** Tests the search box of the explorer on Weesp: typing, keys, screen readers, links and history. */
import { describe, expect, test } from "bun:test";
import { searchBox, textsOf, typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";

describe.skipIf(!HAS_BROWSER)("search box", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("suggests streets and addresses while typing; arrow keys and Enter choose one", async () => {
    const page = await explorer.open("/");
    await typeSearch(page, "keurstr");
    const options = page.getByRole("option");
    await options.first().waitFor();
    expect(await textsOf(options.first())).toEqual(["Keurstraat Weesp Straat"]);
    await typeSearch(page, "keurstraat 5a");
    // The only suggestion for the whole text; "keurstraat 5" has more.
    await until(async () => (await textsOf(options)).join() === "Keurstraat 5a 1382 KT Weesp Adres");
    await page.keyboard.press("ArrowDown");
    const active = await searchBox(page).getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true");
    expect(await page.evaluate("document.activeElement.role")).toBe("combobox");
    await page.keyboard.press("Enter");
    await untilHeading(page, "Keurstraat 5a");
    expect(new URL(page.url()).search).toMatch(/^\?address=0457200\d{9}$/);
    expect(await page.title()).toBe("Keurstraat 5a, 1382 KT Weesp – baken");
    expect(await searchBox(page).inputValue()).toBe("Keurstraat 5a, 1382KT Weesp");
    expect(await options.count()).toBe(0);
  });

  test("prefers what the map shows, once that is a town", async () => {
    const page = await explorer.openWithoutMap("/#16.00/52.31234/5.04321");
    const asked = async (text: string) => {
      const request = page.waitForRequest(/addresses\/autocomplete/);
      await searchBox(page).fill(text);
      return new URL((await request).url()).searchParams;
    };
    expect((await asked("keur")).toString()).toContain("lat=52.31&lng=5.04");
    await page.evaluate("location.hash = '#8.00/52.31234/5.04321'");
    expect((await asked("keurs")).has("lat")).toBe(false);
  });

  test("asks for the places of a text once: a longer text needs no further request", async () => {
    const page = await explorer.openWithoutMap("/");
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      asked.push(pathname.endsWith("/cities") ? `cities ${searchParams.get("filter[naam]")}` : "");
    });
    for (const text of ["wee", "wees", "weesp"]) {
      const answer = page.waitForResponse(new RegExp(`autocomplete\\?q=${text}&`));
      await searchBox(page).fill(text);
      await answer;
      await page.getByRole("option", { name: "Weesp Weesp Woonplaats" }).waitFor();
    }
    expect(asked.filter((line) => line !== "")).toEqual(["cities wee"]);
  });

  test("what is active stays active where the answer to the whole text has it elsewhere", async () => {
    const page = await explorer.openWithoutMap("/");
    const answer = Promise.withResolvers<void>();
    await page.route(/autocomplete\?q=keurstraat\+5a&/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await typeSearch(page, "keurstraat 5");
    const active = page.locator('[role="option"][aria-selected="true"]');
    const name = "Keurstraat 5a 1382 KT Weesp Adres";
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.type("a");
    const places = await textsOf(page.getByRole("option"));
    expect(places.indexOf(name)).toBeGreaterThan(0);
    for (let place = 0; place <= places.indexOf(name); place++) {
      await page.keyboard.press("ArrowDown");
    }
    expect(await textsOf(active)).toEqual([name]);
    answer.resolve();
    await until(async () => (await textsOf(page.getByRole("option"))).length < places.length);
    expect(await textsOf(active)).toEqual([name]);
  });

  test("with a number the streets of an older text are gone before the answer to the whole text comes", async () => {
    const page = await explorer.openWithoutMap("/");
    const answer = Promise.withResolvers<void>();
    await page.route(/autocomplete\?q=keurstraat\+5a&/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await searchBox(page).fill("keurstraat");
    const street = page.getByRole("option", { name: "Keurstraat Weesp Straat" });
    await street.waitFor();
    await searchBox(page).fill("keurstraat 5a");
    await street.waitFor({ state: "detached" });
    expect(await page.getByRole("option").count()).toBeGreaterThan(0);
    answer.resolve();
    await until(async () => (await page.getByRole("option").count()) === 1);
  });

  test("says that a street does not have the number of the text", async () => {
    const page = await explorer.openWithoutMap("/");
    await searchBox(page).fill("keurstraat");
    await page.getByRole("option", { name: /^Keurstraat Weesp Straat$/ }).waitFor();
    await searchBox(page).fill("keurstraat 77");
    await page.getByRole("option", { name: "Keurstraat Weesp Straat heeft dit nummer niet" }).waitFor();
  });

  test("is a combobox for screen readers, and says how many suggestions there are", async () => {
    const page = await explorer.openWithoutMap("/");
    const input = searchBox(page);
    expect(await input.getAttribute("aria-expanded")).toBe("false");
    await typeSearch(page, "1382kt");
    await page.getByRole("option").first().waitFor();
    expect(await input.getAttribute("aria-expanded")).toBe("true");
    // Suggestions for "1382" may be shown until those for the whole text arrive.
    await page.getByRole("option", { name: "1382 KT" }).first().waitFor();
    await until(async () => {
      const count = await page.getByRole("option").count();
      return (await page.getByRole("status").getByText(`${count} suggesties`, { exact: true }).count()) === 1;
    });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("x");
    expect(await input.getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("Escape");
    expect([await input.getAttribute("aria-expanded"), await input.inputValue()]).toEqual([
      "false",
      "1382ktx",
    ]);
    await page.keyboard.press("Escape");
    expect(await input.inputValue()).toBe("");
  });

  test("/ focuses it from anywhere else and is typed within it", async () => {
    const page = await explorer.openWithoutMap("/?place=3631");
    await untilHeading(page, "Weesp");
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.role")).toBe("combobox");
    await page.keyboard.type("/");
    expect(await searchBox(page).inputValue()).toBe("/");
  });

  test("what is typed while a card loads stays when it is there", async () => {
    const page = await explorer.openWithoutMap("/");
    const answer = Promise.withResolvers<void>();
    await page.route(/\/addresses\/0457200000521749/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(explorer.urlOf("/?address=0457200000521749"));
    await typeSearch(page, "pampuslaan 42");
    const option = page.getByRole("option", { name: "Pampuslaan 42" }).first();
    await option.waitFor();
    answer.resolve();
    await untilHeading(page, "Keurstraat 5");
    expect(await searchBox(page).inputValue()).toBe("pampuslaan 42");
    await option.click();
    await untilHeading(page, "Pampuslaan 42");
    await until(async () => (await searchBox(page).inputValue()).startsWith("Pampuslaan 42, 138"));
  });

  test("an answer to an older text is never shown", async () => {
    const page = await explorer.openWithoutMap("/");
    const late = Promise.withResolvers<void>();
    await page.route(/autocomplete\?q=keurstraat&/, async (route) => {
      await late.promise;
      await route.continue().catch(() => {});
    });
    await searchBox(page).fill("keurstraat");
    await searchBox(page).fill("pampuslaan 42");
    await page.getByRole("option", { name: "Pampuslaan 42" }).first().waitFor();
    late.resolve();
    await page.unrouteAll({ behavior: "wait" });
    expect(await page.getByRole("option", { name: "Keurstraat" }).count()).toBe(0);
  });

  test.each([
    ["1382 kt", "1382 KT Keurstraat, Weesp Postcode", "1382 KT"],
    ["1382", "1382 Weesp Postcodegebied", "1382"],
    ["3631", "Weesp 3631 Woonplaats", "Weesp"],
    ["0457", "Weesp 0457 Gemeente", "Weesp"],
    ["weesp", "Weesp Weesp Woonplaats", "Weesp"],
    ["0457010000005191", "0457010000005191 Verblijfsobject", "Pampuslaan 42"],
  ])("%p offers %p", async (text, option, heading) => {
    const page = await explorer.openWithoutMap("/");
    await typeSearch(page, text);
    const found = page
      .getByRole("option")
      .filter({ hasText: option.split(" ").at(-1)! })
      .first();
    // Suggestions for the first characters alone may be shown before.
    await until(async () => (await textsOf(found))[0] === option);
    await found.click();
    await untilHeading(page, heading);
  });

  test("back and forward restore card, title and focus; the link shows the same in a new tab", async () => {
    const page = await explorer.open("/");
    const home = await page.title();
    await typeSearch(page, "keurstraat 5a weesp");
    await page.keyboard.press("Enter");
    await untilHeading(page, "Keurstraat 5a");
    await page.getByRole("link", { name: "Keurstraat", exact: true }).first().click();
    await untilHeading(page, "Keurstraat");
    await until(() => /\?street=0457300\d{9}/.test(page.url()));
    const isFocused = () => page.evaluate("document.activeElement.textContent");
    await until(async () => (await isFocused()) === "Keurstraat");
    await page.goBack();
    await untilHeading(page, "Keurstraat 5a");
    expect(await page.title()).toBe("Keurstraat 5a, 1382 KT Weesp – baken");
    expect(await searchBox(page).inputValue()).toBe("keurstraat 5a weesp");
    await page.goBack();
    await until(async () => (await page.title()) === home);
    await page.goForward();
    await untilHeading(page, "Keurstraat 5a");
    await page.goForward();
    await untilHeading(page, "Keurstraat");
    await until(async () => (await isFocused()) === "Keurstraat");
    const tab = await explorer.open(`/${new URL(page.url()).search}`);
    await untilHeading(tab, "Keurstraat");
    expect(await textsOf(tab.locator(".figures dd"))).toEqual(await textsOf(page.locator(".figures dd")));
  });
});
