/**
 * Makes random changes of `adres`, `pand`, `openbare_ruimte` and `woonplaats`, as consistent as their derived tables
 * require.
 */
import type { Database } from "../src/base/sqlite.ts";
import { envelopeOf, type Geometry, polygonsOf } from "../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry, encodeGpkgPoint } from "../src/geo/gpkg-geometry.ts";
import { rdToWgs84, roundDegrees, wgs84ToRd } from "../src/geo/rd.ts";
import type { Touched } from "../src/import/update/touched.ts";
import { nameKey } from "../src/registry/name-key.ts";
import { GEBRUIKSDOELEN, OBJECT_TYPES } from "../src/registry/object-types.ts";
import { RandomRows, type Row, type Table } from "./random-rows.ts";

type Shift = readonly [dx: number, dy: number];

export interface ChangeOptions {
  readonly touched: Touched;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Gemeente of each woonplaats; changed too. */
  readonly gemeenten: Map<number, number>;
}

/** Makes one kind of change per method. The registry must keep more than a handful of rows in each table. */
export class DerivedChanges {
  readonly #db: Database;
  readonly #rows: RandomRows;
  readonly #options: ChangeOptions;

  constructor(db: Database, options: ChangeOptions) {
    this.#db = db;
    this.#rows = new RandomRows(db, options.touched, options.random);
    this.#options = options;
  }

  removeAdressen(): void {
    this.#times(5, () => this.#rows.remove("adres", this.#rows.any("adres")));
  }

  addAdressen(): void {
    this.#times(5, () => void this.#rows.copy("adres", { postcode: this.#anyPostcode() }));
  }

  moveAdressen(): void {
    this.#times(5, () => this.#moveAdres(this.#rows.any("adres"), this.#shift(300)));
    this.#times(2, () => this.#moveAdres(this.#rows.any("adres"), this.#shift(30_000)));
  }

  /** Touches rows without changing them. */
  touchAdressen(): void {
    this.#times(5, () => this.#options.touched.touch("adres", this.#rows.any("adres").fid));
  }

  changeDoelen(): void {
    this.#times(8, () => {
      const doelen = Array.from({ length: this.#rows.below(4) }, () =>
        this.#rows.one([...GEBRUIKSDOELEN, "geheim"]),
      );
      const oppervlakte = this.#rows.one([
        null,
        1 + this.#rows.below(500),
        this.#rows.any("adres").oppervlakte!,
      ]);
      this.#rows.set("adres", this.#rows.any("adres"), {
        gebruiksdoel: doelen.join("|") || null,
        oppervlakte,
      });
    });
  }

  changePostcodes(): void {
    this.#times(5, () => this.#rows.set("adres", this.#rows.any("adres"), { postcode: this.#anyPostcode() }));
    this.#times(2, () => this.#rows.set("adres", this.#rows.any("adres"), { postcode: null }));
  }

  changeWoonplaatsen(): void {
    this.#times(3, () =>
      this.#toWoonplaats("adres", this.#rows.any("adres"), this.#rows.any("woonplaats").fid),
    );
  }

  vanishPostcode(): void {
    const { postcode } = this.#rows.any("adres", "postcode IS NOT NULL");
    for (const row of this.#rows.all("adres", "postcode = ?", postcode!)) this.#rows.remove("adres", row);
  }

  vanishPostcodegebied(): void {
    const digits = this.#anyPostcode().slice(0, 4);
    const postcode = this.#anyPostcode();
    for (const row of this.#rows.all("adres", "substr(postcode, 1, 4) = ?", digits))
      this.#rows.set("adres", row, { postcode });
  }

  /** Moves addresses to a new PC4 area; 9999 and 1000 are included, the bounds of four-digit numbers. */
  newPostcodegebied(): void {
    const postcode = `${this.#rows.one([9999, 1000, 1000 + this.#rows.below(9000)])}AB`;
    this.#times(4, () => this.#rows.set("adres", this.#rows.any("adres"), { postcode }));
  }

  vanishDoel(): void {
    const { gebruiksdoel } = this.#rows.any("adres", "gebruiksdoel <> 'woonfunctie'");
    for (const row of this.#rows.all("adres", "gebruiksdoel = ?", gebruiksdoel!))
      this.#rows.set("adres", row, { gebruiksdoel: null, oppervlakte: null });
  }

  /** Removes the westernmost address of a PC4 area, and any others with the same x. */
  leaveHull(): void {
    const digits = this.#anyPostcode().slice(0, 4);
    const rows = this.#rows.all("adres", "substr(postcode, 1, 4) = ?", digits);
    const xOf = ({ latitude, longitude }: Row) => wgs84ToRd(Number(latitude), Number(longitude)).x;
    const west = Math.min(...rows.map(xOf));
    for (const row of rows) if (xOf(row) === west) this.#rows.remove("adres", row);
  }

  leaveExtent(): void {
    const side = this.#rows.one(["minX", "minY", "maxX", "maxY"] as const);
    for (const table of ["adres", "pand"] as const) {
      const rows = this.#rows.all(table, "true");
      const of = ({ geom }: Row) => envelopeOf(decodeGpkgGeometry(geom as Uint8Array))[side];
      const outermost = (side.startsWith("min") ? Math.min : Math.max)(...rows.map(of));
      for (const row of rows) if (of(row) === outermost) this.#rows.remove(table, row);
    }
  }

  removePanden(): void {
    this.#times(5, () => this.#rows.remove("pand", this.#rows.any("pand")));
  }

  changePanden(): void {
    this.#times(8, () => this.#changePand(this.#rows.any("pand")));
  }

  addPanden(): void {
    this.#times(4, () => this.#changePand(this.#rows.copy("pand")));
  }

  vanishBouwjaar(): void {
    const { woonplaats_id, bouwjaar } = this.#rows.any("pand", "bouwjaar + woonplaats_id > 0");
    for (const row of this.#rows.all("pand", "woonplaats_id = ? AND bouwjaar = ?", woonplaats_id!, bouwjaar!))
      this.#rows.set("pand", row, { bouwjaar: 1100 + this.#rows.below(50) });
  }

  renameStreet(): void {
    this.#renameStreet(this.#name(), this.#rows.any("openbare_ruimte"));
  }

  /**
   * Renames streets after another of their woonplaats: the street list groups those of one name and woonplaats, the
   * first by identificatie.
   */
  giveStreetTheNameOfAnother(): void {
    this.#times(6, () => {
      const street = this.#rows.any("openbare_ruimte", "adres_aantal > 0");
      const neighbours = `adres_aantal > 0 AND woonplaats_id = ${street.woonplaats_id}`;
      this.#renameStreet(String(this.#rows.any("openbare_ruimte", neighbours).naam), street);
    });
  }

  takeNameFromStreets(): void {
    const shared = `(naam, woonplaats_id) IN
      (SELECT naam, woonplaats_id FROM openbare_ruimte GROUP BY naam, woonplaats_id HAVING count(*) > 1)`;
    if (this.#rows.all("openbare_ruimte", shared).length === 0) return;
    this.#times(6, () => this.#renameStreet(this.#name(), this.#rows.any("openbare_ruimte", shared)));
  }

  newStreet(): void {
    const naam = this.#name();
    const street = this.#rows.copy("openbare_ruimte", { naam, naam_sleutel: nameKey(naam), adres_aantal: 0 });
    this.#times(3, () => this.#toStreet(this.#rows.any("adres"), street));
  }

  vanishStreet(): void {
    const street = this.#rows.any("openbare_ruimte");
    for (const row of this.#addressesOf(street)) this.#rows.remove("adres", row);
    this.#rows.remove("openbare_ruimte", street);
  }

  mergeStreets(): void {
    const [from, to] = [this.#rows.any("openbare_ruimte"), this.#rows.any("openbare_ruimte")];
    for (const row of this.#addressesOf(from)) this.#toStreet(row, to);
  }

  renameWoonplaats(): void {
    const naam = this.#rows.one([this.#name(), String(this.#rows.any("woonplaats").naam)]);
    this.#rows.set("woonplaats", this.#rows.any("woonplaats"), { naam, naam_sleutel: nameKey(naam) });
  }

  moveBorder(): void {
    const row = this.#rows.any("woonplaats");
    const geometry = shifted(decodeGpkgGeometry(row.geom as Uint8Array), this.#shift(20_000));
    this.#rows.set("woonplaats", row, { geom: encodeGpkgGeometry(geometry) });
  }

  /** Removes a woonplaats; up to two of its openbare ruimten keep referring to it. */
  vanishWoonplaats(): void {
    const [gone, heir] = [this.#rows.any("woonplaats"), this.#rows.any("woonplaats")];
    if (gone.fid === heir.fid) return;
    for (const table of ["adres", "pand"] as const)
      for (const row of this.#rows.all(table, "woonplaats_id = ?", gone.fid))
        this.#toWoonplaats(table, row, heir.fid);
    const streets = this.#rows.all("openbare_ruimte", "woonplaats_id = ?", gone.fid);
    for (const row of streets.slice(this.#rows.below(3)))
      this.#toWoonplaats("openbare_ruimte", row, heir.fid);
    this.#rows.remove("woonplaats", gone);
  }

  newWoonplaats(): void {
    const naam = this.#name();
    const added = this.#rows.copy("woonplaats", {
      ...{ naam, naam_sleutel: nameKey(naam), gemeente_code: null },
      ...{ adres_aantal: 0, pand_aantal: 0, openbare_ruimte_aantal: 0 },
    });
    this.#options.gemeenten.set(added.fid, this.#anyGemeente());
    this.#times(3, () => this.#toWoonplaats("adres", this.#rows.any("adres"), added.fid));
    this.#times(2, () => this.#toWoonplaats("pand", this.#rows.any("pand"), added.fid));
    this.#toWoonplaats("openbare_ruimte", this.#rows.any("openbare_ruimte"), added.fid);
  }

  removeAndRestoreWoonplaats(): void {
    const row = this.#rows.any("woonplaats");
    this.#rows.remove("woonplaats", row);
    this.#rows.insert("woonplaats", { ...row, adres_aantal: 0, pand_aantal: 0, openbare_ruimte_aantal: 0 });
  }

  /** Moves a woonplaats to a gemeente, which may have no other woonplaats; may leave the old gemeente without any. */
  moveWoonplaats(): void {
    this.#options.gemeenten.set(this.#rows.any("woonplaats").fid, this.#anyGemeente());
  }

  renameGemeente(): void {
    const { gemeenten } = this.#options;
    const code = gemeenten.get(this.#rows.any("woonplaats").fid)!;
    this.#db
      .query("UPDATE gemeentenaam SET naam = ?, provincie_id = ? WHERE code = ?")
      .run(this.#name(), 20 + this.#rows.below(12), code);
  }

  #changePand(row: Row): void {
    const geometry = decodeGpkgGeometry(row.geom as Uint8Array);
    const change = this.#rows.one([
      { bouwjaar: this.#rows.one([null, 1900 + this.#rows.below(120), this.#rows.any("pand").bouwjaar!]) },
      { status: this.#rows.one(OBJECT_TYPES.PND.statuses) },
      { geom: encodeGpkgGeometry(shifted(geometry, this.#shift(this.#rows.one([50, 500, 20_000])))) },
      { woonplaats_id: this.#rows.one([null, this.#rows.any("woonplaats").fid]) },
      { adres_aantal: 77 },
    ]);
    this.#rows.set("pand", row, change);
  }

  #moveAdres(row: Row, [dx, dy]: Shift): void {
    const from = wgs84ToRd(Number(row.latitude), Number(row.longitude));
    const [x, y] = [from.x + dx, from.y + dy];
    const { lat, lon } = rdToWgs84(x, y);
    const position = { latitude: roundDegrees(lat), longitude: roundDegrees(lon) };
    this.#rows.set("adres", row, { ...position, geom: encodeGpkgPoint(x, y) });
  }

  #renameStreet(naam: string, street: Row): void {
    this.#rows.set("openbare_ruimte", street, { naam, naam_sleutel: nameKey(naam) });
    for (const row of this.#addressesOf(street)) this.#rows.set("adres", row, { straatnaam: naam });
  }

  #toStreet(row: Row, { fid, naam }: Row): void {
    this.#rows.set("adres", row, { openbare_ruimte_id: fid, straatnaam: naam! });
  }

  #toWoonplaats(table: Table, row: Row, woonplaats: number): void {
    this.#rows.set(table, row, { woonplaats_id: woonplaats });
  }

  #addressesOf({ fid }: Row): Row[] {
    return this.#rows.all("adres", "openbare_ruimte_id = ?", fid);
  }

  #anyPostcode(): string {
    return String(this.#rows.any("adres", "postcode IS NOT NULL").postcode);
  }

  #anyGemeente(): number {
    const codes = this.#db.query("SELECT DISTINCT code FROM gemeentenaam").values().flat() as number[];
    return this.#rows.one(codes);
  }

  #name(): string {
    return `${this.#rows.one(["Lange", "Korte", "'t", "Nieuwe"])} Straat ${this.#rows.below(1000)}`;
  }

  #shift(distanceM: number): Shift {
    return [(this.#options.random() * 2 - 1) * distanceM, (this.#options.random() * 2 - 1) * distanceM];
  }

  #times(most: number, change: () => void): void {
    for (let i = this.#rows.below(most); i >= 0; i--) change();
  }
}

function shifted(geometry: Geometry, [dx, dy]: Shift): Geometry {
  const polygons = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? dx : dy))),
  );
  return { type: "MultiPolygon", polygons };
}
