/** Tests in a browser that the operator ends a job, after a question. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expectAccessible, HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { until } from "../support/processes/until.ts";
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

describe.skipIf(!HAS_BROWSER)("the dialog of a job", () => {
  beforeAll(async () => {
    server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
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

    const { page, faults, close } = await openPage(browser, { locale: "en-GB" });
    await page.goto(server.printed().match(/Operator's pages on (\S+),/)![1]!);
    await page.getByLabel("Token").fill(readFileSync(join(dataDir, "admin-token"), "utf8").trim());
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Exports", exact: true }).click();
    const button = page.getByRole("button", { name: "Delete file" });
    await button.click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
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
});
