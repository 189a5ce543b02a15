/** Random changes of `adres`, `pand`, `openbare_ruimte` and `woonplaats`, consistent as far as what is derived from them goes. */
import type { Database, SQLQueryBindings } from "../src/base/sqlite.ts";
import { envelopeOf, type Geometry, polygonsOf } from "../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry, encodeGpkgPoint } from "../src/geo/gpkg-geometry.ts";
import { rdToWgs84, roundDegrees, wgs84ToRd } from "../src/geo/rd.ts";
import type { Touched } from "../src/import/update/touched.ts";
import { nameKey } from "../src/registry/name-key.ts";
import { GEBRUIKSDOELEN, OBJECT_TYPES } from "../src/registry/object-types.ts";
import { columnsOf } from "./base-changes.ts";

type Table = "adres" | "pand" | "openbare_ruimte" | "woonplaats";
type Row = Record<string, SQLQueryBindings> & { fid: number };
type Shift = readonly [dx: number, dy: number];

/** New objects get these identificaties and the next. */
const FIRST_NEW: Record<Table, number> = {
  adres: 8999_20_0000000000,
  pand: 8999_10_0000000000,
  openbare_ruimte: 8999_30_0000000000,
  woonplaats: 9900,
};

export interface ChangeOptions {
  readonly touched: Touched;
  /** In [0, 1). */
  readonly random: () => number;
  /** The gemeente of each woonplaats, which is changed too. */
  readonly gemeenten: Map<number, number>;
}

/** Each method is one kind of change; a registry must keep more than a handful of rows of each table. */
export class DerivedChanges {
  readonly #db: Database;
  readonly #options: ChangeOptions;

  constructor(db: Database, options: ChangeOptions) {
    this.#db = db;
    this.#options = options;
  }

  removeAdressen(): void {
    this.#times(5, () => this.#remove("adres", this.#any("adres")));
  }

  addAdressen(): void {
    this.#times(5, () => void this.#copy("adres", { postcode: this.#anyPostcode() }));
  }

  moveAdressen(): void {
    this.#times(5, () => this.#moveAdres(this.#any("adres"), this.#shift(300)));
    this.#times(2, () => this.#moveAdres(this.#any("adres"), this.#shift(30_000)));
  }

  /** Touched, but what it was. */
  touchAdressen(): void {
    this.#times(5, () => this.#options.touched.touch("adres", this.#any("adres").fid));
  }

  changeDoelen(): void {
    this.#times(8, () => {
      const doelen = Array.from({ length: this.#below(4) }, () => this.#one([...GEBRUIKSDOELEN, "geheim"]));
      const oppervlakte = this.#one([null, 1 + this.#below(500), this.#any("adres").oppervlakte!]);
      this.#set("adres", this.#any("adres"), { gebruiksdoel: doelen.join("|") || null, oppervlakte });
    });
  }

  changePostcodes(): void {
    this.#times(5, () => this.#set("adres", this.#any("adres"), { postcode: this.#anyPostcode() }));
    this.#times(2, () => this.#set("adres", this.#any("adres"), { postcode: null }));
  }

  changeWoonplaatsen(): void {
    this.#times(3, () => this.#toWoonplaats("adres", this.#any("adres"), this.#any("woonplaats").fid));
  }

  vanishPostcode(): void {
    const { postcode } = this.#any("adres", "postcode IS NOT NULL");
    for (const row of this.#all("adres", "postcode = ?", postcode!)) this.#remove("adres", row);
  }

  vanishPostcodegebied(): void {
    const digits = this.#anyPostcode().slice(0, 4);
    const postcode = this.#anyPostcode();
    for (const row of this.#all("adres", "substr(postcode, 1, 4) = ?", digits))
      this.#set("adres", row, { postcode });
  }

  /** 9999 and 1000 included, beyond which there is no number of four digits. */
  newPostcodegebied(): void {
    const postcode = `${this.#one([9999, 1000, 1000 + this.#below(9000)])}AB`;
    this.#times(4, () => this.#set("adres", this.#any("adres"), { postcode }));
  }

  vanishDoel(): void {
    const { gebruiksdoel } = this.#any("adres", "gebruiksdoel <> 'woonfunctie'");
    for (const row of this.#all("adres", "gebruiksdoel = ?", gebruiksdoel!))
      this.#set("adres", row, { gebruiksdoel: null, oppervlakte: null });
  }

  /** The address of a PC4 area that lies farthest to the west goes, as do those on the same spot. */
  leaveHull(): void {
    const digits = this.#anyPostcode().slice(0, 4);
    const rows = this.#all("adres", "substr(postcode, 1, 4) = ?", digits);
    const xOf = ({ latitude, longitude }: Row) => wgs84ToRd(Number(latitude), Number(longitude)).x;
    const west = Math.min(...rows.map(xOf));
    for (const row of rows) if (xOf(row) === west) this.#remove("adres", row);
  }

  leaveExtent(): void {
    const side = this.#one(["minX", "minY", "maxX", "maxY"] as const);
    for (const table of ["adres", "pand"] as const) {
      const rows = this.#all(table, "true");
      const of = ({ geom }: Row) => envelopeOf(decodeGpkgGeometry(geom as Uint8Array))[side];
      const outermost = (side.startsWith("min") ? Math.min : Math.max)(...rows.map(of));
      for (const row of rows) if (of(row) === outermost) this.#remove(table, row);
    }
  }

  removePanden(): void {
    this.#times(5, () => this.#remove("pand", this.#any("pand")));
  }

  changePanden(): void {
    this.#times(8, () => this.#changePand(this.#any("pand")));
  }

  addPanden(): void {
    this.#times(4, () => this.#changePand(this.#copy("pand")));
  }

  vanishBouwjaar(): void {
    const { woonplaats_id, bouwjaar } = this.#any("pand", "bouwjaar + woonplaats_id > 0");
    for (const row of this.#all("pand", "woonplaats_id = ? AND bouwjaar = ?", woonplaats_id!, bouwjaar!))
      this.#set("pand", row, { bouwjaar: 1100 + this.#below(50) });
  }

  renameStreet(): void {
    this.#renameStreet(this.#name(), this.#any("openbare_ruimte"));
  }

  /** In the list of streets those of one name and woonplaats stand together, the first by identificatie. */
  giveStreetTheNameOfAnother(): void {
    this.#times(6, () => {
      const street = this.#any("openbare_ruimte", "adres_aantal > 0");
      const neighbours = `adres_aantal > 0 AND woonplaats_id = ${street.woonplaats_id}`;
      this.#renameStreet(String(this.#any("openbare_ruimte", neighbours).naam), street);
    });
  }

  takeNameFromStreets(): void {
    const shared = `(naam, woonplaats_id) IN
      (SELECT naam, woonplaats_id FROM openbare_ruimte GROUP BY naam, woonplaats_id HAVING count(*) > 1)`;
    if (this.#all("openbare_ruimte", shared).length === 0) return;
    this.#times(6, () => this.#renameStreet(this.#name(), this.#any("openbare_ruimte", shared)));
  }

  newStreet(): void {
    const naam = this.#name();
    const street = this.#copy("openbare_ruimte", { naam, naam_sleutel: nameKey(naam), adres_aantal: 0 });
    this.#times(3, () => this.#toStreet(this.#any("adres"), street));
  }

  vanishStreet(): void {
    const street = this.#any("openbare_ruimte");
    for (const row of this.#addressesOf(street)) this.#remove("adres", row);
    this.#remove("openbare_ruimte", street);
  }

  mergeStreets(): void {
    const [from, to] = [this.#any("openbare_ruimte"), this.#any("openbare_ruimte")];
    for (const row of this.#addressesOf(from)) this.#toStreet(row, to);
  }

  renameWoonplaats(): void {
    const naam = this.#one([this.#name(), String(this.#any("woonplaats").naam)]);
    this.#set("woonplaats", this.#any("woonplaats"), { naam, naam_sleutel: nameKey(naam) });
  }

  moveBorder(): void {
    const row = this.#any("woonplaats");
    const geometry = shifted(decodeGpkgGeometry(row.geom as Uint8Array), this.#shift(20_000));
    this.#set("woonplaats", row, { geom: encodeGpkgGeometry(geometry) });
  }

  /** Some of its openbare ruimten go on naming it. */
  vanishWoonplaats(): void {
    const [gone, heir] = [this.#any("woonplaats"), this.#any("woonplaats")];
    if (gone.fid === heir.fid) return;
    for (const table of ["adres", "pand"] as const)
      for (const row of this.#all(table, "woonplaats_id = ?", gone.fid))
        this.#toWoonplaats(table, row, heir.fid);
    const streets = this.#all("openbare_ruimte", "woonplaats_id = ?", gone.fid);
    for (const row of streets.slice(this.#below(3))) this.#toWoonplaats("openbare_ruimte", row, heir.fid);
    this.#remove("woonplaats", gone);
  }

  newWoonplaats(): void {
    const naam = this.#name();
    const added = this.#copy("woonplaats", {
      ...{ naam, naam_sleutel: nameKey(naam), gemeente_code: null },
      ...{ adres_aantal: 0, pand_aantal: 0, openbare_ruimte_aantal: 0 },
    });
    this.#options.gemeenten.set(added.fid, this.#anyGemeente());
    this.#times(3, () => this.#toWoonplaats("adres", this.#any("adres"), added.fid));
    this.#times(2, () => this.#toWoonplaats("pand", this.#any("pand"), added.fid));
    this.#toWoonplaats("openbare_ruimte", this.#any("openbare_ruimte"), added.fid);
  }

  removeAndRestoreWoonplaats(): void {
    const row = this.#any("woonplaats");
    this.#remove("woonplaats", row);
    this.#insert("woonplaats", { ...row, adres_aantal: 0, pand_aantal: 0, openbare_ruimte_aantal: 0 });
  }

  /** The gemeente may be one that has no other woonplaats, or leave one without any. */
  moveWoonplaats(): void {
    this.#options.gemeenten.set(this.#any("woonplaats").fid, this.#anyGemeente());
  }

  renameGemeente(): void {
    const { gemeenten } = this.#options;
    const code = gemeenten.get(this.#any("woonplaats").fid)!;
    this.#db
      .query("UPDATE gemeentenaam SET naam = ?, provincie_id = ? WHERE code = ?")
      .run(this.#name(), 20 + this.#below(12), code);
  }

  #changePand(row: Row): void {
    const geometry = decodeGpkgGeometry(row.geom as Uint8Array);
    const change = this.#one([
      { bouwjaar: this.#one([null, 1900 + this.#below(120), this.#any("pand").bouwjaar!]) },
      { status: this.#one(OBJECT_TYPES.PND.statuses) },
      { geom: encodeGpkgGeometry(shifted(geometry, this.#shift(this.#one([50, 500, 20_000])))) },
      { woonplaats_id: this.#one([null, this.#any("woonplaats").fid]) },
      { adres_aantal: 77 },
    ]);
    this.#set("pand", row, change);
  }

  #moveAdres(row: Row, [dx, dy]: Shift): void {
    const from = wgs84ToRd(Number(row.latitude), Number(row.longitude));
    const [x, y] = [from.x + dx, from.y + dy];
    const { lat, lon } = rdToWgs84(x, y);
    const position = { latitude: roundDegrees(lat), longitude: roundDegrees(lon) };
    this.#set("adres", row, { ...position, geom: encodeGpkgPoint(x, y) });
  }

  #renameStreet(naam: string, street: Row): void {
    this.#set("openbare_ruimte", street, { naam, naam_sleutel: nameKey(naam) });
    for (const row of this.#addressesOf(street)) this.#set("adres", row, { straatnaam: naam });
  }

  #toStreet(row: Row, { fid, naam }: Row): void {
    this.#set("adres", row, { openbare_ruimte_id: fid, straatnaam: naam! });
  }

  #toWoonplaats(table: Table, row: Row, woonplaats: number): void {
    this.#set(table, row, { woonplaats_id: woonplaats });
  }

  #addressesOf({ fid }: Row): Row[] {
    return this.#all("adres", "openbare_ruimte_id = ?", fid);
  }

  #remove(table: Table, { fid }: Row): void {
    this.#options.touched.touch(table, fid);
    this.#db.query(`DELETE FROM ${table} WHERE fid = ?`).run(fid);
  }

  #set(table: Table, { fid }: Row, values: Record<string, SQLQueryBindings>): void {
    this.#options.touched.touch(table, fid);
    const columns = Object.keys(values).map((column) => `${column} = ?`);
    this.#db
      .query(`UPDATE ${table} SET ${columns.join(", ")} WHERE fid = ?`)
      .run(...Object.values(values), fid);
  }

  /** A row like one that is there. */
  #copy(table: Table, values: Record<string, SQLQueryBindings> = {}): Row {
    const { last } = this.#db.query<{ last: number }, []>(`SELECT max(fid) AS last FROM ${table}`).get()!;
    const row = { ...this.#any(table), ...values, fid: Math.max(last + 1, FIRST_NEW[table]) };
    this.#insert(table, row);
    return row;
  }

  #insert(table: Table, row: Row): void {
    this.#options.touched.touch(table, row.fid);
    const columns = columnsOf(this.#db, table);
    this.#db
      .query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
      .run(...columns.map((column) => row[column]!));
  }

  #any(table: Table, where = "true"): Row {
    const { n } = this.#db
      .query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
      .get()!;
    return this.#all(table, `${where} LIMIT 1 OFFSET ?`, this.#below(n))[0]!;
  }

  #all(table: Table, where: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#db.query<Row, SQLQueryBindings[]>(`SELECT * FROM ${table} WHERE ${where}`).all(...values);
  }

  #anyPostcode(): string {
    return String(this.#any("adres", "postcode IS NOT NULL").postcode);
  }

  #anyGemeente(): number {
    const codes = this.#db.query("SELECT DISTINCT code FROM gemeentenaam").values().flat() as number[];
    return this.#one(codes);
  }

  #name(): string {
    return `${this.#one(["Lange", "Korte", "'t", "Nieuwe"])} Straat ${this.#below(1000)}`;
  }

  #shift(distanceM: number): Shift {
    return [(this.#options.random() * 2 - 1) * distanceM, (this.#options.random() * 2 - 1) * distanceM];
  }

  #times(most: number, change: () => void): void {
    for (let i = this.#below(most); i >= 0; i--) change();
  }

  #one<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]!;
  }

  #below(count: number): number {
    return Math.floor(this.#options.random() * count);
  }
}

function shifted(geometry: Geometry, [dx, dy]: Shift): Geometry {
  const polygons = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? dx : dy))),
  );
  return { type: "MultiPolygon", polygons };
}
