/** Writes the registry as files for static hosts (docs/static.md), one postcode area after the other. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { Region } from "../registry/index/region.ts";
import { ADRES_COLUMNS, type AdresRow } from "../registry/read/adres-record.ts";
import { toAddressFile, toRecordFile } from "./address-file.ts";
import { NameCollector } from "./collect-names.ts";
import {
  type AreaRef,
  addressPath,
  FORMAT,
  type Part,
  PRESENT,
  type PresentFile,
  recordPath,
} from "./format.ts";
import { nameFiles } from "./name-pages.ts";
import { PositionGrid } from "./position-grid.ts";
import type { PublishedVersion, VersionFolder } from "./version-folder.ts";

/** Postcode areas and woonplaatsen whose addresses are written. */
export interface Selection {
  /** Four digits, ascending. */
  readonly areas: readonly number[];
  /** Keys of woonplaatsen whose addresses without postcode are written; undefined for all. */
  readonly woonplaatsen: ReadonlySet<number> | undefined;
  /** Number of addresses, those without postcode estimated: for a progress. */
  readonly addresses: number;
}

const OF_AREA = `SELECT ${ADRES_COLUMNS} FROM adres WHERE postcode >= ? AND postcode < ?
  ORDER BY postcode, sort_key, fid`;
const WITHOUT_POSTCODE = `SELECT ${ADRES_COLUMNS} FROM adres WHERE postcode IS NULL
  ORDER BY woonplaats_id, sort_key, fid`;

export class StaticWriter {
  readonly #s: Snapshot;
  readonly #folder: VersionFolder;
  readonly #include: readonly Part[];
  readonly #names = new NameCollector();
  readonly #grid = new PositionGrid();
  readonly #present: string[] = [];
  #addresses = 0;

  constructor(s: Snapshot, folder: VersionFolder, include: readonly Part[]) {
    this.#s = s;
    this.#folder = folder;
    this.#include = include;
  }

  /** Number of addresses written so far. */
  get addresses(): number {
    return this.#addresses;
  }

  /** Writes the files of addresses; memory holds one of them, the streets and the cells. Reports addresses written. */
  writeAddresses({ areas, woonplaatsen }: Selection, advance: (addresses: number) => void): void {
    for (const area of areas) {
      const rows = this.#s.statement<AdresRow>(OF_AREA).all(`${area}AA`, `${area}[`);
      this.#writeFile(area, rows);
      advance(rows.length);
    }
    for (const rows of this.#readWithoutPostcode()) {
      const [{ woonplaats_id }] = rows as [AdresRow];
      if (woonplaatsen?.has(woonplaats_id) ?? true) {
        this.#writeFile(this.#s.areas.woonplaatsen.get(woonplaats_id)!.identificatie, rows);
        advance(rows.length);
      }
    }
  }

  /** Yields the addresses without postcode of each woonplaats. */
  *#readWithoutPostcode(): Generator<AdresRow[]> {
    const statement = this.#s.db.prepare<AdresRow, []>(WITHOUT_POSTCODE);
    try {
      let rows: AdresRow[] = [];
      for (const row of statement.iterate()) {
        if (rows.length > 0 && rows[0]!.woonplaats_id !== row.woonplaats_id) {
          yield rows;
          rows = [];
        }
        rows.push(row);
      }
      if (rows.length > 0) {
        yield rows;
      }
    } finally {
      statement.finalize();
    }
  }

  #writeFile(area: AreaRef, rows: readonly AdresRow[]): void {
    const hasPositions = this.#include.includes("positions");
    this.#folder.write(addressPath(area), toAddressFile(this.#s, rows, { hasPositions }));
    this.#present.push(addressPath(area));
    if (this.#include.includes("records")) {
      this.#folder.write(recordPath(area), toRecordFile(rows));
    }
    if (hasPositions) {
      this.#grid.add(area, rows);
    }
    this.#names.add(area, rows);
    this.#addresses += rows.length;
  }

  /** Writes names and grid, once all addresses are written. */
  writeIndexes(): void {
    for (const [path, content] of nameFiles(this.#names.list(this.#s.areas))) {
      this.#folder.write(path, content);
    }
    for (const [path, content] of this.#grid.files()) {
      this.#folder.write(path, content);
      this.#present.push(path);
    }
    this.#folder.write(PRESENT, { format: FORMAT, paths: this.#present } satisfies PresentFile);
  }

  publish(): PublishedVersion {
    return this.#folder.publish(this.#s.meta.dataVersion);
  }
}

const AREAS = `SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS area, sum(adres_count) AS count FROM postcode
  GROUP BY area ORDER BY area`;
const POSITIONS = `SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS area, latitude, longitude, x AS rd_x, y AS rd_y
  FROM postcode`;
const WOONPLAATSEN = "SELECT DISTINCT woonplaats_id AS id FROM adres WHERE postcode >= ? AND postcode < ?";

/** Selects postcode areas, all without `wanted`, with the woonplaatsen in which they have addresses. */
export function selectAreas(s: Snapshot, wanted?: (area: number) => boolean): Selection {
  const all = s.statement<{ area: number; count: number }>(AREAS).all();
  if (wanted === undefined) {
    return { areas: all.map(({ area }) => area), woonplaatsen: undefined, addresses: s.meta.counts.adressen };
  }
  const counted = all.filter(({ area }) => wanted(area));
  const selected = counted.map(({ area }) => area);
  const woonplaatsen = selected.flatMap((area) =>
    s.statement<{ id: number }>(WOONPLAATSEN).all(`${area}AA`, `${area}[`),
  );
  return {
    areas: selected,
    woonplaatsen: new Set(woonplaatsen.map(({ id }) => id)),
    addresses: counted.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Lists the postcode areas of which a postcode lies in a region. */
export function listAreasIn(s: Snapshot, region: Region): Set<number> {
  const positions = s.statement<PositionRow>(POSITIONS).all();
  return new Set(positions.filter((row) => region.contains(row)).map(({ area }) => area));
}

interface PositionRow {
  readonly area: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly rd_x: number;
  readonly rd_y: number;
}
