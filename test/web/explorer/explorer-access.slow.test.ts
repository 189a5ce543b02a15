/** Tests how the explorer deals with keys, limits, and a server or network that goes away. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { searchBox, typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { runBaken } from "../../support/processes/baken-process.ts";
import { until } from "../../support/processes/until.ts";
import { issueKey, startServe } from "../../support/servers/serve-process.ts";

async function enterKey(page: Page, key: string, locale = "nl-NL"): Promise<void> {
  const isDutch = locale === "nl-NL";
  await page.getByLabel(isDutch ? "API-sleutel" : "API key").fill(key);
  await page.getByRole("button", { name: isDutch ? "Gebruik deze sleutel" : "Use this key" }).click();
}

describe.skipIf(!HAS_BROWSER)("access", () => {
  const explorer = useExplorer(["--public-page", "off"]);

  test("asks for a key, tells a wrong one, and goes on with a right one, kept in the tab only", async () => {
    const page = await explorer.open("/?q=keurstraat+5a+weesp");
    await page.getByText("Deze pagina heeft een sleutel nodig").waitFor();
    await expectAccessible(page);
    await enterKey(page, "1|bkn_wrong");
    await page.getByText("Deze sleutel werkt niet").waitFor();
    await enterKey(page, issueKey(explorer.dataDir, {}));
    await untilHeading(page, "Keurstraat 5a");
    await page.locator(".marked-line mark").first().waitFor();
    await page.reload();
    await untilHeading(page, "Keurstraat 5a");
    const stored = await page.evaluate<string>(
      "[JSON.stringify(localStorage), document.cookie, location.href].join()",
    );
    expect(stored).not.toContain("bkn_");
    await page.getByRole("button", { name: "Vergeet sleutel" }).click();
    await typeSearch(page, "weesp");
    await page.getByText("Deze pagina heeft een sleutel nodig").waitFor();
  });

  test.each([
    ["nl-NL", "Is dit uw eigen server?"],
    ["en-GB", "Is this your own server?"],
  ])("names on a phone the commands that open it, without scrolling: %s", async (locale, question) => {
    const page = await explorer.openWithoutMap("/", { locale, viewport: { width: 390, height: 844 } });
    await page.getByText(question).waitFor();
    const { port } = new URL(page.url());
    for (const command of [
      `./baken open --port ${port}`,
      "./baken keys create --name explorer --type server",
    ]) {
      const box = (await page.getByText(command, { exact: true }).boundingBox())!;
      expect(box.y).toBeGreaterThan(0);
      expect(box.y + box.height).toBeLessThan(844);
    }
    await expectAccessible(page);
    await enterKey(page, issueKey(explorer.dataDir, {}), locale);
    await page.locator('.panel-body[data-sheet="peek"]').waitFor();
  });

  test("a browser key works on its own origin and shows the answer without the reading", async () => {
    const origins = [new URL(explorer.server.url).origin];
    const key = issueKey(explorer.dataDir, { kind: "browser", origins });
    const page = await explorer.openWithoutMap("/?q=keurstraat+5a+weesp");
    await enterKey(page, key);
    await untilHeading(page, "Keurstraat 5a");
    await page.getByText("Precies dit adres.").waitFor();
    expect(await page.locator(".marked-line").count()).toBe(0);
  });

  test("a key for another origin is distinguished from a wrong one", async () => {
    const key = issueKey(explorer.dataDir, { kind: "browser", origins: ["https://shop.example"] });
    const page = await explorer.openWithoutMap("/?place=3631");
    await enterKey(page, key);
    await page.getByText("Deze sleutel is voor andere websites.").waitFor();
  });

  test("a limit shows how long it lasts, and what was typed stays", async () => {
    const page = await explorer.openWithoutMap("/");
    await typeSearch(page, "we");
    await enterKey(page, issueKey(explorer.dataDir, { ratePerMinute: 1 }));
    await typeSearch(page, "keurstraat 5a");
    await page.getByText("Te veel verzoeken").waitFor();
    const wait = page.getByText(/gaat over \d+ seconden vanzelf verder/);
    const before = await wait.textContent();
    await until(async () => (await wait.textContent()) !== before);
    expect(await searchBox(page).inputValue()).toBe("keurstraat 5a");
    await expectAccessible(page);
  });

  test("offline keeps what was typed and goes on by itself", async () => {
    const page = await explorer.open("/");
    await typeSearch(page, "we");
    await enterKey(page, issueKey(explorer.dataDir, {}));
    await typeSearch(page, "weesp");
    await page.getByRole("option").first().waitFor();
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    await page.context().setOffline(true);
    await typeSearch(page, "pampuslaan 42");
    await page.getByText("U bent offline").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("option", { name: "Pampuslaan 42" }).first().waitFor();
    expect(await searchBox(page).inputValue()).toBe("pampuslaan 42");
    expect(await page.getByText("U bent offline").count()).toBe(0);
  });

  test("a server that goes away and comes back is found again", async () => {
    const page = await explorer.open("/?place=3631");
    await enterKey(page, issueKey(explorer.dataDir, {}));
    await untilHeading(page, "Weesp");
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    await explorer.server.signal("SIGKILL");
    await typeSearch(page, "pampuslaan 42");
    await page.getByText("De server antwoordt niet").waitFor();
    await untilHeading(page, "Weesp");
    const again = await startServe(explorer.dataDir, [
      ...["--threads", "1", "--public-page", "off"],
      ...["--port", String(explorer.server.port)],
    ]);
    await page.getByRole("option", { name: "Pampuslaan 42" }).first().waitFor();
    expect(await page.getByText("De server antwoordt niet").count()).toBe(0);
    await again.signal("SIGTERM");
  });
});

describe.skipIf(!HAS_BROWSER)("a session of the page", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("is renewed when a restarted server no longer knows it", async () => {
    const page = await explorer.open("/?place=3631");
    await untilHeading(page, "Weesp");
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    await explorer.server.signal("SIGKILL");
    const again = await startServe(explorer.dataDir, [
      ...["--threads", "1", "--public-page", "on"],
      ...["--port", String(explorer.server.port)],
    ]);
    await typeSearch(page, "keurstraat 5a");
    await page.getByRole("option", { name: "Keurstraat 5a" }).first().waitFor();
    await again.signal("SIGTERM");
  });
});

describe.skipIf(!HAS_BROWSER)("the link of a local server", () => {
  const explorer = useExplorer(["--contact", "geo@example.nl"]);

  test("opens the page without a key, once; the browser keeps the session, the URL nothing", async () => {
    const link = /Open (\S+) in a browser to look around; this link works once, within ten minutes/.exec(
      explorer.server.printed(),
    )![1]!;
    expect(link).toStartWith(`${explorer.urlOf("/")}#open=`);
    const page = await explorer.open(link);
    await page.getByRole("heading", { level: 1, name: "Weesp: 12.034 adressen" }).waitFor();
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    expect(page.url()).not.toContain("open=");
    await typeSearch(page, "keurstraat 5a");
    await page.getByRole("option", { name: "Keurstraat 5a" }).first().waitFor();
    await page.goto(explorer.urlOf("/?place=3631"));
    await untilHeading(page, "Weesp");
    expect(await page.getByLabel("API-sleutel").count()).toBe(0);

    const other = await explorer.openWithoutMap(link);
    await other.getByText("Deze link is al gebruikt").waitFor();
    await expectAccessible(other);
    await enterKey(other, issueKey(explorer.dataDir, {}));
    await other.getByLabel("API-sleutel").waitFor({ state: "detached" });
    const { port } = explorer.server;
    const { stdout } = await runBaken(["open", "--data", explorer.dataDir, "--port", String(port)]);
    const later = await explorer.openWithoutMap(stdout.trim());
    await later.getByRole("heading", { level: 1, name: "Weesp: 12.034 adressen" }).waitFor();
    expect(await later.getByLabel("API-sleutel").count()).toBe(0);
    expect(explorer.server.printed().split(link.split("open=")[1]!).length).toBe(2);
  });

  test("is not given away: the page asks for a key, says whom to ask, and asks for no tile", async () => {
    const page = await explorer.openBlank();
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) {
        refused.push(new URL(response.url()).pathname);
      }
    });
    await page.goto(explorer.urlOf("/?place=3631"));
    await page.getByText("Deze pagina heeft een sleutel nodig").waitFor();
    expect(await page.getByRole("link", { name: "geo@example.nl" }).getAttribute("href")).toBe(
      "mailto:geo@example.nl",
    );
    await enterKey(page, issueKey(explorer.dataDir, {}));
    await untilHeading(page, "Weesp");
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    expect(refused.filter((path) => path.startsWith("/tiles"))).toEqual([]);
  });
});
