/** Changes single rows of `adres`, `pand` and `openbare_ruimte` with all that follows from the change. */
import type { Database } from "../../../src/base/sqlite.ts";
import { type Geometry, polygonsOf } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry, encodeGpkgPoint } from "../../../src/geo/gpkg-geometry.ts";
import { rdToWgs84, roundDegrees, wgs84ToRd } from "../../../src/geo/rd.ts";
import { nameKey } from "../../../src/registry/schema/name-key.ts";
import { OBJECT_TYPES } from "../../../src/registry/schema/object-types.ts";
import type { RandomRows, Row, Table } from "./random-rows.ts";

type Shift = readonly [dx: number, dy: number];

export class RowChanges {
  readonly #db: Database;
  readonly #rows: RandomRows;
  /** Returns a number in [0, 1). */
  readonly #random: () => number;

  constructor(db: Database, rows: RandomRows, random: () => number) {
    this.#db = db;
    this.#rows = rows;
    this.#random = random;
  }

  changePand(row: Row): void {
    const geometry = decodeGpkgGeometry(row.geom as Uint8Array);
    const change = this.#rows.pick([
      {
        bouwjaar: this.#rows.pick([
          null,
          1900 + this.#rows.below(120),
          this.#rows.randomRow("pand").bouwjaar!,
        ]),
      },
      { status: this.#rows.pick(OBJECT_TYPES.PND.statuses) },
      { geom: encodeGpkgGeometry(shiftGeometry(geometry, this.shift(this.#rows.pick([50, 500, 20_000])))) },
      { woonplaats_id: this.#rows.pick([null, this.#rows.randomRow("woonplaats").fid]) },
      { adres_count: 77 },
    ]);
    this.#rows.update("pand", row, change);
  }

  moveAdres(row: Row, [dx, dy]: Shift): void {
    const from = wgs84ToRd(Number(row.latitude), Number(row.longitude));
    const [x, y] = [from.x + dx, from.y + dy];
    const { lat, lon } = rdToWgs84(x, y);
    const position = { latitude: roundDegrees(lat), longitude: roundDegrees(lon), rd_x: x, rd_y: y };
    this.#rows.update("adres", row, { ...position, geom: encodeGpkgPoint(x, y) });
  }

  renameStreet(naam: string, street: Row): void {
    this.#rows.update("openbare_ruimte", street, { naam, name_key: nameKey(naam) });
    for (const row of this.addressesOf(street)) {
      this.#rows.update("adres", row, { straatnaam: naam });
    }
  }

  assignStreet(row: Row, { fid, naam }: Row): void {
    this.#rows.update("adres", row, { openbare_ruimte_id: fid, straatnaam: naam! });
  }

  assignWoonplaats(table: Table, row: Row, woonplaats: number): void {
    this.#rows.update(table, row, { woonplaats_id: woonplaats });
  }

  addressesOf({ fid }: Row): Row[] {
    return this.#rows.all("adres", "openbare_ruimte_id = ?", fid);
  }

  anyPostcode(): string {
    return String(this.#rows.randomRow("adres", "postcode IS NOT NULL").postcode);
  }

  anyGemeente(): number {
    const codes = this.#db.query("SELECT DISTINCT code FROM gemeentenaam").values().flat() as number[];
    return this.#rows.pick(codes);
  }

  name(): string {
    return `${this.#rows.pick(["Lange", "Korte", "'t", "Nieuwe"])} Straat ${this.#rows.below(1000)}`;
  }

  shift(distanceM: number): Shift {
    return [(this.#random() * 2 - 1) * distanceM, (this.#random() * 2 - 1) * distanceM];
  }

  repeat(maxTimes: number, change: () => void): void {
    for (let i = this.#rows.below(maxTimes); i >= 0; i--) {
      change();
    }
  }
}

export function shiftGeometry(geometry: Geometry, [dx, dy]: Shift): Geometry {
  const polygons = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? dx : dy))),
  );
  return { type: "MultiPolygon", polygons };
}
