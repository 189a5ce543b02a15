/** Requests every address of the official Weesp extract over HTTP, and compares it with the XML itself. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { listExisting, type ObjectTexts } from "../support/oracles/extract-by-saxes.ts";
import { openHarness } from "../support/servers/http-harness.ts";

/**
 * Keys that two addresses share. The lookup returns the address whose object is in gebruik; the other is only gevormd.
 * Both of 3a-13 are gevormd: the lowest identificatie is returned. Read from the XML by hand.
 */
const SHARED_KEYS: Readonly<Record<string, readonly [answers: string, other: string]>> = {
  "1381GT 110 - -": ["0457200000207958", "0457200000522516"],
  "1382AJ 17 - -": ["0457200000199450", "0457200000522333"],
  "1382JS 216 - -": ["0457200000205871", "0457200000523066"],
  "1382LE 3 a 13": ["0457200000522934", "0457200000523061"],
  "1382LJ 28 - -": ["0457200000205594", "0457200000523233"],
  "1382LJ 28 a -": ["0457200000205595", "0457200000523234"],
  "1382LJ 28 d -": ["0457200000205596", "0457200000523237"],
};

await describeAnswers();

async function describeAnswers(): Promise<void> {
  const harness = openHarness(await makeWeespFolder());
  afterAll(() => harness.close());
  const existing = [...listExisting(readFileSync(WEESP), "2021-10-15").get("NUM")!];

  describe("the 12,034 addresses of Weesp", () => {
    test("each answers by its identificatie, with what the XML says of it", async () => {
      expect(existing.length).toBe(12_034);
      for (const [id, texts] of existing) {
        const { status, body } = await harness.askJson(`/addresses/${id}`);
        expect(status, id).toBe(200);
        const { nummeraanduiding_id, huisnummer, huisletter, huisnummertoevoeging, postcode } = body.data;
        expect([nummeraanduiding_id, huisnummer, huisletter, huisnummertoevoeging, postcode]).toEqual([
          id,
          Number(texts.get("huisnummer")),
          texts.get("huisletter") ?? null,
          texts.get("huisnummertoevoeging") ?? null,
          texts.get("postcode") ?? null,
        ]);
      }
    });

    test("each with a postcode answers by lookup; of two with one key the one that the rules name", async () => {
      const withPostcode = existing.filter(([, texts]) => texts.has("postcode"));
      expect(withPostcode.length).toBe(12_034 - 107);
      let others = 0;
      for (const [id, texts] of withPostcode) {
        const { status, body } = await harness.askJson(`/addresses/lookup?${lookupOf(texts)}`);
        expect(status, id).toBe(200);
        const shared = SHARED_KEYS[keyOf(texts)];
        if (shared?.[1] === id) {
          others++;
        }
        expect(body.data.nummeraanduiding_id, keyOf(texts)).toBe(shared?.[0] ?? id);
      }
      expect(others).toBe(7);
    });

    test("each with a letter or addition answers to all of it typed into the number, in every way people do", async () => {
      const more = existing.filter(
        ([, texts]) =>
          texts.has("postcode") && (texts.has("huisletter") || texts.has("huisnummertoevoeging")),
      );
      // About 2,000 addresses of Weesp have a letter or addition. No two at the same number differ only in case or
      // hyphens.
      expect(new Set(more.map(([, texts]) => foldedKeyOf(texts))).size).toBe(
        new Set(more.map(([, texts]) => keyOf(texts))).size,
      );
      expect(more.length).toBeGreaterThan(1_000);
      for (const [id, texts] of more) {
        for (const number of spellingsOf(texts)) {
          const query = new URLSearchParams({ postcode: texts.get("postcode")!, number });
          const { status, body } = await harness.askJson(`/addresses/lookup?${query}`);
          expect([number, status]).toEqual([number, 200]);
          expect(body.data.nummeraanduiding_id, number).toBe(SHARED_KEYS[keyOf(texts)]?.[0] ?? id);
        }
      }
    });
  });
}

function lookupOf(texts: ObjectTexts): URLSearchParams {
  const given = {
    postcode: texts.get("postcode")!,
    number: texts.get("huisnummer")!,
    letter: texts.get("huisletter") ?? "",
    addition: texts.get("huisnummertoevoeging") ?? "",
  };
  return new URLSearchParams(given);
}

/**
 * Returns the ways to type a number, such as `5-a2`, `5 a 2`, `5-a-2`, `5a2` and `5A2`; digits never follow the number
 * directly.
 */
function spellingsOf(texts: ObjectTexts): string[] {
  const number = texts.get("huisnummer")!;
  const letter = texts.get("huisletter") ?? "";
  const addition = texts.get("huisnummertoevoeging") ?? "";
  const glued = letter + addition;
  const parts = [letter, addition].filter((part) => part !== "");
  const ways = [`${number}-${glued}`, `${number} ${parts.join(" ")}`, `${number}-${parts.join("-")}`];
  return /^\d/.test(glued) ? ways : [...ways, number + glued, number + glued.toUpperCase()];
}

/** Returns the key without differences in case, spaces and hyphens. */
function foldedKeyOf(texts: ObjectTexts): string {
  const designation = (texts.get("huisletter") ?? "") + (texts.get("huisnummertoevoeging") ?? "");
  return `${texts.get("postcode")} ${texts.get("huisnummer")} ${designation.replace(/[\s-]/g, "").toLowerCase()}`;
}

function keyOf(texts: ObjectTexts): string {
  return ["postcode", "huisnummer", "huisletter", "huisnummertoevoeging"]
    .map((name) => texts.get(name) ?? "-")
    .join(" ");
}
