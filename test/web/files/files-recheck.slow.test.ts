/**
 * Tests that the page for files updates last year's list as a clerk would: a herindeling at New Year, and undecided
 * rows that are decided and downloaded. The country is invented and has had six deliveries.
 */
import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import { toDay } from "../../../src/registry/history/days.ts";
import { Past } from "../../../src/registry/history/past.ts";
import { type Rechecked, recheck } from "../../../src/registry/history/recheck.ts";
import { formatFullAddress } from "../../../src/registry/schema/full-address.ts";
import { formatIdentificatie } from "../../../src/registry/schema/object-types.ts";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, downloadRows } from "../../support/browser/files-page.ts";
import { expectEveryLook, LOCALES } from "../../support/browser/looks.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { importAtStart, makeChain, update } from "../../support/update-oracle/demo-chain.ts";

const LAST_YEAR = "2026-11-08";

async function makeReorganised(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "baken-files-recheck-"));
  const chain = await makeChain(join(folder, "chain"), {
    ...{ addresses: 1_500, seed: 11, history: true, hasPc4File: false, mutations: 600 },
    kept: "full",
  });
  const dataDir = await importAtStart(chain, "start");
  await update(dataDir, chain.deliveries);
  return dataDir;
}

interface ListRow {
  readonly id: string;
  readonly found: Rechecked;
  /** Full address last year. */
  readonly was: string;
}

/** Lists last year's addresses: some that stay, all of some streets in another gemeente, and three to decide. */
function listOf(dataDir: string): ListRow[] {
  const registry = openRegistry(dataDir);
  const past = new Past(registry.current()!);
  const ids = past.history.statement<{ id: number }>(
    "SELECT DISTINCT object_id AS id FROM nummeraanduiding_voorkomen ORDER BY object_id",
  );
  const rows = ids.all().map(({ id }) => {
    const found = recheck(past, id, toDay(LAST_YEAR));
    return { id: formatIdentificatie(id), found, was: found.before ? formatFullAddress(found.before) : "" };
  });
  const some = (count: number, is: (found: Rechecked) => boolean) =>
    rows.filter(({ found }) => is(found)).slice(0, count);
  const list = [
    ...some(12, ({ status }) => status === "unchanged"),
    ...some(8, ({ changes }) => changes.includes("gemeente")),
    ...some(3, ({ status }) => status === "undecided"),
    ...some(2, ({ status }) => status === "ended"),
  ];
  registry.close();
  return list;
}

const toCsv = (rows: readonly ListRow[]) =>
  `polis;naam;nummeraanduiding_id;adres\r\n${rows
    .map(({ id, was }, i) => `${1000 + i};Verzekerde ${i + 1};${id};${was}\r\n`)
    .join("")}`;

describe.skipIf(!HAS_BROWSER)("a list of ids", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"], makeReorganised);

  test.each(LOCALES)(
    "is brought up to date, decided and downloaded, and fits in every look: %s",
    async (locale) => {
      const isDutch = locale === "nl-NL";
      const list = listOf(pages.dataDir);
      const undecided = list.filter(({ found }) => found.status === "undecided");
      expect(undecided).toHaveLength(3);
      const page = await pages.openWithoutMap("/files", { locale });
      // Removes the note about generated data, which is outside all regions. No other tested page has it.
      await page.locator(".site-notice").evaluate((note) => note.remove());
      await chooseFile(page, "polissen-2026.csv", toCsv(list));
      await page.getByLabel(isDutch ? "Bijwerken" : "Bring up to date").check();
      const used = isDutch
        ? "Deze kolommen worden gebruikt: id van het adres of object “nummeraanduiding_id”."
        : "These columns are used: id of the address or object “nummeraanduiding_id”.";
      await page.getByText(used, { exact: true }).waitFor();
      const begin = page.locator(".columns-step .primary");
      expect(await begin.isDisabled()).toBe(true);
      await page.getByLabel(isDutch ? "De id’s klopten op" : "The ids were right on").fill(LAST_YEAR);
      await expectEveryLook(page, locale, "choice");
      await begin.click();
      await page.locator(".row-card h4").waitFor();
      await page.getByText(isDutch ? "vervallen" : "ended", { exact: true }).waitFor();
      await expectEveryLook(page, locale, "review");
      const [first, second] = undecided as [ListRow, ListRow];
      // The first row gets its first candidate, the second no address, the third an address found by search.
      await page.locator(".offers .offer").first().click();
      await page.locator(".row-card", { hasText: second.was }).waitFor();
      await page.keyboard.press(isDutch ? "g" : "n");
      await page.locator(".row-card", { hasText: undecided[2]!.was }).waitFor();
      const other = list[0]!.found.adres!;
      await page.keyboard.press("/");
      await page.keyboard.type(other.full_address);
      await page.getByRole("option").first().click();
      await page.locator(".review-done").waitFor();
      const rows = await downloadRows(page);
      expect(
        rows.map(({ polis, recheck_status, recheck_decided_by }) => [
          polis,
          recheck_status,
          recheck_decided_by,
        ]),
      ).toEqual(
        list.map(({ id, found }, i) => {
          const at = undecided.findIndex((one) => one.id === id);
          return [
            String(1000 + i),
            at < 0 ? found.status : at === 1 ? "ended" : "replaced",
            at < 0 ? "" : "hand",
          ];
        }),
      );
      const moved = rows.filter(({ recheck_changes }) => recheck_changes!.includes("gemeente"));
      expect(moved.length).toBeGreaterThanOrEqual(8);
      const rowOf = ({ id }: ListRow) => rows.find((row) => row.nummeraanduiding_id === id)!;
      const candidate = first.found.candidates[0]!;
      expect(rowOf(first)).toMatchObject({
        recheck_relation: candidate.relation,
        recheck_nummeraanduiding_id: candidate.address.nummeraanduiding_id,
        recheck_candidate_ids: "",
      });
      expect(rowOf(second)).toMatchObject({
        recheck_nummeraanduiding_id: "",
        recheck_was: second.was,
      });
      expect(rowOf(undecided[2]!)).toMatchObject({
        ...{ recheck_relation: "", recheck_full_address: other.full_address },
        recheck_changes: expect.stringContaining("straatnaam"),
      });
    },
    120_000,
  );

  test("addresses of the same file are found instead, and a file without ids is not offered it", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    const list = listOf(pages.dataDir).slice(0, 12);
    await chooseFile(page, "list.csv", toCsv(list));
    await page.getByLabel("Find addresses").waitFor();
    expect(await page.getByLabel("Find addresses").isChecked()).toBe(true);
    await page.locator(".columns-step .primary").click();
    await page.locator(".result-step").waitFor();
    expect((await downloadRows(page)).map(({ result_match }) => result_match)).toEqual(
      list.map(() => "exact"),
    );
    await page.goto(pages.urlOf("/files?lang=en"));
    await page.locator(".delete-all .button").click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const plain = list.map(({ was }) => `"${was}";${LAST_YEAR}\r\n`).join("");
    await chooseFile(page, "plain.csv", `adres;recheck_date\r\n${plain}`);
    await page.locator(".columns-step").waitFor();
    expect(await page.locator(".modes").count()).toBe(0);
  });
});
