/** The addresses of a registry in PostgreSQL, with the indexes that their requests need. */

import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../../src/registry/read/adres-record.ts";
import type { AdresRecord } from "../../src/registry/read/records.ts";
import type { Cluster } from "./postgres.ts";

/** Columns with the fields of a record, in its order; identificaties are text, as in the answers. */
const TABLE = `
  CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE EXTENSION postgis;
  CREATE TEXT SEARCH CONFIGURATION dutch_address (COPY = simple);
  ALTER TEXT SEARCH CONFIGURATION dutch_address ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
  CREATE TABLE adres (
    nummeraanduiding_id text, type text, huisnummer int, huisletter text, huisnummertoevoeging text, postcode text,
    straatnaam text, verkorte_straatnaam text, woonplaats_naam text, woonplaats_id text, gemeente_naam text,
    gemeente_code text, provincie_naam text, gebruiksdoel text, oppervlakte int, status text, pand_id text,
    adresseerbaar_object_id text, bouwjaar int, latitude float8, longitude float8, rd_x float8, rd_y float8,
    full_address text, sort_key text, line text, geom geometry(Point, 28992),
    tsv tsvector GENERATED ALWAYS AS (to_tsvector('dutch_address', line)) STORED)`;

const COPIED_COLUMNS = `nummeraanduiding_id, type, huisnummer, huisletter, huisnummertoevoeging, postcode, straatnaam,
  verkorte_straatnaam, woonplaats_naam, woonplaats_id, gemeente_naam, gemeente_code, provincie_naam, gebruiksdoel,
  oppervlakte, status, pand_id, adresseerbaar_object_id, bouwjaar, latitude, longitude, rd_x, rd_y, full_address,
  sort_key, line, geom`;

const INDEXES = [
  "ALTER TABLE adres ADD PRIMARY KEY (nummeraanduiding_id)",
  "CREATE INDEX ON adres (postcode, huisnummer)",
  "CREATE INDEX ON adres (lower(line) text_pattern_ops)",
  "CREATE INDEX ON adres USING gin (tsv)",
  "CREATE INDEX ON adres USING gin (line gin_trgm_ops)",
  "CREATE INDEX ON adres USING gist (geom)",
];

export async function loadAdressen({ sql, copy }: Cluster, s: Snapshot): Promise<void> {
  await sql.unsafe(TABLE);
  await copy(`adres (${COPIED_COLUMNS})`, adresLines(s));
  for (const statement of INDEXES) {
    await sql.unsafe(statement);
  }
  await sql.unsafe("VACUUM ANALYZE adres");
}

type SortedRow = AdresRow & { readonly sort_key: string };

const PART = `SELECT ${ADRES_COLUMNS}, sort_key FROM adres WHERE fid > ? ORDER BY fid LIMIT 10000`;

function* adresLines(s: Snapshot): Generator<string> {
  let last = 0;
  for (;;) {
    const rows = s.statement<SortedRow>(PART).all(last);
    for (const row of rows) {
      const record = toAdresRecord(s, row);
      const fields = [...Object.values(record), row.sort_key, searchLineOf(record)];
      yield `${fields.map(toCopyText).join("\t")}\tSRID=28992;POINT(${record.rd_x} ${record.rd_y})`;
    }
    if (rows.length === 0) {
      return;
    }
    last = rows.at(-1)!.fid;
  }
}

function toCopyText(value: unknown): string {
  if (value === null || value === undefined) {
    return "\\N";
  }
  const text = Array.isArray(value) ? value.join("|") : String(value);
  return text.replace(/[\\\t\n\r]/g, (character) => `\\${character}`);
}

/** Returns the words by which an address is searched. */
function searchLineOf(adres: AdresRecord): string {
  const { straatnaam, huisnummer, huisletter, huisnummertoevoeging, postcode, woonplaats_naam } = adres;
  const parts = [
    straatnaam,
    `${huisnummer}${huisletter ?? ""}`,
    huisnummertoevoeging,
    postcode,
    woonplaats_naam,
  ];
  return parts.filter((part) => part !== null).join(" ");
}
