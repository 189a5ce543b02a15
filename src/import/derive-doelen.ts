/** Which addresses have which gebruiksdoel, in the orders that lists by purpose have. */
import type { Database } from "../base/sqlite.ts";
import { ADRES_BLOK_IDS } from "../registry/counting-schema.ts";
import { compareKeys } from "../registry/name-key.ts";
import { GEBRUIKSDOELEN } from "../registry/object-types.ts";
import { encodeStraatlijst, type StraatDoelen } from "../registry/straatlijst.ts";

/**
 * The tables `doel_…` and `straatlijst`. A gebruiksdoel that the catalogus does not have stays in the address and is in
 * no list.
 *
 * An update: rows of `doel_oppervlakte` and `doel_woonplaats` go and come with their address, and the three tables of
 * numbers change by one with them (a row of zero goes). `straatlijst` is read, the entries of the touched streets are
 * replaced by counts of their addresses (index adres_openbare_ruimte), and it is written again: 3 MB of numbers for the
 * country, milliseconds.
 */
export function deriveDoelen(db: Database): void {
  deriveAdresDoelen(db);
  db.run(`INSERT INTO doel_oppervlakte SELECT gebruiksdoel, oppervlakte, adres_id FROM work.adres_doel
    WHERE oppervlakte IS NOT NULL ORDER BY 1, 2, 3`);
  db.run(`INSERT INTO doel_oppervlakte_blok
    SELECT gebruiksdoel, oppervlakte, adres_id / ${ADRES_BLOK_IDS} AS blok, count(*) FROM doel_oppervlakte
    GROUP BY gebruiksdoel, oppervlakte, blok`);
  db.run(`INSERT INTO doel_oppervlakte_telling
    SELECT gebruiksdoel, oppervlakte, sum(aantal) FROM doel_oppervlakte_blok GROUP BY gebruiksdoel, oppervlakte`);
  db.run(`INSERT INTO doel_woonplaats SELECT gebruiksdoel, woonplaats_id, oppervlakte, adres_id FROM work.adres_doel
    WHERE oppervlakte IS NOT NULL ORDER BY 1, 2, 3, 4`);
  db.run(`INSERT INTO doel_woonplaats_telling
    SELECT gebruiksdoel, woonplaats_id, oppervlakte, count(*) FROM doel_woonplaats
    GROUP BY gebruiksdoel, woonplaats_id, oppervlakte`);
  deriveStraatlijst(db);
  db.run("DROP TABLE work.adres_doel");
}

/** The gebruiksdoelen of the catalogus as an SQL table `doel` of nummer and naam. No name is part of another. */
export const DOELEN = `(SELECT column1 AS nummer, column2 AS naam FROM (VALUES ${GEBRUIKSDOELEN.map(
  (naam, nummer) => `(${nummer}, '${naam}')`,
).join(", ")})) doel`;

/** `work.adres_doel`: one row for each gebruiksdoel of an address, however often its object names it. */
function deriveAdresDoelen(db: Database): void {
  const columns =
    "doel.nummer AS gebruiksdoel, a.oppervlakte, a.fid AS adres_id, a.woonplaats_id, a.openbare_ruimte_id";
  db.run(`CREATE TABLE work.adres_doel AS
    SELECT ${columns} FROM adres a JOIN ${DOELEN} ON doel.naam = a.gebruiksdoel`);
  db.run(`INSERT INTO work.adres_doel
    SELECT ${columns} FROM adres a CROSS JOIN ${DOELEN}
    WHERE instr(a.gebruiksdoel, '|') > 0 AND instr(a.gebruiksdoel, doel.naam) > 0`);
}

interface StraatRow {
  openbareRuimte: number;
  woonplaats: number;
  gebruiksdoel: number;
  aantal: number;
  naam: string;
  woonplaatsNaam: string;
}

function deriveStraatlijst(db: Database): void {
  const rows = db.query<StraatRow, []>(`
    SELECT openbare_ruimte_id AS openbareRuimte, t.woonplaats_id AS woonplaats, gebruiksdoel, aantal,
      o.naam_sleutel AS naam, w.naam_sleutel AS woonplaatsNaam
    FROM (SELECT openbare_ruimte_id, woonplaats_id, gebruiksdoel, count(*) AS aantal FROM work.adres_doel
      GROUP BY openbare_ruimte_id, woonplaats_id, gebruiksdoel) t
    JOIN openbare_ruimte o ON o.fid = openbare_ruimte_id
    JOIN woonplaats w ON w.fid = t.woonplaats_id`);
  const straten = new Map<string, StraatDoelen>();
  for (const { openbareRuimte, woonplaats, naam, woonplaatsNaam, gebruiksdoel, aantal } of rows.iterate()) {
    const key = `${openbareRuimte} ${woonplaats}`;
    let straat = straten.get(key);
    if (straat === undefined) {
      straat = { openbareRuimte, woonplaats, naam, woonplaatsNaam, aantallen: new Map() };
      straten.set(key, straat);
    }
    straat.aantallen.set(gebruiksdoel, aantal);
  }
  const insert = db.query("INSERT INTO straatlijst VALUES (?, ?)");
  const inOrder = [...straten.values()].sort(
    (a, b) =>
      compareKeys(a.naam, b.naam) ||
      compareKeys(a.woonplaatsNaam, b.woonplaatsNaam) ||
      a.woonplaats - b.woonplaats ||
      a.openbareRuimte - b.openbareRuimte,
  );
  for (const [kolom, waarden] of encodeStraatlijst(inOrder)) insert.run(kolom, waarden);
}
