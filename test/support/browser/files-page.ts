/** Files for the page of spreadsheets, and the steps that its tests share. */
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import type { ListedAddress } from "../tables/weesp-addresses.ts";

/** Returns the sheet of a care organisation: titles, a date and a class as decoys, and numbers in one column. */
export function toCareSheet(addresses: readonly ListedAddress[]): string {
  const rows = addresses.map(({ id, street, number, suffix, postcode, place }, i) =>
    [
      ...[id, `0${1 + (i % 9)}-03-19${40 + (i % 50)}`, street, `${number}${suffix && ` ${suffix}`}`],
      ...[postcode ?? "", place, "ABCD"[i % 4]],
    ].join(";"),
  );
  const head = ["Cliëntenoverzicht;;;;;;", "Peildatum 1 november 2026;;;;;;", ";;;;;;"];
  return [...head, "Cliënt;Geb.datum;Straat;Huisnr;PC;Plaats;Klasse", ...rows, ""].join("\r\n");
}

/** Gives a file to the page as a visitor chooses one. */
export async function chooseFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(content as string);
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
}

/** Drops a file on the page. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, content }) => {
      // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
      const { DataTransfer, File } = globalThis as any;
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      return data;
    },
    { name, content },
  );
  await page.locator(".drop-zone").dispatchEvent("drop", { dataTransfer: transfer });
}

/** Waits for the columns, starts the search and waits for the result. */
export async function searchAll(page: Page): Promise<void> {
  await page.locator(".columns-step .primary").click();
  await page.locator(".result-step").waitFor();
}

/** Downloads the result in a format, by the name of its button. */
export async function downloadAs(page: Page, format: string): Promise<Download> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: format, exact: true }).click();
  return await waiting;
}

/** Downloads the result as CSV; returns its rows by the names of the columns. */
export async function downloadRows(page: Page): Promise<Record<string, string>[]> {
  const download = await downloadAs(page, "CSV");
  const text = readFileSync(await download.path(), "utf8").replace("\ufeff", "");
  const [header, ...lines] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";"));
  return lines.map((line) => Object.fromEntries(header!.map((name, i) => [name, line[i] ?? ""])));
}

/** Goes through all states of the page, from the choice of a file to its end, and checks each. */
export async function expectStatesWellMade(
  page: Page,
  addresses: readonly ListedAddress[],
  expectWellMade: (state: string) => Promise<void>,
): Promise<void> {
  const look = async (state: string, shown: string) => {
    await page.locator(shown).first().waitFor();
    await expectWellMade(state);
  };
  await look("choose", ".drop-zone");
  await chooseFile(page, "leeg.csv", "");
  await look("refused", ".note.danger");
  const wrong = addresses.slice(0, 4).map((address) => ({ ...address, number: 9998 }));
  await chooseFile(page, "cliënten.csv", toCareSheet([...addresses.slice(0, 60), ...wrong]));
  await look("columns", ".columns-step");
  // The search stays in view until its next state is let through.
  const held = Promise.withResolvers<void>();
  await page.route("**/files/session", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.locator(".columns-step .primary").click();
  await look("search", ".progress-line");
  held.resolve();
  await look("review", ".row-card h4");
  await page.locator(".delete-all .button").click();
  await look("delete", "dialog");
}
