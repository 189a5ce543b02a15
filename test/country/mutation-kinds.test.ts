/**
 * Tests that the mutations of a fictitious country include every kind that real ones have;
 * fictitious-country.slow.test.ts checks their counts.
 */
import { describe, expect, test } from "bun:test";
import { planCountry } from "../../tools/country/country/country.ts";
import { relatiesOf } from "../../tools/country/country/gemeenten.ts";
import { planMutations } from "../../tools/country/mutations/plan-mutations.ts";
import type { BagObject, DeliveredType } from "../../tools/country/official-format/objects.ts";
import { TallyCounter } from "../../tools/country/tally.ts";

const country = planCountry(6_000, 8);
const { groups, relaties } = planMutations(country, { count: 700, history: true }, new TallyCounter());
const mutations = groups.flat() as readonly { kind: string; was?: BagObject; wordt?: BagObject }[];

/** Voorkomens that ended because a successor follows in the same group, with this successor. */
const successions = groups.flatMap((group) => {
  const [first, second] = group as readonly { kind: string; was?: BagObject; wordt?: BagObject }[];
  return first?.kind === "wijziging" && second?.kind === "toevoeging"
    ? [{ before: first.was!, after: second.wordt! }]
    : [];
});

function hasChanged<T extends DeliveredType>(
  type: T,
  isSuch: (before: Extract<BagObject, { type: T }>, after: Extract<BagObject, { type: T }>) => boolean,
): boolean {
  return successions.some(
    ({ before, after }) =>
      before.type === type && after.type === type && isSuch(before as never, after as never),
  );
}

const added = (type: DeliveredType) =>
  mutations.flatMap(({ kind, wordt }) =>
    kind === "toevoeging" && wordt?.type === type && wordt.voorkomen.voorkomenidentificatie === 1
      ? [wordt]
      : [],
  );
const keyOf = (object: BagObject) =>
  `${object.type}${object.identificatie}/${object.voorkomen.voorkomenidentificatie}`;
const json = JSON.stringify;
const pc4s = new Set(country.woonplaatsen.flatMap(({ pc4Areas }) => pc4Areas.map(({ pc4 }) => String(pc4))));

describe("among 700 groups there is", () => {
  test.each(["OPR", "NUM", "VBO", "LIG", "STA", "PND"] as const)("a new %s and an ended one", (type) => {
    expect(added(type).length).toBeGreaterThan(0);
    expect(hasChanged(type, (_, { status }) => /ingetrokken|gesloopt/.test(status))).toBe(true);
  });

  test("a street renamed", () => {
    expect(hasChanged("OPR", (before, after) => before.naam !== after.naam)).toBe(true);
  });

  test("a new street with addresses in a PC4 area that had none", () => {
    const streets = new Set(added("OPR").map(({ identificatie }) => identificatie));
    const numbers = added("NUM").flatMap((object) => (object.type === "NUM" ? [object] : []));
    const onThem = numbers.filter(({ ligtAan }) => streets.has(ligtAan));
    expect(onThem.some(({ postcode }) => !pc4s.has(postcode!.slice(0, 4)))).toBe(true);
  });

  test("a street withdrawn, each with its numbers", () => {
    const ended = successions.map(({ after }) => after).filter(({ status }) => /ingetrokken/.test(status));
    const streets = ended.filter(({ type }) => type === "OPR").map(({ identificatie }) => identificatie);
    const left = new Set(ended.flatMap((object) => (object.type === "NUM" ? [object.ligtAan] : [])));
    expect(streets.length).toBeGreaterThan(0);
    expect(streets.filter((street) => !left.has(street))).toEqual([]);
  });

  test("an address that moves to another street with its postcode", () => {
    expect(
      hasChanged(
        "NUM",
        (before, after) => before.ligtAan !== after.ligtAan && before.postcode !== after.postcode,
      ),
    ).toBe(true);
  });

  test("a residence with more nevenadressen, with fewer, and one in other panden", () => {
    const count = (list: readonly string[] | undefined) => list?.length ?? 0;
    expect(hasChanged("VBO", (a, b) => count(a.nevenadressen) < count(b.nevenadressen))).toBe(true);
    expect(hasChanged("VBO", (a, b) => count(a.nevenadressen) > count(b.nevenadressen))).toBe(true);
    expect(hasChanged("VBO", (a, b) => json(a.panden) !== json(b.panden))).toBe(true);
  });

  test("a pand drawn again, and one demolished under a residence that stays", () => {
    expect(hasChanged("PND", (a, b) => json(a.geometrie) !== json(b.geometrie))).toBe(true);
    expect(hasChanged("PND", (_, { status }) => status === "Pand gesloopt")).toBe(true);
  });

  test("a woonplaats renamed, two with another border, and one in another gemeente", () => {
    expect(hasChanged("WPL", (a, b) => a.naam !== b.naam)).toBe(true);
    expect(hasChanged("WPL", (a, b) => a.geometrie.length < b.geometrie.length)).toBe(true);
    expect(
      hasChanged("WPL", (a, b) => json(a.geometrie[0]!.interiors) !== json(b.geometrie[0]!.interiors)),
    ).toBe(true);
    expect(relaties.filter(({ begindatum }) => begindatum === "2026-11-09").length).toBeGreaterThan(0);
    expect(relaties.length).toBeGreaterThan([...relatiesOf(country)].length);
  });

  test("an object that comes back after its removal", () => {
    const removed = new Set<string>();
    const returned = mutations.filter(({ kind, was, wordt }) => {
      if (kind === "verwijdering") {
        removed.add(keyOf(was!));
      }
      return kind === "toevoeging" && removed.has(keyOf(wordt!));
    });
    expect(returned.length).toBeGreaterThan(0);
  });

  test("an announced change that is withdrawn, and with it the end of the voorkomen before", () => {
    const isFuture = ({ voorkomen }: BagObject) => voorkomen.beginGeldigheid > "2026-11-08";
    const inactive = mutations.filter(({ wordt }) => wordt?.voorkomen.tijdstipInactiefLV !== undefined);
    expect(inactive.length).toBeGreaterThan(0);
    expect(inactive.every(({ wordt }) => isFuture(wordt!))).toBe(true);
    const endless = mutations.filter(
      ({ was, wordt }) =>
        was?.voorkomen.eindGeldigheid !== undefined && wordt && wordt.voorkomen.eindGeldigheid === undefined,
    );
    expect(endless.length).toBeGreaterThan(0);
  });
});
