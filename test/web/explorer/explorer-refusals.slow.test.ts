/** The explorer when single requests are refused: exports, relations of a card; and how often it asks while typing. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { searchBox, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";
import { issueKey } from "../../support/servers/serve-process.ts";

const JOB = /\/api\/v1\/export\/[0-9a-f-]{36}$/;
const DOWNLOAD = /\/api\/v1\/export\/[0-9a-f-]{36}\/download$/;

/** Answers as a limit in front of the server does. */
const refuse = (route: Route) => route.fulfill({ status: 429, headers: { "retry-after": "1" } });

describe.skipIf(!HAS_BROWSER)("a refused request", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  /** Opens a postcode area with a server key. */
  async function openArea(): Promise<Page> {
    const page = await explorer.openWithoutMap("/embed");
    await page.evaluate(`sessionStorage.setItem("baken-key", "${issueKey(explorer.dataDir, {})}")`);
    await page.goto(explorer.urlOf("/?postcode=1384&lang=en"));
    await untilHeading(page, "1384");
    return page;
  }

  test("of the state or the file of an export is sent again when the limit allows it", async () => {
    const page = await openArea();
    const refused: string[] = [];
    for (const path of [JOB, DOWNLOAD]) {
      await page.route(path, async (route) => {
        const name = path === JOB ? "state" : "file";
        if (refused.includes(name)) {
          return route.fallback();
        }
        refused.push(name);
        await refuse(route);
      });
    }
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toEndWith(".csv");
    expect(readFileSync((await download.path())!, "utf8")).toStartWith("nummeraanduiding_id,");
    expect(refused).toEqual(["state", "file"]);
    await page.getByText("Saved to your downloads.").waitFor();
  });

  test("an export shows its progress, and a cancelled one is removed from the server", async () => {
    const page = await openArea();
    let removed = false;
    await page.route(JOB, async (route) => {
      const { data } = await (await route.fetch()).json();
      removed ||= route.request().method() === "DELETE";
      await (removed
        ? route.fulfill({ status: 204 })
        : route.fulfill({ json: { data: { ...data, status: "processing", progress: 40 } } }));
    });
    await page.getByRole("button", { name: "GeoPackage" }).click();
    await page.getByText("The file is being made… 40%").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    await until(() => removed);
    expect(await page.getByRole("button", { name: "GeoPackage" }).isEnabled()).toBe(true);
  });

  test("of a relation leaves the card as it is without it", async () => {
    const page = await explorer.openWithoutMap("/");
    await page.route(/\/api\/v1\/buildings\//, (route) => route.fulfill({ status: 404 }));
    await page.goto(explorer.urlOf("/?address=0457200000521749&lang=en"));
    await untilHeading(page, "Keurstraat 5");
    await page.getByRole("heading", { name: "Belongs to" }).waitFor();
    await page.getByText("All fields").click();
    await page.getByText("Address identifier").waitFor();
    expect(await page.getByText("Not found").count()).toBe(0);
  });

  test("typing an address in one go asks for suggestions once or twice, not at every key", async () => {
    const page = await explorer.openWithoutMap("/");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/addresses/autocomplete")) {
        asked.push(new URL(request.url()).searchParams.get("q")!);
      }
    });
    await searchBox(page).pressSequentially("keurstraat 5a weesp", { delay: 40 });
    await page
      .getByRole("option", { name: /Keurstraat 5a/ })
      .first()
      .waitFor();
    expect(asked.at(-1)).toBe("keurstraat 5a weesp");
    expect(asked.length).toBeLessThan(5);
  });
});
