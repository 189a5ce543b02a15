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
  type FolderPart,
  type LatestFile,
  PRESENT,
  type PresentFile,
  recordPath,
} from "./format.ts";
import { NAME_PAGE_BYTES, nameFiles } from "./name-pages.ts";
import { PositionGrid } from "./position-grid.ts";
import type { PublishedVersion, VersionFolder } from "./version-folder.ts";
import { placeWithoutPostcode, type Written } from "./without-postcode.ts";

export interface SelectedAreas extends Written {
  /** Number of addresses, those without postcode estimated: for a progress. */
  readonly addresses: number;
}

const OF_AREA = `SELECT ${ADRES_COLUMNS} FROM adres WHERE postcode >= ? AND postcode < ?
  ORDER BY postcode, sort_key, fid`;
const OF_KEYS = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid IN (SELECT value FROM json_each(?))
  ORDER BY woonplaats_id, sort_key, fid`;

export class StaticWriter {
  readonly #s: Snapshot;
  readonly #folder: VersionFolder;
  readonly #include: readonly FolderPart[];
  readonly #names = new NameCollector();
  readonly #grid = new PositionGrid();
  readonly #present: string[] = [];
  #addresses = 0;
  #indexes: Pick<LatestFile, "beginnings" | "everyday_names"> = { beginnings: [], everyday_names: [] };

  constructor(s: Snapshot, folder: VersionFolder, include: readonly FolderPart[]) {
    this.#s = s;
    this.#folder = folder;
    this.#include = include;
  }

  /** Number of addresses written so far. */
  get addresses(): number {
    return this.#addresses;
  }

  /**
   * Writes the files of addresses; only one of them is in memory, with the streets and the cells. Reports addresses
   * written.
   */
  writeAddresses(selection: SelectedAreas, advance: (addresses: number) => void): void {
    const unposted = placeWithoutPostcode(this.#s, selection);
    const ofWoonplaatsen = [...unposted.keys()].filter((file) => typeof file === "string");
    for (const file of [...selection.areas, ...ofWoonplaatsen.sort()]) {
      const rows = this.#s.statement<AdresRow>(OF_KEYS).all(JSON.stringify(unposted.get(file) ?? []));
      if (typeof file === "number") {
        rows.push(...this.#s.statement<AdresRow>(OF_AREA).all(`${file}AA`, `${file}[`));
      }
      this.#writeFile(file, rows);
      advance(rows.length);
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
  writeIndexes(leastPageBytes = NAME_PAGE_BYTES): void {
    const names = this.#names.list(this.#s.areas);
    this.#indexes = { beginnings: names.beginnings, everyday_names: names.everydayNames };
    for (const [path, content] of nameFiles(names, leastPageBytes)) {
      this.#folder.write(path, content);
    }
    for (const [path, content] of this.#grid.files()) {
      this.#folder.write(path, content);
      this.#present.push(path);
    }
    this.#folder.write(PRESENT, { format: FORMAT, paths: this.#present } satisfies PresentFile);
  }

  /** Gives the folder its name; returns also the content of the file that points to it. */
  publish(): { version: PublishedVersion; latest: LatestFile } {
    const { dataVersion, referenceDate } = this.#s.meta;
    const version = this.#folder.publish(dataVersion);
    const latest = {
      format: FORMAT,
      data_date: referenceDate,
      data_version: dataVersion,
      folder: version.folder,
      include: this.#include,
      addresses: this.#addresses,
      files_sha256: version.filesSha256,
      ...this.#indexes,
    };
    return { version, latest };
  }
}

const AREAS = `SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS area, sum(adres_count) AS count FROM postcode
  GROUP BY area ORDER BY area`;
const POSITIONS = `SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS area, latitude, longitude, x AS rd_x, y AS rd_y
  FROM postcode`;
const WOONPLAATSEN = "SELECT DISTINCT woonplaats_id AS id FROM adres WHERE postcode >= ? AND postcode < ?";

/** Selects postcode areas, all without `wanted`, with the woonplaatsen in which they have addresses. */
export function selectPostcodeAreas(s: Snapshot, wanted?: (area: number) => boolean): SelectedAreas {
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

/** Lists the postcode areas with a postcode in a region. */
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
