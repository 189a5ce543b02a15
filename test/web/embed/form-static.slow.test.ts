/** Tests the form component on files of a static host: what it completes, what the host sees, and its faults. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import {
  expectAccessible,
  HAS_BROWSER,
  launchBrowser,
  openPage,
} from "../../support/browser/open-browser.ts";
import { type Shop, startShop } from "../../support/browser/shop.ts";
import { order } from "../../support/browser/shop-harness.ts";
import { makeWeespFolder } from "../../support/countries/import-data-folders.ts";
import { runBaken } from "../../support/processes/baken-process.ts";
import { hasProgram } from "../../support/processes/find-program.ts";
import { until } from "../../support/processes/until.ts";
import { FILE_SERVERS, type FileServerName, startFileServer } from "../../support/servers/file-servers.ts";
import { type StaticHost, serveFolder } from "../../support/servers/static-host.ts";

const work = mkdtempSync(join(tmpdir(), "baken-static-"));
const PATH = "addresses/v";
const folder = join(work, PATH);
let browser: Browser;
let shop: Shop;
let host: StaticHost;
let data: string;

/** A shop on the host of the files, with a strict policy. */
const SHOP = `<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><meta http-equiv="Content-Security-Policy" content="default-src 'none';
  script-src 'self'; connect-src 'self'; img-src data:">
<script type="module" src="/${PATH}/embed/baken-address.js"></script></head><body><main><h1>Shop</h1><form>
<baken-address src="/${PATH}/" name="to" required></baken-address><button>Order</button>
</form></main></body></html>`;

beforeAll(async () => {
  data = await makeWeespFolder();
  const { exitCode, stderr } = await runBaken(["static", "--out", folder, "--site", "--data", data]);
  expect([exitCode, stderr]).toEqual([0, stderr]);
  writeFileSync(join(work, "shop.html"), SHOP);
  browser = await launchBrowser();
  shop = startShop();
});
afterAll(async () => {
  await browser?.close();
  shop?.stop();
  rmSync(work, { recursive: true });
  rmSync(data, { recursive: true });
});

/** Opens a shop whose origin differs from the origin of the files. */
async function openShop(attributes = "required", served = folder) {
  host = serveFolder(served);
  shop.show(
    `<baken-address src="${host.url}" name="to" ${attributes}></baken-address>`,
    host.url.replace(/\/$/, ""),
  );
  const watched = await openPage(browser);
  await watched.page.goto(shop.origin);
  const close = async () => {
    await watched.close();
    await host.stop();
  };
  return { ...watched, close };
}

/** Requested paths, without the folder of the version. */
const asked = () => host.requests.map(({ path }) => path.replace(/^2021-[^/]*\//, ""));
/** Paths that a page of --site may request. Of any typed text they contain at most an area and a beginning. */
const OPEN_PATHS =
  /^(|embed\/(maplibre-[a-z-]+-[0-9a-z]{8}|[a-z-]+)\.(js|css)|latest\.json|map\.pmtiles|names\/(\d+|begin\/[a-z_]{2})\.json|postcode\/138\d\.json|grid\/\d+\.json|data:.*)$/;
const SCRIPTS = ["embed/baken-address.js", "embed/baken-static.js"];

describe.skipIf(!HAS_BROWSER)("the form component on static files", () => {
  test("four digits fetch the area; the number completes the address, and never leaves the page", async () => {
    const { page, faults, close } = await openShop();
    await page.getByLabel("Postcode").pressSequentially("1382");
    await until(() => asked().includes("postcode/1382.json"));
    await page.getByLabel("Postcode").pressSequentially("kt");
    await page.getByLabel("Huisnummer").pressSequentially("5");
    await page.getByText("Gevonden: Keurstraat 5, 1382 KT Weesp").waitFor();
    await page.getByLabel("Huisnummer").fill("11");
    await page.getByText("Gevonden: Keurstraat 11").waitFor();
    await expectAccessible(page);
    expect(asked()).toEqual([...SCRIPTS, "latest.json", "postcode/1382.json"]);
    expect(await order(page, shop)).toMatchObject({
      "to.postcode": "1382KT",
      "to.number": "11",
      "to.street": "Keurstraat",
      "to.city": "Weesp",
      "to.certainty": "confirmed",
    });
    expect(faults).toEqual([]);
    await close();
  });

  test("a number that exists only with letters offers them", async () => {
    const { page, close } = await openShop();
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").fill("3");
    await page.getByRole("radio", { name: "3d" }).check();
    expect(await order(page, shop)).toMatchObject({ "to.addition": "d", "to.id": "0457200000206124" });
    await close();
  });

  test("search by keyboard: a begun street, its number, an address; the host sees names' pages only", async () => {
    const { page, faults, close } = await openShop('mode="search"');
    const search = page.getByRole("combobox");
    await search.pressSequentially("beatrixl");
    await page.getByRole("option", { name: "Prinses Beatrixlaan Weesp" }).waitFor();
    await search.press("ArrowDown");
    await search.press("Enter");
    await search.pressSequentially("3d");
    await page.getByRole("option", { name: "Prinses Beatrixlaan 3d" }).waitFor();
    await expectAccessible(page);
    await search.press("ArrowDown");
    await search.press("Enter");
    expect(await order(page, shop)).toMatchObject({
      "to.postcode": "1381AG",
      "to.number": "3",
      "to.addition": "d",
    });
    const paths = asked();
    expect(paths.slice(0, 4)).toEqual([...SCRIPTS, "latest.json", "names/begin/be.json"]);
    expect(paths.slice(4)).toEqual([expect.stringMatching(/^names\/\d\.json$/), "postcode/1381.json"]);
    expect(faults).toEqual([]);
    await close();
  });

  test("a line that means one address is taken when it is left", async () => {
    const { page, close } = await openShop('mode="search"');
    await page.getByRole("combobox").fill("Keurstraat 5a, Weesp");
    await page.getByRole("combobox").press("Tab");
    await page.getByText("Gevonden: Keurstraat 5a, 1382 KT Weesp").waitFor();
    expect(await order(page, shop)).toMatchObject({ "to.postcode": "1382KT", "to.certainty": "confirmed" });
    await page.goBack();
    // Static files do not correct typing errors.
    await page.getByRole("combobox").fill("kuerstr 5a wesp");
    await page.getByRole("combobox").press("Tab");
    await page.getByText("Het is niet duidelijk welk adres u bedoelt.").waitFor();
    await close();
  });

  const CUT_OFF = "postcode/1382.json is missing or cut off";
  test.each([
    ["a missing file", "postcode/1382.json", () => undefined, CUT_OFF],
    ["a half-uploaded file", "postcode/1382.json", (text) => text.slice(0, text.length / 2), CUT_OFF],
    ["a missing pointer", "latest.json", () => undefined, "latest.json is not a file of baken static"],
    ["another format", "latest.json", (text) => text.replace(/"format": ?1/, '"format": 9'), "format 9"],
  ] satisfies [string, string, (text: string) => string | undefined, string][])(
    "%s leaves the form usable by hand, and is reported to the developer",
    async (_, name, damage, message) => {
      const damaged = join(work, "damaged");
      cpSync(folder, damaged, { recursive: true });
      const { folder: version } = JSON.parse(readFileSync(join(damaged, "latest.json"), "utf8"));
      const file = join(damaged, name === "latest.json" ? "" : version, name);
      const content = damage(readFileSync(file, "utf8"));
      rmSync(file);
      if (content !== undefined) {
        writeFileSync(file, content);
      }
      const { page, faults, close } = await openShop("required", damaged);
      await page.evaluate(
        `addEventListener("address-change", ({ detail }) => { document.title = detail.problem?.message ?? "Shop" })`,
      );
      await page.getByLabel("Postcode").fill("1382KT");
      await page.getByLabel("Huisnummer").fill("5");
      await page.getByText("Het adres kan nu niet worden aangevuld. Vul het zelf in.").waitFor();
      expect(await page.title()).toContain(message);
      await page.getByLabel("Straat").fill("Keurstraat");
      await page.getByLabel("Plaats").fill("Weesp");
      expect(await order(page, shop)).toMatchObject({
        "to.street": "Keurstraat",
        "to.certainty": "unchecked",
      });
      expect(faults).toEqual([]);
      await close();
      rmSync(damaged, { recursive: true });
    },
  );

  test("a new version is published while pages are open: they go on, though the former one is removed", async () => {
    const copy = join(work, "copy");
    cpSync(folder, copy, { recursive: true });
    const { page, faults, close } = await openShop("required", copy);
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Gevonden: Keurstraat 5, 1382 KT Weesp").waitFor();
    const published = await runBaken([
      ...["static", "--out", copy, "--data", data, "--include", "none", "--keep", "1"],
    ]);
    expect([published.exitCode, published.stderr]).toEqual([0, expect.stringContaining("Removed version")]);
    // The page has not read this area yet; its version was removed, and the browser has cached the old pointer.
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").fill("3");
    await page.getByRole("radio", { name: "3d" }).check();
    // A page opened now uses the old pointer from the browser's cache.
    await page.goto(shop.origin);
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("11");
    await page.getByText("Gevonden: Keurstraat 11").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  describe.each(Object.entries(FILE_SERVERS) as [FileServerName, string][])("of %s", (name, program) => {
    test.skipIf(!hasProgram(program, program))("the page of --site and a shop are below a path", async () => {
      const server = await startFileServer(name, work);
      const { page, faults, close } = await openPage(browser);
      const urls: string[] = [];
      page.on("request", (request) => void urls.push(request.url()));
      await page.goto(`${server.origin}/${PATH}/`);
      await page.getByText("12.034 adressen van 2021-10-15").waitFor();
      await page.getByRole("combobox").fill("keurstraat 5a");
      await page.getByRole("option", { name: "Keurstraat 5a" }).click();
      await page.getByText("0457200000521750").waitFor();
      if (name === "python3") {
        await page.getByText("Geen kaart: deze host geeft geen delen van bestanden").waitFor();
      } else {
        await page.locator('#map[aria-busy="false"] .maplibregl-marker').waitFor();
        await page.locator("#map").click({ position: { x: 80, y: 80 } });
        await until(async () => (await page.getByText("0457200000521750").count()) === 0);
      }
      await expectAccessible(page);
      const shopUrl = `${server.origin}/shop.html`;
      await page.goto(shopUrl);
      await page.getByLabel("Postcode").focus();
      for (const key of [..."1382kt", "Tab", "5"]) {
        await page.keyboard.press(key);
      }
      await page.getByText("Gevonden: Keurstraat 5, 1382 KT Weesp").waitFor();
      await expectAccessible(page);
      // Neither a path nor a query has the number that was typed.
      const paths = urls
        .filter((url) => url !== shopUrl)
        .map((url) => url.replace(`${server.origin}/${PATH}/`, "").replace(/^2021-[^/]*\//, ""));
      expect(paths.filter((path) => !OPEN_PATHS.test(path))).toEqual([]);
      expect(faults).toEqual([]);
      await close();
      await server.stop();
    });
  });
});
