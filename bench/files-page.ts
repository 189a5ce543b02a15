/**
 * Measures the page for files in Chromium: from the drop of a file to its download, memory of server and tab.
 * `node_modules/.bin/bun bench/files-page.ts --data DIR [--rows 100000] [--map]`. Without a graphics card the processor
 * draws the map, and the page pauses for its frames alone.
 */
import { rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { toCareSheet } from "../test/support/browser/files-page.ts";
import { launchBrowser } from "../test/support/browser/open-browser.ts";
import { startServe } from "../test/support/servers/serve-process.ts";
import { listAddresses } from "../test/support/tables/weesp-addresses.ts";
import { print } from "./shared/figures.ts";
import { memoryOf, residentOf, watchPeaks } from "./shared/process-costs.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    rows: { type: "string", default: "100000" },
    map: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
const dataDir = values.data;
const addresses = listAddresses(dataDir).filter(({ postcode }) => postcode !== null);
/** Every tenth row has a number that does not exist in its street. */
const asked = Array.from({ length: rows }, (_, i) => {
  const address = addresses[i % addresses.length]!;
  return i % 10 === 9 ? { ...address, number: address.number + 4_000 } : address;
});
const path = join(tmpdir(), `baken-files-page-${process.pid}.csv`);
writeFileSync(path, toCareSheet(asked));
const server = await startServe(dataDir, ["--files-page", "on", "--public-page", "on", "--threads", "1"]);
const browser = await launchBrowser();

const serverPeaks = watchPeaks(server.pid);
let tabMb = 0;
const processes = await browser.newBrowserCDPSession();
const look = setInterval(async () => {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  for (const { type, id } of processInfo) {
    tabMb = type === "renderer" ? Math.max(tabMb, memoryOf([id]).anonymousMb) : tabMb;
  }
}, 200);

const steps: [string, string][] = [];
let lastMs = performance.now();
const note = (step: string, further = "") => {
  steps.push([step, `${((performance.now() - lastMs) / 1_000).toFixed(1)} s ${further}`]);
  lastMs = performance.now();
};
/** Collects the tasks of the tab's main thread that take 50 ms or more, from here on. */
function watchTasks(page: Page): Promise<unknown> {
  return page.evaluate(`globalThis.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: "longtask" })`);
}

/** Notes the long tasks since the last note. */
async function noteTasks(page: Page, step: string): Promise<void> {
  const tasks = await page.evaluate<number[]>("tasks.splice(0)");
  const sum = tasks.reduce((total, ms) => total + ms, 0);
  const longest = Math.max(0, ...tasks);
  steps.push([
    `long tasks ${step}`,
    `${tasks.length}, ${Math.round(sum)} ms; longest ${Math.round(longest)} ms`,
  ]);
}

const startMb = residentOf(server.pid).rssMb;
try {
  const page = await browser.newPage();
  if (!values.map) {
    await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null");
  }
  await page.goto(`http://127.0.0.1:${server.port}/files?lang=en`);
  await watchTasks(page);
  lastMs = performance.now();
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByText("Is this right?").waitFor({ timeout: 300_000 });
  note("file sent, columns shown", `(${(statSync(path).size / 1e6).toFixed(1)} MB)`);
  await page.locator(".columns-step .primary").click();
  await page.locator(".result-step").waitFor({ timeout: 600_000 });
  note("rows geocoded, result shown");
  await noteTasks(page, "until the result");
  if (values.map) {
    await page.locator('.map-ground[aria-busy="false"]').waitFor({ timeout: 300_000 });
    note("map drawn");
    await noteTasks(page, "until the map is drawn");
  }
  for (const format of ["CSV", "Excel (.xlsx)", "GeoPackage"]) {
    const waiting = page.waitForEvent("download", { timeout: 600_000 });
    await page.getByRole("button", { name: format, exact: true }).click();
    const download = await waiting;
    note(`download of ${format}`, `(${(statSync(await download.path()).size / 1e6).toFixed(1)} MB)`);
  }
  await noteTasks(page, "of downloads");
} finally {
  clearInterval(look);
  await browser.close();
  await server.signal("SIGTERM");
  rmSync(path);
}
const { rssMb, anonymousMb } = serverPeaks.stop();
steps.push(["server, resident: at start, at most", `${Math.round(startMb)} MB, ${Math.round(rssMb)} MB`]);
steps.push(["server, without mapped files, at most", `${Math.round(anonymousMb)} MB`]);
steps.push(["tab, without mapped files, at most", `${Math.round(tabMb)} MB`]);
for (const [step, value] of steps) {
  print(`${step.padEnd(40)} ${value}`);
}
