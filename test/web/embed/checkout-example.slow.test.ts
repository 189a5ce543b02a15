/** Drives the shop of examples/checkout in a browser, set up as docs/checkout.md says. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  expectAccessible,
  HAS_BROWSER,
  launchBrowser,
  openPage,
} from "../../support/browser/open-browser.ts";
import { makeWeespFolder } from "../../support/countries/import-data-folders.ts";
import { runBaken } from "../../support/processes/baken-process.ts";
import { freePort } from "../../support/processes/free-port.ts";
import { until } from "../../support/processes/until.ts";
import { startServe } from "../../support/servers/serve-process.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../..");
const SHOP = [join(ROOT, "node_modules/.bin/node"), join(ROOT, "examples/checkout/shop.mjs")];
const PAGE = readFileSync(join(ROOT, "docs/checkout.md"), "utf8");

describe.skipIf(!HAS_BROWSER)("the checkout of the examples", async () => {
  const dataDir = await makeWeespFolder();
  const server = await startServe(dataDir, ["--threads", "1"]);
  const port = freePort();
  const shopOrigin = `http://127.0.0.1:${port}`;
  // The command of the page, with the port of this shop.
  const [, words = ""] = /export BAKEN_KEY=\$\(\.\/baken (.*?) --origin \S+/.exec(PAGE)!;
  const command = [...words.split(" "), "--origin", shopOrigin, "--data", dataDir];
  const { stdout } = await runBaken(command);
  const env = { BAKEN_URL: new URL(server.url).origin, BAKEN_KEY: stdout.trim(), PORT: String(port) };
  const shop = Bun.spawn(SHOP, { env, stdout: "pipe" });
  let printed = "";
  const reading = (async () => {
    for await (const piece of shop.stdout) {
      printed += Buffer.from(piece).toString();
    }
  })();
  const browser = await launchBrowser();
  afterAll(async () => {
    await browser.close();
    await server.signal("SIGKILL");
    shop.kill();
    await reading;
    rmSync(dataDir, { recursive: true });
  });

  const openShop = async () => {
    await until(() => printed.includes(`Shop on ${shopOrigin}`));
    const watched = await openPage(browser);
    await watched.page.goto(shopOrigin);
    return watched;
  };

  test("a shop without variables or with a port in use ends with one line that says what to do", async () => {
    await until(() => printed !== "");
    for (const [variables, line] of [
      [{}, "Set BAKEN_URL and BAKEN_KEY (docs/checkout.md, steps 1 and 2)."],
      [env, `Port ${port} is in use. Choose another one: PORT=3001`],
    ] as const) {
      const refused = Bun.spawn(SHOP, { env: variables, stderr: "pipe" });
      expect([await refused.exited, await refused.stderr.text()]).toEqual([1, `${line}\n`]);
    }
  });

  test("fills in street and city, and orders what the page of docs shows", async () => {
    const { page, faults, close } = await openShop();
    await page.getByRole("textbox", { name: "Name" }).fill("A. Bakker");
    await page.getByRole("textbox", { name: "Postcode" }).fill("1382KT");
    await page.getByRole("textbox", { name: "House number" }).fill("5a");
    await page.getByText("Keurstraat 5a").waitFor();
    expect(await page.getByRole("textbox", { name: "Street" }).inputValue()).toBe("Keurstraat");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    const rows = [...PAGE.matchAll(/^\| (`shipping\..*?) \| (.*?) \|$/gm)];
    const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
    const pairs = rows.flatMap(([, names, values]) =>
      quoted(names!).map((name, i) => `'${name}': '${quoted(values!)[i]}'`),
    );
    expect(pairs.length).toBe(7);
    expect(pairs.filter((pair) => !printed.includes(pair))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test("takes an order while the server is away", async () => {
    const { page, close } = await openShop();
    await server.signal("SIGTERM");
    await page.getByRole("textbox", { name: "Name" }).fill("A. Bakker");
    const fields = { Postcode: "1382KT", "House number": "5", Street: "Keurstraat", City: "Weesp" };
    for (const [label, text] of Object.entries(fields)) {
      await page.getByRole("textbox", { name: label }).fill(text);
    }
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect(printed).toContain("'shipping.certainty': 'unchecked'");
    await close();
  });
});
