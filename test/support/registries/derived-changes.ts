/**
 * Makes random changes of `adres`, `pand`, `openbare_ruimte` and `woonplaats`, as consistent as their derived tables
 * require.
 */
import type { Database } from "../../../src/base/sqlite.ts";
import { envelopeOf } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { wgs84ToRd } from "../../../src/geo/rd.ts";
import { nameKey } from "../../../src/registry/schema/name-key.ts";
import { GEBRUIKSDOELEN } from "../../../src/registry/schema/object-types.ts";
import { RandomRows, type Row } from "./random-rows.ts";
import { RowChanges, shiftGeometry } from "./row-changes.ts";

export interface ChangeOptions {
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Gemeente of each woonplaats; changed too. */
  readonly gemeenten: Map<number, number>;
}

/** Makes one kind of change per method. The registry must keep more than a handful of rows in each table. */
export class DerivedChanges {
  readonly #db: Database;
  readonly #rows: RandomRows;
  readonly #changes: RowChanges;
  readonly #options: ChangeOptions;

  constructor(db: Database, options: ChangeOptions) {
    this.#db = db;
    this.#rows = new RandomRows(db, options.random);
    this.#changes = new RowChanges(db, this.#rows, options.random);
    this.#options = options;
  }

  removeAdressen(): void {
    this.#changes.repeat(5, () => this.#rows.remove("adres", this.#rows.randomRow("adres")));
  }

  addAdressen(): void {
    this.#changes.repeat(5, () => void this.#rows.copy("adres", { postcode: this.#changes.anyPostcode() }));
  }

  moveAdressen(): void {
    this.#changes.repeat(5, () =>
      this.#changes.moveAdres(this.#rows.randomRow("adres"), this.#changes.shift(300)),
    );
    this.#changes.repeat(2, () =>
      this.#changes.moveAdres(this.#rows.randomRow("adres"), this.#changes.shift(30_000)),
    );
  }

  /** Touches rows without changing them. */
  touchAdressen(): void {
    this.#changes.repeat(5, () => {
      const adres = this.#rows.randomRow("adres");
      this.#rows.update("adres", adres, { fid: adres.fid });
    });
  }

  changeDoelen(): void {
    this.#changes.repeat(8, () => {
      const doelen = Array.from({ length: this.#rows.below(4) }, () =>
        this.#rows.pick([...GEBRUIKSDOELEN, "geheim"]),
      );
      const oppervlakte = this.#rows.pick([
        null,
        1 + this.#rows.below(500),
        this.#rows.randomRow("adres").oppervlakte!,
      ]);
      this.#rows.update("adres", this.#rows.randomRow("adres"), {
        gebruiksdoel: doelen.join("|") || null,
        oppervlakte,
      });
    });
  }

  changePostcodes(): void {
    this.#changes.repeat(5, () =>
      this.#rows.update("adres", this.#rows.randomRow("adres"), { postcode: this.#changes.anyPostcode() }),
    );
    this.#changes.repeat(2, () =>
      this.#rows.update("adres", this.#rows.randomRow("adres"), { postcode: null }),
    );
  }

  changeWoonplaatsen(): void {
    this.#changes.repeat(3, () =>
      this.#changes.assignWoonplaats(
        "adres",
        this.#rows.randomRow("adres"),
        this.#rows.randomRow("woonplaats").fid,
      ),
    );
  }

  removePostcode(): void {
    const { postcode } = this.#rows.randomRow("adres", "postcode IS NOT NULL");
    for (const row of this.#rows.all("adres", "postcode = ?", postcode!)) {
      this.#rows.remove("adres", row);
    }
  }

  emptyPostcodegebied(): void {
    const digits = this.#changes.anyPostcode().slice(0, 4);
    const postcode = this.#changes.anyPostcode();
    for (const row of this.#rows.all("adres", "substr(postcode, 1, 4) = ?", digits)) {
      this.#rows.update("adres", row, { postcode });
    }
  }

  /** Moves addresses to a new PC4 area; 9999 and 1000 are included, the bounds of four-digit numbers. */
  newPostcodegebied(): void {
    const postcode = `${this.#rows.pick([9999, 1000, 1000 + this.#rows.below(9000)])}AB`;
    this.#changes.repeat(4, () => this.#rows.update("adres", this.#rows.randomRow("adres"), { postcode }));
  }

  removeDoel(): void {
    const { gebruiksdoel } = this.#rows.randomRow("adres", "gebruiksdoel <> 'woonfunctie'");
    for (const row of this.#rows.all("adres", "gebruiksdoel = ?", gebruiksdoel!)) {
      this.#rows.update("adres", row, { gebruiksdoel: null, oppervlakte: null });
    }
  }

  /** Removes the westernmost address of a PC4 area, and any others with the same x. */
  shrinkHull(): void {
    const digits = this.#changes.anyPostcode().slice(0, 4);
    const rows = this.#rows.all("adres", "substr(postcode, 1, 4) = ?", digits);
    const xOf = ({ latitude, longitude }: Row) => wgs84ToRd(Number(latitude), Number(longitude)).x;
    const west = Math.min(...rows.map(xOf));
    for (const row of rows) {
      if (xOf(row) === west) {
        this.#rows.remove("adres", row);
      }
    }
  }

  shrinkExtent(): void {
    const side = this.#rows.pick(["minX", "minY", "maxX", "maxY"] as const);
    for (const table of ["adres", "pand"] as const) {
      const rows = this.#rows.all(table, "true");
      const of = ({ geom }: Row) => envelopeOf(decodeGpkgGeometry(geom as Uint8Array))[side];
      const outermost = (side.startsWith("min") ? Math.min : Math.max)(...rows.map(of));
      for (const row of rows) {
        if (of(row) === outermost) {
          this.#rows.remove(table, row);
        }
      }
    }
  }

  removePanden(): void {
    this.#changes.repeat(5, () => this.#rows.remove("pand", this.#rows.randomRow("pand")));
  }

  changePanden(): void {
    this.#changes.repeat(8, () => this.#changes.changePand(this.#rows.randomRow("pand")));
  }

  addPanden(): void {
    this.#changes.repeat(4, () => this.#changes.changePand(this.#rows.copy("pand")));
  }

  removeBouwjaar(): void {
    const { woonplaats_id, bouwjaar } = this.#rows.randomRow("pand", "bouwjaar + woonplaats_id > 0");
    for (const row of this.#rows.all(
      "pand",
      "woonplaats_id = ? AND bouwjaar = ?",
      woonplaats_id!,
      bouwjaar!,
    )) {
      this.#rows.update("pand", row, { bouwjaar: 1100 + this.#rows.below(50) });
    }
  }

  renameStreet(): void {
    this.#changes.renameStreet(this.#changes.name(), this.#rows.randomRow("openbare_ruimte"));
  }

  /** Gives streets the name of another street of their woonplaats: a postcode counts addresses by street name. */
  duplicateStreetNames(): void {
    this.#changes.repeat(6, () => {
      const street = this.#rows.randomRow("openbare_ruimte", "adres_count > 0");
      const neighbours = `adres_count > 0 AND woonplaats_id = ${street.woonplaats_id}`;
      this.#changes.renameStreet(String(this.#rows.randomRow("openbare_ruimte", neighbours).naam), street);
    });
  }

  separateStreetNames(): void {
    const shared = `(naam, woonplaats_id) IN
      (SELECT naam, woonplaats_id FROM openbare_ruimte GROUP BY naam, woonplaats_id HAVING count(*) > 1)`;
    if (this.#rows.all("openbare_ruimte", shared).length === 0) {
      return;
    }
    this.#changes.repeat(6, () =>
      this.#changes.renameStreet(this.#changes.name(), this.#rows.randomRow("openbare_ruimte", shared)),
    );
  }

  newStreet(): void {
    const naam = this.#changes.name();
    const street = this.#rows.copy("openbare_ruimte", { naam, name_key: nameKey(naam), adres_count: 0 });
    this.#changes.repeat(3, () => this.#changes.assignStreet(this.#rows.randomRow("adres"), street));
  }

  removeStreet(): void {
    const street = this.#rows.randomRow("openbare_ruimte");
    for (const row of this.#changes.addressesOf(street)) {
      this.#rows.remove("adres", row);
    }
    this.#rows.remove("openbare_ruimte", street);
  }

  mergeStreets(): void {
    const [from, to] = [this.#rows.randomRow("openbare_ruimte"), this.#rows.randomRow("openbare_ruimte")];
    for (const row of this.#changes.addressesOf(from)) {
      this.#changes.assignStreet(row, to);
    }
  }

  renameWoonplaats(): void {
    const naam = this.#rows.pick([this.#changes.name(), String(this.#rows.randomRow("woonplaats").naam)]);
    this.#rows.update("woonplaats", this.#rows.randomRow("woonplaats"), { naam, name_key: nameKey(naam) });
  }

  moveBorder(): void {
    const row = this.#rows.randomRow("woonplaats");
    const geometry = shiftGeometry(decodeGpkgGeometry(row.geom as Uint8Array), this.#changes.shift(20_000));
    this.#rows.update("woonplaats", row, { geom: encodeGpkgGeometry(geometry) });
  }

  /** Removes a woonplaats; up to two of its openbare ruimten keep referring to it. */
  removeWoonplaats(): void {
    const [removed, successor] = [this.#rows.randomRow("woonplaats"), this.#rows.randomRow("woonplaats")];
    if (removed.fid === successor.fid) {
      return;
    }
    for (const table of ["adres", "pand"] as const) {
      for (const row of this.#rows.all(table, "woonplaats_id = ?", removed.fid)) {
        this.#changes.assignWoonplaats(table, row, successor.fid);
      }
    }
    const streets = this.#rows.all("openbare_ruimte", "woonplaats_id = ?", removed.fid);
    for (const row of streets.slice(this.#rows.below(3))) {
      this.#changes.assignWoonplaats("openbare_ruimte", row, successor.fid);
    }
    this.#rows.remove("woonplaats", removed);
  }

  newWoonplaats(): void {
    const naam = this.#changes.name();
    const added = this.#rows.copy("woonplaats", {
      ...{ naam, name_key: nameKey(naam), gemeente_code: null },
      ...{ adres_count: 0, pand_count: 0, openbare_ruimte_count: 0 },
    });
    this.#options.gemeenten.set(added.fid, this.#changes.anyGemeente());
    this.#changes.repeat(3, () =>
      this.#changes.assignWoonplaats("adres", this.#rows.randomRow("adres"), added.fid),
    );
    this.#changes.repeat(2, () =>
      this.#changes.assignWoonplaats("pand", this.#rows.randomRow("pand"), added.fid),
    );
    this.#changes.assignWoonplaats("openbare_ruimte", this.#rows.randomRow("openbare_ruimte"), added.fid);
  }

  removeAndRestoreWoonplaats(): void {
    const row = this.#rows.randomRow("woonplaats");
    this.#rows.remove("woonplaats", row);
    this.#rows.insert("woonplaats", { ...row, adres_count: 0, pand_count: 0, openbare_ruimte_count: 0 });
  }

  /** Moves a woonplaats to a gemeente, which may have no other woonplaats; may leave the old gemeente without any. */
  moveWoonplaats(): void {
    this.#options.gemeenten.set(this.#rows.randomRow("woonplaats").fid, this.#changes.anyGemeente());
  }

  renameGemeente(): void {
    const { gemeenten } = this.#options;
    const code = gemeenten.get(this.#rows.randomRow("woonplaats").fid)!;
    this.#db
      .query("UPDATE gemeentenaam SET naam = ?, provincie_id = ? WHERE code = ?")
      .run(this.#changes.name(), 20 + this.#rows.below(12), code);
  }
}
