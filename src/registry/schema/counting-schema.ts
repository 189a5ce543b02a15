/**
 * Derived tables that count or order the rows of other tables, so that totals and page starts are read instead of
 * counted. None depends on insertion order: an update (import/update/) refreshes each from the rows it touched and ends
 * with the same rows as a full import.
 *
 * `gebruiksdoel` is a position in GEBRUIKSDOELEN (object-types.ts), `status` a position in the statuses of a pand.
 */
export const COUNTING_TABLES = `
CREATE TABLE doel_oppervlakte (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  adres_id INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte, adres_id)
) WITHOUT ROWID;
CREATE TABLE doel_oppervlakte_block (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte, block)
) WITHOUT ROWID;
CREATE TABLE doel_oppervlakte_tally (
  gebruiksdoel INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, oppervlakte)
) WITHOUT ROWID;
CREATE TABLE doel_woonplaats (
  gebruiksdoel INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  adres_id INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, woonplaats_id, oppervlakte, adres_id)
) WITHOUT ROWID;
CREATE TABLE doel_woonplaats_tally (
  gebruiksdoel INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  oppervlakte INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (gebruiksdoel, woonplaats_id, oppervlakte)
) WITHOUT ROWID;
CREATE TABLE woonplaats_tally (
  woonplaats_id INTEGER NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (woonplaats_id, category)
) WITHOUT ROWID;
CREATE TABLE woonplaats_bouwjaar (
  woonplaats_id INTEGER NOT NULL,
  stage TEXT NOT NULL,
  counts BLOB NOT NULL,
  PRIMARY KEY (woonplaats_id, stage)
) WITHOUT ROWID;
CREATE TABLE buurt_tally (
  buurt_id INTEGER NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (buurt_id, category)
) WITHOUT ROWID;
CREATE TABLE postcodegebied_tally (
  postcodegebied_id INTEGER NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (postcodegebied_id, woonplaats_id, type)
) WITHOUT ROWID;
CREATE TABLE pand_raster (
  level INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  status INTEGER NOT NULL,
  bouwjaar INTEGER NOT NULL,
  part_bits INTEGER NOT NULL,
  PRIMARY KEY (level, cell, status, bouwjaar)
) WITHOUT ROWID;
CREATE TABLE pand_leaf (
  cell INTEGER NOT NULL,
  status INTEGER NOT NULL,
  bouwjaar INTEGER NOT NULL,
  part INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (cell, status, bouwjaar, part)
) WITHOUT ROWID;
CREATE TABLE pand_cells (
  level INTEGER NOT NULL,
  block INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (level, block)
) WITHOUT ROWID;`;

/** Block size in consecutive identificaties of the counts in `doel_oppervlakte_block`. */
export const ADRES_BLOCK_IDS = 1_000_000;

/**
 * Value of `category` in `woonplaats_tally` and `buurt_tally` for addresses with at least one gebruiksdoel. Other
 * values are a type or a gebruiksdoel.
 */
export const WITH_GEBRUIKSDOEL = "with gebruiksdoel";

/** Value of `oppervlakte` in the tables `doel_…` for an address without one, which comes last. */
export const NO_OPPERVLAKTE = 2 ** 32 - 1;
