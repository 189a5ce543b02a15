/** Tests in a browser that the operator ends a job or a file of the page /files, after a question. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { until } from "../support/processes/until.ts";
import { openTab } from "../support/servers/files-page.ts";
import { type AnswerBody, bodyOf } from "../support/servers/geocode-files.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
const headers = { authorization: `Bearer ${issueKey(dataDir, {})}` };
let server: ServeProcess;
let browser: Browser;

async function ask(path: string, method = "GET"): Promise<AnswerBody["data"]> {
  return (await bodyOf(await fetch(server.url + path, { method, headers }))).data;
}

/** Opens the page of exports as the operator. */
async function openExports() {
  const opened = await openPage(browser, { locale: "en-GB" });
  const { page } = opened;
  await page.goto(server.printed().match(/Operator's pages on (\S+),/)![1]!);
  await page.getByLabel("Token").fill(readFileSync(join(dataDir, "admin-token"), "utf8").trim());
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Exports", exact: true }).click();
  return opened;
}

describe.skipIf(!HAS_BROWSER)("the dialog of a job", () => {
  beforeAll(async () => {
    server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0", "--files-page", "on"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.signal("SIGTERM");
    rmSync(dataDir, { recursive: true });
  });

  test("the file of a job is deleted after a question, and its owner finds the job expired", async () => {
    const { job_id: id } = await ask("/export/addresses?format=csv", "POST");
    const stateOf = async () => (await ask(`/export/${id}`)).status;
    await until(async () => (await stateOf()) === "completed");

    const { page, faults, close } = await openExports();
    const button = page.getByRole("button", { name: "Delete file" });
    await button.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await stateOf()).toBe("completed");
    await button.click();
    await dialog.getByRole("button", { name: "Delete file" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await stateOf()).toBe("expired");
    await button.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await close();
  }, 60_000);

  test("a file of the page /files is listed without its content, and deleted after a question", async () => {
    const tab = openTab(server.url.replace(/\/api\/v1$/, ""));
    expect((await tab.send("naam;postcode;huisnummer\nGeheim;1382KT;5\nGeheim;1382KT;12\n")).status).toBe(
      201,
    );
    const { page, faults, close } = await openExports();
    const section = page.locator("section").filter({ hasText: "Files on the page /files" });
    await section.getByText("without a key").waitFor();
    expect(await page.getByText("Geheim").count()).toBe(0);
    await section.getByRole("button", { name: "Delete file" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete file" }).click();
    await dialog.waitFor({ state: "detached" });
    await section.waitFor({ state: "detached" });
    expect((await tab.show()).status).toBe(404);
    expect(faults).toEqual([]);
    await close();
  }, 60_000);
});
