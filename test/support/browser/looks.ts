/** The looks in which pages are checked (languages, themes, widths, forced colours, 200 %), and checks of one look. */
import { expect } from "bun:test";
import axe from "axe-core";
import type { Page } from "playwright-core";

export const LOCALES = ["nl-NL", "en-GB"] as const;
export type Locale = (typeof LOCALES)[number];

interface Look {
  readonly width: number;
  readonly media: NonNullable<Parameters<Page["emulateMedia"]>[0]>;
}

const LIGHT = { colorScheme: "light" } as const;
const DARK = { colorScheme: "dark" } as const;
const FORCED = { forcedColors: "active" } as const;

/** Looks in each language: every width in both themes over the two; 640 pixels are a window of 1280 at 200 %. */
const LOOKS: Readonly<Record<Locale, readonly Look[]>> = {
  "nl-NL": [
    { width: 320, media: LIGHT },
    { width: 390, media: DARK },
    { width: 768, media: LIGHT },
    { width: 1360, media: DARK },
    { width: 640, media: LIGHT },
  ],
  "en-GB": [
    { width: 320, media: DARK },
    { width: 390, media: LIGHT },
    { width: 768, media: DARK },
    { width: 1360, media: LIGHT },
    { width: 390, media: FORCED },
    { width: 1360, media: FORCED },
  ],
};

/**
 * Expects that a page, in its present state, is well made in every look of its language: axe has no findings of any
 * level, nothing is wider than the window, and a Dutch page has no English words except those marked as English.
 */
export async function expectEveryLook(page: Page, locale: Locale, state = ""): Promise<void> {
  const findings: string[] = locale === "nl-NL" ? await englishTextsOf(page) : [];
  await page.evaluate(axe.source);
  for (const { width, media } of LOOKS[locale]) {
    await page.emulateMedia({ colorScheme: null, forcedColors: null, ...media });
    await page.setViewportSize({ width, height: 800 });
    const found = await findingsOf(page);
    findings.push(...found.map((finding) => `${width} ${Object.values(media)}: ${finding}`));
  }
  expect({ state, findings }).toEqual({ state, findings: [] });
}

/**
 * Returns the findings of axe of any level in the present state of a page, and by how much it is wider than the window:
 * light on a desk, then dark on a phone, where only colours and widths differ.
 */
export async function findingsInLightAndDark(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = async (width: number, media: Look["media"], rules?: string[]) => {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 800 });
    return (await findingsOf(page, rules)).map((finding) => `${media.colorScheme}: ${finding}`);
  };
  return [...(await found(1360, LIGHT)), ...(await found(390, DARK, ["color-contrast"]))];
}

/**
 * Returns the findings of axe of any level, and by how much the page is wider than the window. The page must have axe.
 */
async function findingsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  return await page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
    const { document, innerWidth } = globalThis as any;
    const overflow = document.documentElement.scrollWidth - innerWidth;
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
      ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
    ];
  }, rules);
}

/** Returns texts and labels with an English word that no Dutch text has, except code and texts marked as English. */
function englishTextsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const english = /\b(the|and|with|this|from|not|are|which|its|your|must|when|every|has|been|cannot)\b/i;
    // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
    const { document } = globalThis as any;
    const isMarked = (element: { closest(selector: string): unknown }) =>
      element.closest("[lang=en], code, pre, script, style, noscript, template, textarea") !== null;
    const found: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      if (isMarked(element)) {
        continue;
      }
      const texts = [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data as string),
        ...["aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""),
      ];
      found.push(...texts.filter((text) => english.test(text)).map((text) => `English: ${text.trim()}`));
    }
    return found;
  });
}
