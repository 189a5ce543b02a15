/** Tests cards of the explorer and reasons for answers on Weesp. Expected values are from docs/bag-format.md. */
import { describe, expect, test } from "bun:test";
import { textsOf, typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";

describe.skipIf(!HAS_BROWSER)("cards", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("an address shows all fields with their meaning, JSON, curl and TypeScript, and copies them", async () => {
    const page = await explorer.open("/?q=keurstraat+5a+weesp", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await untilHeading(page, "Keurstraat 5a");
    // These data have no past.
    expect(await page.locator("summary", { hasText: "Tijdlijn" }).count()).toBe(0);
    const facts = page.getByRole("region", { name: "Alle velden" }).locator(".fact");
    // docs/interface.md, "Address", lists 24 besides the geometry, and two with include=stage; Weesp has no areas of CBS.
    await facts.filter({ hasText: "Verblijfsobject in gebruik" }).waitFor();
    expect(await facts.count()).toBe(26);
    expect(await textsOf(facts.filter({ hasText: "Huisletter" }))).toEqual(["Huisletter a"]);
    await page.getByLabel("Uitleg tonen").check();
    expect(await textsOf(facts.filter({ hasText: "Gebruiksoppervlakte binnen" }))).toHaveLength(1);
    await page.getByText("Opvragen met de API").click();
    const form = (name: string) => page.getByRole("region", { name, exact: true });
    await form("JSON").getByRole("button", { name: "Kopieer" }).click();
    await page.getByRole("button", { name: "Gekopieerd" }).waitFor();
    const copied = JSON.parse(await page.evaluate<string>("navigator.clipboard.readText()"));
    expect([copied.full_address, copied.adresseerbaar_object_id]).toEqual([
      "Keurstraat 5a, 1382KT Weesp",
      "0457010000005191",
    ]);
    expect(await form("curl").textContent()).toContain(
      `'${explorer.server.url}/geocode/forward?q=keurstraat+5a+weesp'`,
    );
    expect(await form("TypeScript").textContent()).toContain(
      'get("/geocode/forward", { q: "keurstraat 5a weesp" })',
    );
  });

  test("a residence lists its main and other addresses", async () => {
    const page = await explorer.open("/?residence=0457010000005191");
    await untilHeading(page, "Pampuslaan 42");
    const others = page.locator(".fact").filter({ hasText: "Nevenadressen" });
    expect(await others.getByRole("link").count()).toBe(2);
    await others.getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: /^Keurstraat 5a?$/ }).waitFor();
    await page
      .getByRole("link", { name: /^0457100\d{9}$/ })
      .first()
      .click();
    await until(() => page.url().includes("?building="));
    await page.getByText("Geconstateerd", { exact: true }).waitFor();
    await page.locator(".fact", { hasText: /^Fasestaat er$/ }).waitFor();
  });

  test.each([
    ["residence=0457010000059747", "Gepland: hier kan nog niemand wonen"],
    ["address=0457200000415310", "Gepland: hier kan nog niemand wonen"],
  ])("%s, of an object that is only permitted, is shown as planned", async (query, note) => {
    const page = await explorer.openWithoutMap(`/?${query}`);
    await page.locator(".fact", { hasText: /^Fasegepland$/ }).waitFor();
    await page.locator(".note.warn", { hasText: note }).waitFor();
  });

  test("planned buildings are counted apart in view, and stand in no year of the slider", async () => {
    // 44 of the 45 addresses of 1384GC are planned.
    const page = await explorer.open("/?postcode=1384GC");
    const counted = page.locator(".map-years-summary[data-planned]");
    await until(async () => Number(await counted.first().getAttribute("data-planned")) > 0);
    await page.getByRole("slider").press("ArrowLeft");
    await until(async () => Number(await counted.first().getAttribute("data-planned")) === 0);
  });

  test("a street shows its short name, numbers, postcodes and addresses", async () => {
    const page = await explorer.openWithoutMap("/?street=3631/Henriëtte Roland Holsthof");
    await untilHeading(page, "Henriëtte Roland Holsthof");
    await page.locator(".fact").filter({ hasText: "H Roland Holsthof" }).waitFor();
    expect(page.url()).toMatch(/street=0457300\d{9}/);
    expect(await page.locator(".chips a").count()).toBeGreaterThan(0);
  });

  test("a street leads to its oldest building", async () => {
    const page = await explorer.openWithoutMap("/?street=3631/Breedstraat");
    await untilHeading(page, "Breedstraat");
    await page
      .locator(".figures div", { hasText: "Oudste pand" })
      .getByRole("link", { name: "1725" })
      .click();
    await untilHeading(page, "Breedstraat 25");
  });

  test("a place leads to its oldest buildings, and so to their streets", async () => {
    const page = await explorer.openWithoutMap("/?place=3631");
    await page.locator("summary", { hasText: "Oudste panden" }).click();
    const rows = page.locator(".rows").filter({ hasText: "1462" }).locator("li");
    await rows.first().waitFor();
    // Read from the extract by another program: the standing panden before 1620, each at an address of its own.
    expect(await textsOf(rows)).toEqual([
      "Nieuwstraat 31 1462",
      "Hanensteeg 4 1550",
      "Hanensteeg 9 1560",
      "Pieter Jacobstraat 6 1600",
    ]);
    await rows.first().getByRole("link").click();
    await untilHeading(page, "Nieuwstraat 31");
    await page.getByRole("link", { name: "Nieuwstraat", exact: true }).first().click();
    await untilHeading(page, "Nieuwstraat");
  });

  test("the place shows its counts, and charts of years in the classes of the map and of purposes", async () => {
    const page = await explorer.open("/?place=3631");
    await untilHeading(page, "Weesp");
    await page.locator(".figures dd").first().waitFor();
    expect(await textsOf(page.locator(".figures dd"))).toEqual(["12.034", "12.227", "320"]);
    const years = page.getByRole("table", { name: "Panden naar bouwjaar" });
    // The statistics come with a separate answer.
    await years.locator("td.number").first().waitFor();
    const counts = await textsOf(years.locator("td.number"));
    // Counted in the extract by another program: standing panden by class, then planned panden.
    expect(counts.map((text) => Number(text.replace(".", "")))).toEqual([
      53, 176, 416, 333, 562, 2265, 739, 3106, 972, 617, 1598, 1390,
    ]);
    const purposes = page.getByRole("table", { name: "Adressen naar gebruiksdoel" });
    await purposes.getByRole("row").first().waitFor();
    expect((await textsOf(purposes.getByRole("row")))[0]).toStartWith("woonfunctie");
    await page.getByRole("button", { name: /Toon meer \(nog 310\)/ }).click();
    await page.getByRole("button", { name: /Toon meer \(nog 220\)/ }).click();
    await page.getByRole("button", { name: /Toon meer \(nog 120\)/ }).waitFor();
  });

  test.each([
    ["/?municipality=0457", "Weesp", "12.034"],
    ["/?province=Noord-Holland", "Noord-Holland", "12.034"],
    ["/?postcode=1382kt", "1382 KT", undefined],
    ["/?postcode=1382", "1382", undefined],
  ])("%s is %s with %s addresses", async (path, heading, addresses) => {
    const page = await explorer.openWithoutMap(path);
    await untilHeading(page, heading);
    const first = page.locator(".figures dd").first();
    await first.waitFor();
    if (addresses !== undefined) {
      expect(await first.textContent()).toBe(addresses);
    }
  });

  test.each([
    ["/?address=0457200009999999", "Niet gevonden"],
    ["/?building=0457100009999999", "Niet gevonden"],
    ["/?street=3631/Bestaatniet", "Niet gevonden"],
    ["/?place=0001", "Niet gevonden"],
    ["/?province=Vlaanderen", "Niet gevonden"],
    ["/?point=52.5,4.5", "Niet gevonden"],
    ["/?address=abc", "Deze link klopt niet"],
    ["/?point=99,999", "Deze link klopt niet"],
  ])("%s says %s", async (path, heading) => {
    const page = await explorer.openWithoutMap(path);
    await untilHeading(page, heading);
    await page.getByRole("link", { name: "Zoek opnieuw" }).click();
    await untilHeading(page, "Weesp: 12.034 adressen");
  });

  test("a corrected line shows its parts marked and what was corrected", async () => {
    const page = await explorer.openWithoutMap("/");
    await typeSearch(page, "Keurstrat 5a, Weesp");
    await page.keyboard.press("Enter");
    await untilHeading(page, "Keurstraat 5a");
    await page.getByText("Dit adres, na verbetering.").waitFor();
    const marks = page.locator(".marked-line mark");
    expect(await textsOf(marks)).toEqual(["Keurstrat", "5", "a", "Weesp"]);
    expect(await marks.evaluateAll((all) => all.map((mark) => mark.className))).toEqual([
      "part-street",
      "part-number",
      "part-designation",
      "part-place",
    ]);
    expect(await textsOf(page.locator(".changes li"))).toEqual([
      "Keurstrat wordt Keurstraat (1 typefout verbeterd)",
    ]);
    // The year is above the reading, which fills half of a phone's screen.
    const top = async (part: string) => (await page.locator(part).boundingBox())!.y;
    expect(await top(".result .figures")).toBeLessThan(await top(".reading"));
  });

  test.each([
    ["keurstraat 999 weesp", "De straat bestaat, maar heeft geen nummer 999."],
    ["keurstraat 5 c weesp", "Het nummer bestaat, maar niet met “c”."],
    ["postbus 12 weesp", "Dit is een postbus."],
    ["qqzzqq 5", "Geen adres lijkt hierop."],
  ])("%p is not certain: %p", async (line, reason) => {
    const page = await explorer.openWithoutMap(`/?q=${encodeURIComponent(line)}`);
    await page.getByText(reason).waitFor();
  });

  test("a number that does not exist: links to the street and to its nearest numbers", async () => {
    const page = await explorer.openWithoutMap("/?q=keurstraat+999-a,+weesp");
    await page.getByRole("heading", { name: "Dichtstbijzijnde nummers" }).waitFor();
    // Numbers of the street in the extract: 5, 11, 12, 17, 19, 28, 39.
    expect(await textsOf(page.locator(".rows a"))).toEqual([
      "Keurstraat 39",
      "Keurstraat 28",
      "Keurstraat 19",
    ]);
    await page.getByRole("link", { name: "Keurstraat, Weesp" }).click();
    await untilHeading(page, "Keurstraat");
  });

  test("candidates are there to choose from", async () => {
    const page = await explorer.openWithoutMap("/?q=keurstraat+5+c+weesp");
    await page.getByText("Niet zeker welk adres.").waitFor();
    await page.getByRole("link", { name: "Keurstraat 5a" }).click();
    await untilHeading(page, "Keurstraat 5a");
  });

  test("a click on the map shows what is there", async () => {
    const page = await explorer.open("/?q=keurstraat+5a+weesp");
    await untilHeading(page, "Keurstraat 5a");
    const ground = page.locator(".map-ground[aria-busy='false']");
    await ground.waitFor({ timeout: 60_000 });
    await until(async () => /#1\d/.test(page.url()));
    await ground.waitFor({ timeout: 30_000 });
    const box = (await ground.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(() => /\?(building|address|point)=/.test(page.url()));
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});
