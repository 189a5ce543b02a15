/**
 * Compares the past of Weesp with the oracle, which reads the XML alone: every address of six days in every field, and
 * drawn questions, half of them on days on which something begins or ends.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { listAdresHistory } from "../../src/registry/history/adres-history.ts";
import { lookupAdresOn } from "../../src/registry/history/adressen-on-day.ts";
import { DayView } from "../../src/registry/history/day-view.ts";
import { toDay } from "../../src/registry/history/days.ts";
import { readingOfAdres } from "../../src/registry/history/objects-on-day.ts";
import { Past } from "../../src/registry/history/past.ts";
import { absenceReason, datedRecord } from "../../src/registry/history/records-on-day.ts";
import { findFormerAdressen } from "../../src/search/former-key.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle, type OracleAddress } from "../support/oracles/history/ask-oracle.ts";
import { TEST_SEED } from "../support/seed.ts";

setDefaultTimeout(300_000);

/** Questions of a run; TEST_ROUNDS=20000 asks more. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 1_000);

const dataDir = await makeWeespPastFolder();
const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

const ORACLE = { extract: WEESP, names: GEMEENTEN };
/** Day of the oracle for a period without an end. */
const OPEN = "9999-99-99";
const STAGE = { stage: true };

/** Returns the fields of an address that the oracle knows too; null without one. */
function known(address: object | null | undefined): Record<string, unknown> | null {
  const {
    latitude: _latitude,
    longitude: _longitude,
    valid_from: _from,
    valid_until: _until,
    announced: _announced,
    ...rest
  } = { ...address } as Record<string, unknown>;
  return address ? rest : null;
}

/** Returns an address of the oracle without the field that no record has. */
function withoutStreet(address: OracleAddress | null): Record<string, unknown> | null {
  const { openbare_ruimte_id: _street, ...rest } = { ...address };
  return address && rest;
}

/** Parts of a key in questions of the oracle. */
interface OracleKey {
  readonly postcode?: string;
  readonly straatnaam?: string;
  readonly woonplaats_naam?: string;
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
}

/** Question of the oracle with its answer, whose form depends on the kind. */
interface Question {
  readonly ask: string;
  readonly id: string;
  readonly day: string;
  readonly key: OracleKey;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, compared below in every field.
  readonly answer: any;
}

/** Returns our answer to a question, in the oracle's form; undefined for kinds that other tests cover. */
function answer(past: Past, { ask, id, day, key }: Question): unknown {
  if (ask === "address") {
    const reading = readingOfAdres(Number(id), STAGE);
    const record = datedRecord(past, reading, toDay(day));
    const why = absenceReason(past, reading, toDay(day))?.why ?? null;
    return record === undefined
      ? { address: null, why }
      : {
          address: known(record),
          why,
          valid_from: record.valid_from,
          valid_until: record.valid_until ?? OPEN,
        };
  }
  if (ask === "lookup") {
    const found = lookupAdresOn(past, toDay(day), { ...key, postcode: key.postcode ?? "" }, STAGE);
    return { address: known("adres" in found ? found.adres : null) };
  }
  if (ask === "history") {
    return listAdresHistory(past, Number(id), { fields: "key" })!.map(({ changed: _changed, ...period }) => {
      const { full_address: _line, ...address } = (period.address ?? {}) as Record<string, unknown>;
      return {
        ...period,
        valid_until: period.valid_until ?? OPEN,
        address: period.address && address,
        reason: period.reason ?? null,
      };
    });
  }
  return ask === "former" ? former(past, key) : undefined;
}

function former(past: Past, { postcode, straatnaam = "", woonplaats_naam = "", ...rest }: OracleKey) {
  const place = postcode === undefined ? { straatnaam, woonplaatsNaam: woonplaats_naam } : { postcode };
  const { current, former: holders } = findFormerAdressen(past, { ...place, ...rest });
  return {
    hasCurrent: current !== null,
    former: holders.map(({ successors, today, address, ...holder }) => ({
      ...holder,
      address: address.full_address,
      today: today?.full_address ?? null,
      successors: successors.map((one) => [one.relation, one.address.nummeraanduiding_id]),
    })),
  };
}

/** Maximum number of successors in an answer; the oracle has no maximum. */
const MAX_SUCCESSORS = 100;

/** Returns the answer of the oracle in the same form. */
function expected({ ask, answer: said }: Question): unknown {
  if (ask === "address") {
    const { valid_from, valid_until, ...rest } = { ...said, address: withoutStreet(said.address) };
    return said.address === null ? rest : { ...rest, valid_from, valid_until };
  }
  if (ask === "lookup") {
    return { address: withoutStreet(said.address) };
  }
  if (ask === "history") {
    return said.periods;
  }
  return {
    hasCurrent: said.current.length > 0,
    former: said.former.map((one: Record<string, OracleAddress | null> & { successors: unknown[] }) => ({
      ...one,
      address: one.address!.full_address,
      today: one.today?.full_address ?? null,
      successors: one.successors.slice(0, MAX_SUCCESSORS),
    })),
  };
}

test.skipIf(!hasOracle())("drawn questions have the answers of the oracle", async () => {
  const questions = await askOracle<Question>(ORACLE, "draw", String(ROUNDS), String(TEST_SEED));
  const counts: Record<string, number> = {};
  for (const question of questions) {
    const found = answer(new Past(snapshot), question);
    if (found !== undefined) {
      counts[question.ask] = (counts[question.ask] ?? 0) + 1;
      const { answer: _answer, ...asked } = question;
      expect({ ...asked, answer: found }).toMatchObject({ ...asked, answer: expected(question) as object });
    }
  }
  expect(Object.keys(counts).sort()).toEqual(["address", "former", "history", "lookup"]);
});

test.skipIf(!hasOracle())("all addresses of a day have every field of the oracle", async () => {
  const day = "2016-01-01";
  const addresses = await askOracle<OracleAddress & { day?: string }>(ORACLE, "addresses", day);
  const wanted = new Map(
    addresses.map(({ day: _day, ...address }) => [address.nummeraanduiding_id, address]),
  );
  const past = new Past(snapshot);
  const view = new DayView(past, toDay(day));
  const numbers = snapshot.history!.db.query<{ id: number }, []>(
    "SELECT DISTINCT object_id AS id FROM nummeraanduiding_voorkomen",
  );
  let found = 0;
  for (const { id } of numbers.iterate()) {
    const record = readingOfAdres(id, STAGE)(view);
    if (typeof record === "object") {
      found++;
      const address = withoutStreet((wanted.get(record.nummeraanduiding_id) as OracleAddress) ?? null);
      expect(known(record)).toMatchObject(address ?? { nummeraanduiding_id: null });
    }
  }
  expect(found).toBe(10_624);
  expect(wanted.size).toBe(10_624);
});
