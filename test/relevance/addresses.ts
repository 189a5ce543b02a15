/** Reads the addresses of a registry as plain rows, with helpers that do not use src/search. */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface KnownAddress {
  readonly id: string;
  readonly street: string;
  /** Verkorte naam of the street; empty without one. */
  readonly short: string;
  readonly number: number;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly city: string;
  /** Empty where the registry does not know it, as are province and provinceCode. */
  readonly gemeente: string;
  readonly province: string;
  readonly provinceCode: string;
}

const ALL = `SELECT a.identificatie AS id, a.straatnaam AS street,
  coalesce(nullif(a.verkorte_straatnaam, a.straatnaam), '') AS short, a.huisnummer AS number, coalesce(a.huisletter, '') AS letter,
  coalesce(a.huisnummertoevoeging, '') AS addition, coalesce(a.postcode, '') AS postcode, w.naam AS city,
  coalesce(g.naam, '') AS gemeente, coalesce(p.naam, '') AS province, coalesce(p.code, '') AS provinceCode
  FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id LEFT JOIN gemeente g ON g.fid = w.gemeente_code
    LEFT JOIN provincie p ON p.fid = g.provincie_id ORDER BY a.fid`;

/** Reads the addresses of the registry that a data folder points at: all, or every `oneIn`th. */
export function readKnownAddresses(dataDir: string, sampleInterval = 1): KnownAddress[] {
  const db = new Database(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()), {
    readonly: true,
  });
  const rows: KnownAddress[] = [];
  let position = 0;
  for (const row of db.query<KnownAddress, []>(ALL).iterate()) {
    if (position++ % sampleInterval === 0) {
      rows.push(row);
    }
  }
  db.close();
  return rows;
}

/**
 * Normalizes a text to letters and digits, in lower case and without diacritics: equal for two spellings of one name at
 * least.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/**
 * Returns the edit distance of two texts: insertions, deletions, substitutions and transpositions of neighbours.
 * Implemented here so that the tests need nothing of src/search.
 */
export function referenceEditDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]);
      let minimum = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        minimum = Math.min(minimum, rows[i - 2]![j - 2]! + 1);
      }
      row.push(minimum);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Formats the address as the API does (docs/records.md, "full_address"). */
export function labelOf({ street, number, letter, addition, postcode, city }: KnownAddress): string {
  const end = addition === "" ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`;
  return `${street} ${number}${letter}${end}, ${postcode} ${city}`;
}
