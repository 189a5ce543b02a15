/** Tests what the explorer prints, in the PDF files that Chromium makes of it. */
import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { BOUWJAAR_CLASSES } from "../../../src/registry/schema/bouwjaar-classes.ts";
import { makeCountry } from "../../relevance/country.ts";
import { untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { CAN_READ_PDF, coloursOfPdf, linesOfPdf } from "../../support/read-pdf.ts";

const CAN_TEST = HAS_BROWSER && CAN_READ_PDF;

/** Opens a page; `printed` resolves when the page asks the browser to print. */
async function openPrinting(page: Page, url: string): Promise<{ readonly printed: Promise<void> }> {
  const { promise: printed, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction("print", resolve);
  await page.goto(url);
  return { printed };
}

/** Returns the addresses or streets of this form in the lines of a PDF file. A line has rows of two columns. */
function rowsOf(pdf: Uint8Array, name: RegExp): string[] {
  return [...linesOfPdf(pdf).join("\n").matchAll(name)].map(([row]) => row);
}

describe.skipIf(!CAN_TEST)("the print of a card", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  async function openMap(path: string, options: BrowserContextOptions = {}) {
    const page = await explorer.openBlank(options);
    const printing = await openPrinting(page, explorer.urlOf(path));
    await page.waitForSelector('.map-ground[aria-busy="false"]', { state: "attached", timeout: 60_000 });
    return { page, ...printing };
  }

  test.each([
    {
      language: "nl",
      button: "Afdrukken",
      source: "Uit de BAG, stand van 15 oktober 2021.",
      classes: ["vóór 1700", "2015 en later"],
      controls: /Toon meer|Downloaden|Kopieer|Uitleg tonen|Zoek|API|Verkennen|Jaar na jaar/,
    },
    {
      language: "en",
      button: "Print",
      source: "From the BAG, as of 15 October 2021.",
      classes: ["before 1700", "2015 and later"],
      controls: /Show more|Download|Copy|Show explanations|Search|API|Explore|Year by year/,
    },
  ])("has every row, legend, source and link, and no controls: $language", async (texts) => {
    const { language, button, source, classes, controls } = texts;
    const { page, printed } = await openMap(`/?street=0457300000000125&lang=${language}`);
    await page.getByRole("button", { name: button, exact: true }).click();
    await printed;
    const pdf = await page.pdf({ format: "A4" });
    const rows = rowsOf(pdf, /Meidoornlaan \d+/g);
    expect(rows).toHaveLength(154);
    expect(new Set(rows).size).toBe(154);
    const lines = linesOfPdf(pdf);
    expect(lines).toContain(source);
    expect(lines.some((line) => line.startsWith(explorer.urlOf("/?street=0457300000000125")))).toBe(true);
    const text = lines.join("\n");
    for (const name of classes) {
      expect(text).toContain(name);
    }
    expect(text).not.toMatch(controls);
  });

  test("has the colours of the legend, and the map", async () => {
    const { page } = await openMap("/?address=0457200000521749");
    await untilHeading(page, "Keurstraat 5");
    const colours = coloursOfPdf(await page.pdf({ format: "A4" }));
    for (const { colour } of BOUWJAAR_CLASSES) {
      expect([colour, (colours.get(colour.toLowerCase()) ?? 0) > 10]).toEqual([colour, true]);
    }
    await page.emulateMedia({ media: "print" });
    const { width, height } = (await page.locator(".map-picture img").boundingBox())!;
    expect([width > 300, height > 200]).toEqual([true, true]);
    expect(colours.size).toBeGreaterThan(100);
  });

  test("is light in the dark theme", async () => {
    const { page, printed } = await openMap("/?address=0457200000521749", { colorScheme: "dark" });
    await page.getByRole("button", { name: "Afdrukken" }).click();
    await printed;
    const colours = [...coloursOfPdf(await page.pdf({ format: "A4" }))];
    const countOf = (pixels: typeof colours) => pixels.reduce((sum, [, count]) => sum + count, 0);
    const isDark = ([colour]: [string, number]) => /^#[0-3].[0-3].[0-3]./.test(colour);
    expect(countOf(colours.filter(isDark)) / countOf(colours)).toBeLessThan(0.05);
  });

  test("has the legend of a phone too, where it is closed", async () => {
    const { page } = await openMap("/?address=0457200000521749", { viewport: { width: 390, height: 844 } });
    await untilHeading(page, "Keurstraat 5");
    expect(linesOfPdf(await page.pdf({ format: "A4" })).join("\n")).toContain("vóór 1700");
  });
});

describe.skipIf(!CAN_TEST)("the print of a long list", () => {
  const streets = Array.from({ length: 1_100 }, (_, i) => `Pad ${1_000 + i}|1|||3000AA|Stad`);
  const addresses = Array.from({ length: 260 }, (_, i) => `Weg|${i + 1}|||4000AA|Stad`);
  const explorer = useExplorer(["--public-page", "on"], async () => makeCountry([...streets, ...addresses]));

  async function openList(path: string, heading: string) {
    const page = await explorer.openBlank();
    await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null");
    const printing = await openPrinting(page, explorer.urlOf(path));
    await untilHeading(page, heading);
    await page.locator(".rows").waitFor();
    return { page, ...printing };
  }

  test("says so above 1,000 rows", async () => {
    const { page, printed } = await openList("/?place=1000", "Stad");
    await page.getByRole("button", { name: "Afdrukken" }).click();
    await printed;
    const pdf = await page.pdf({ format: "A4" });
    expect(rowsOf(pdf, /Pad \d+/g)).toHaveLength(1_000);
    expect(linesOfPdf(pdf)).toContain("Hier staan de eerste 1.000 van 1.101.");
  }, 60_000);

  test("has every row with the keys of the browser", async () => {
    const { page, printed } = await openList("/?postcode=4000AA", "4000 AA");
    await page.keyboard.press("Control+p");
    await printed;
    const pdf = await page.pdf({ format: "A4" });
    expect(rowsOf(pdf, /Weg \d+/g)).toHaveLength(260);
    expect(linesOfPdf(pdf).join("\n")).not.toContain("Hier staan");
  });

  test("has the loaded rows with the menu of the browser, and says so", async () => {
    const { page } = await openList("/?postcode=4000AA", "4000 AA");
    const pdf = await page.pdf({ format: "A4" });
    expect(rowsOf(pdf, /Weg \d+/g)).toHaveLength(100);
    expect(linesOfPdf(pdf)).toContain("Hier staan de eerste 100 van 260.");
  });
});
