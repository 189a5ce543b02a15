/**
 * Tables that only count or order what other tables hold, so that totals and page starts are read instead of counted.
 * None depends on the order in which rows came in: an update (import/update/) brings each up to date from the rows it
 * touched, and ends with the rows a full import gives.
 *
 * `gebruiksdoel` is a position in GEBRUIKSDOELEN (object-types.ts), `status` one in a pand's statuses.
 */
export const COUNTING_TABLES = `
CREATE TABLE doel_oppervlakte (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  adres_id INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte, adres_id)
) WITHOUT ROWID;
CREATE TABLE doel_oppervlakte_blok (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  blok INTEGER NOT NULL,
  aantal INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte, blok)
) WITHOUT ROWID;
CREATE TABLE doel_oppervlakte_telling (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  aantal INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte)
) WITHOUT ROWID;
CREATE TABLE doel_woonplaats (
  gebruiksdoel INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  adres_id INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, woonplaats_id, oppervlakte, adres_id)
) WITHOUT ROWID;
CREATE TABLE doel_woonplaats_telling (
  gebruiksdoel INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  aantal INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, woonplaats_id, oppervlakte)
) WITHOUT ROWID;
CREATE TABLE straatlijst (
  kolom TEXT PRIMARY KEY,
  waarden BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE woonplaats_telling (
  woonplaats_id INTEGER NOT NULL,
  kenmerk TEXT NOT NULL,
  aantal INTEGER NOT NULL,
  PRIMARY KEY (woonplaats_id, kenmerk)
) WITHOUT ROWID;
CREATE TABLE woonplaats_bouwjaar (
  woonplaats_id INTEGER PRIMARY KEY,
  tellingen BLOB NOT NULL
);
CREATE TABLE postcodegebied_telling (
  postcodegebied_id INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  aantal INTEGER NOT NULL,
  PRIMARY KEY (postcodegebied_id, woonplaats_id, type)
) WITHOUT ROWID;
CREATE TABLE pand_raster (
  niveau INTEGER NOT NULL,
  cel INTEGER NOT NULL,
  status INTEGER NOT NULL,
  bouwjaar INTEGER NOT NULL,
  deelcellen INTEGER NOT NULL,
  PRIMARY KEY (niveau, cel, status, bouwjaar)
) WITHOUT ROWID;`;

/** Addresses with one gebruiksdoel and oppervlakte are counted in blocks of this many successive identificaties. */
export const ADRES_BLOK_IDS = 1_000_000;

/** In `woonplaats_telling`: addresses with at least one gebruiksdoel. Other values are a type or a gebruiksdoel. */
export const MET_GEBRUIKSDOEL = "met gebruiksdoel";

/** In `straatlijst`, where a street in a woonplaats carries on the list of the one before it, which has its name too. */
export const SAME_NAME = 0x8000;
