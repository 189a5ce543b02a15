/**
 * Determines the objects of a country that are in some woonplaatsen from the text of its extract, without the
 * importer's code.
 */
import { openReadOnly } from "../../../src/base/sqlite.ts";
import { listVoorkomens } from "./merge-extract.ts";

const ENDED =
  /:status>(?:Woonplaats ingetrokken|Naamgeving ingetrokken|Plaats ingetrokken|Verblijfsobject ingetrokken|Niet gerealiseerd|Pand gesloopt|[^<]*ten onrechte)/;

export interface AreaOptions {
  readonly woonplaatsen: ReadonlySet<string>;
  /** Date as YYYY-MM-DD; only voorkomens that have not ended by then count. All count when absent. */
  readonly onDate?: string;
  /** Registries of the whole country on all dates: they locate panden without a residence, future ones too. */
  readonly countries: readonly string[];
}

export function idsInArea(extract: string, options: AreaOptions): Set<string> {
  const { woonplaatsen, onDate, countries } = options;
  const all = listVoorkomens(extract);
  const voorkomensOf = (type: string) => all.get(type)!.filter(({ text }) => isCounted(text, onDate));
  const found = new Set<string>(woonplaatsen);
  for (const { identificatie, text } of voorkomensOf("OPR")) {
    if (refs(text, "WoonplaatsRef").some((id) => woonplaatsen.has(id))) {
      found.add(identificatie);
    }
  }
  for (const { identificatie, text } of voorkomensOf("NUM")) {
    const [own] = refs(text, "WoonplaatsRef");
    const [street] = refs(text, "OpenbareRuimteRef");
    if (own === undefined ? found.has(street!) : woonplaatsen.has(own)) {
      found.add(identificatie);
    }
  }
  const referred = new Set<string>();
  for (const type of ["VBO", "LIG", "STA"]) {
    for (const { identificatie, text } of voorkomensOf(type)) {
      const isIn = refs(text, "NummeraanduidingRef").some((id) => found.has(id));
      if (isIn) {
        found.add(identificatie);
      }
      for (const pand of refs(text, "PandRef")) {
        referred.add(pand);
        if (isIn) {
          found.add(pand);
        }
      }
    }
  }
  const woonplaatsOf = new Map(countries.flatMap(readPanden));
  for (const { identificatie } of voorkomensOf("PND")) {
    if (!referred.has(identificatie) && woonplaatsen.has(woonplaatsOf.get(identificatie) ?? "")) {
      found.add(identificatie);
    }
  }
  return found;
}

function isCounted(text: string, onDate: string | undefined): boolean {
  if (onDate === undefined) {
    return true;
  }
  const end = /:eindGeldigheid>([^<]*)/.exec(text)?.[1];
  return (end === undefined || end > onDate) && !ENDED.test(text);
}

function refs(text: string, element: string): string[] {
  return [...text.matchAll(new RegExp(`<Objecten-ref:${element} [^>]*>([0-9]+)<`, "g"))].map((m) => m[1]!);
}

function readPanden(country: string): [identificatie: string, woonplaats: string][] {
  using db = openReadOnly(country);
  const rows = db.query("SELECT identificatie, printf('%04d', woonplaats_id) FROM pand");
  return rows.values() as [string, string][];
}
