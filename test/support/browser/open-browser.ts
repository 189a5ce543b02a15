/** Opens Debian's Chromium on the pages of a server and collects everything that a page must not do. */
import { expect } from "bun:test";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findProgram, hasProgram } from "../processes/find-program.ts";

/** Arguments of Debian's Chromium; it must not use the internet. */
const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** True where browser tests can run; throws in CI where they cannot. */
export const HAS_BROWSER = hasProgram("chromium", "chromium");

/** Chromium without its own windows and profiles, which takes half the processor time for a page. */
const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * Starts Chromium: its headless shell where that is installed, unless `isWhole` asks for the browser with its profiles,
 * which autofill needs.
 */
export function launchBrowser(
  moreArgs: readonly string[] = [],
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Browser> {
  const shell = isWhole ? undefined : findProgram(HEADLESS_SHELL);
  const executablePath = shell ?? findProgram("chromium")!;
  return chromium.launch({ executablePath, args: [...ARGS, ...moreArgs] });
}

/** Page with the faults that it has shown so far: violations of its policy, errors of scripts and on the console. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
  close(): Promise<void>;
}

/** Console messages of Chromium about a response that the page handles; tests of refusals cause them. */
const EXPECTED = /Failed to load resource|GPU stall due to ReadPixels/;

/** Opens a page in a context of its own; animations are reduced unless the options say otherwise. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !EXPECTED.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  await page.exposeFunction("reportViolation", (text: string) => void faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI } = event as Event & Record<string, string>;
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return { page, faults, close: () => context.close() };
}

/** Expects that axe finds nothing of level serious or worse. Describing only violations saves a quarter of its work. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
  expect(findings).toEqual([]);
}

/** Returns the sum of the unexpected layout shifts so far. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceEntry[]>();
    const { PerformanceObserver: Observer, requestAnimationFrame } = globalThis as unknown as {
      PerformanceObserver: typeof PerformanceObserver;
      requestAnimationFrame(callback: () => void): void;
    };
    const entries: PerformanceEntry[] = [];
    new Observer((list) => {
      entries.push(...list.getEntries());
      resolve(entries);
    }).observe({ type: "layout-shift", buffered: true } as never);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(entries)));
    const shifts = (await promise) as unknown as { value: number; hadRecentInput: boolean }[];
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });
}
