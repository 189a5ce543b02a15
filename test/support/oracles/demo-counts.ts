/** Counts what a fictitious country holds, from the objects of its files alone. */
import { expect } from "bun:test";
import {
  type BagObject,
  DELIVERED_TYPES,
  type DeliveredType,
} from "../../../tools/country/official-format/objects.ts";
import { type CurrentTally, emptyCounts } from "../../../tools/country/tally.ts";
import { listElements, parseXml, textOf, type UnzippedEntry } from "../extracts/read-delivery.ts";

const ENDED = /ingetrokken|iet gerealiseerd|ten onrechte opgevoerd|gesloopt/;

/** Counts of docs/records.md, "Which records exist", computed from the records alone. */
export class Counts {
  readonly #objects: readonly BagObject[];
  readonly #provincieOfGemeente: ReadonlyMap<string, string>;
  readonly #relaties: readonly { woonplaats: string; gemeente: string; begin: string; end: string }[];

  constructor(
    objects: readonly BagObject[],
    files: { entries: readonly UnzippedEntry[]; csv: string } | { like: Counts },
  ) {
    this.#objects = objects;
    if ("like" in files) {
      this.#provincieOfGemeente = files.like.#provincieOfGemeente;
      this.#relaties = files.like.#relaties;
      return;
    }
    const rows = files.csv.trim().split("\n").slice(1);
    this.#provincieOfGemeente = new Map(rows.map((row) => [row.split(";")[2]!, row.split(";")[1]!]));
    const file = files.entries.find(({ name }) => /^GEM-WPL.*xml$/.test(name))!;
    this.#relaties = listElements(
      parseXml(file.bytes.toString("utf8")),
      "gwr-product:GemeenteWoonplaatsRelatie",
    ).map((row) => ({
      woonplaats: textOf(row.children[1]!, "gwr-product:identificatie")!,
      gemeente: textOf(row.children[2]!, "gwr-product:identificatie")!,
      begin: textOf(row, "bagtypes:begindatumTijdvakGeldigheid")!,
      end: textOf(row, "bagtypes:einddatumTijdvakGeldigheid") ?? "9999",
    }));
  }

  with(objects: readonly BagObject[]): Counts {
    return new Counts(objects, { like: this });
  }

  on(date: string): { current: CurrentTally; byProvincie: Record<string, CurrentTally> } {
    const existing = this.#existingOn(date);
    const gemeenteOf = (woonplaats: string): string => {
      const valid = this.#relaties.filter(
        (r) => r.woonplaats === woonplaats && r.begin <= date && date < r.end,
      );
      expect(valid.length).toBe(1);
      return valid[0]!.gemeente;
    };
    const current = emptyCounts();
    const byProvincie: Record<string, CurrentTally> = {};
    const gemeenteOfWoonplaats = new Map([...existing.WPL.keys()].map((id) => [id, gemeenteOf(id)]));
    const count = (woonplaats: string, key: keyof CurrentTally): void => {
      const provincie = this.#provincieOfGemeente.get(gemeenteOfWoonplaats.get(woonplaats)!)!;
      byProvincie[provincie] ??= emptyCounts();
      for (const tally of [current, byProvincie[provincie]!] as Record<keyof CurrentTally, number>[]) {
        tally[key] += 1;
      }
    };
    const gemeenten = new Set<string>();
    for (const [id, gemeente] of gemeenteOfWoonplaats) {
      count(id, "woonplaatsen");
      if (!gemeenten.has(gemeente)) {
        count(id, "gemeenten");
      }
      gemeenten.add(gemeente);
    }
    for (const opr of existing.OPR.values()) {
      count(opr.ligtIn, "openbareRuimten");
    }
    const woonplaatsOfNummer = (id: string): string => {
      const nummer = existing.NUM.get(id)!;
      return nummer.ligtIn ?? existing.OPR.get(nummer.ligtAan)!.ligtIn;
    };
    const woonplaatsOfPand = new Map<string, string>();
    const named = new Set<string>();
    for (const object of [...existing.VBO.values(), ...existing.LIG.values(), ...existing.STA.values()]) {
      const woonplaats = woonplaatsOfNummer(object.hoofdadres);
      count(
        woonplaats,
        ({ VBO: "verblijfsobjecten", LIG: "ligplaatsen", STA: "standplaatsen" } as const)[object.type],
      );
      for (const id of [object.hoofdadres, ...(object.nevenadressen ?? [])]) {
        named.add(id);
      }
      if (object.type === "VBO") {
        for (const pand of object.panden) {
          woonplaatsOfPand.set(pand, woonplaats);
        }
      }
    }
    for (const id of named) {
      const nummer = existing.NUM.get(id);
      if (!nummer) {
        continue;
      }
      count(woonplaatsOfNummer(id), "adressen");
      if (nummer.postcode === undefined) {
        count(woonplaatsOfNummer(id), "adressenWithoutPostcode");
      }
    }
    const places = [...existing.WPL.values()];
    for (const pand of existing.PND.values()) {
      const [x, y] = [pand.geometrie.exterior[0]!, pand.geometrie.exterior[1]!];
      const surroundingPlace = places.find((place) =>
        place.geometrie.some(({ exterior }) => isInside(x, y, exterior)),
      );
      count(woonplaatsOfPand.get(pand.identificatie) ?? surroundingPlace!.identificatie, "panden");
    }
    return { current, byProvincie };
  }

  #existingOn(date: string): { [T in DeliveredType]: Map<string, Extract<BagObject, { type: T }>> } {
    const latest = Object.fromEntries(DELIVERED_TYPES.map((type) => [type, new Map<string, BagObject>()]));
    for (const object of this.#objects) {
      const { beginGeldigheid, eindGeldigheid, tijdstipNietBagLV } = object.voorkomen;
      const inForce = beginGeldigheid <= date && !(eindGeldigheid !== undefined && eindGeldigheid <= date);
      if (inForce && tijdstipNietBagLV === undefined) {
        latest[object.type]!.set(object.identificatie, object);
      }
    }
    for (const objects of Object.values(latest)) {
      for (const [id, { status }] of objects) {
        if (ENDED.test(status)) {
          objects.delete(id);
        }
      }
    }
    return latest as { [T in DeliveredType]: Map<string, Extract<BagObject, { type: T }>> };
  }
}

function isInside(x: number, y: number, ring: ArrayLike<number>): boolean {
  let inside = false;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) {
      inside = !inside;
    }
  }
  return inside;
}
