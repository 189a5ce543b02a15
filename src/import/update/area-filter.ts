/**
 * Filters a wider delivery for a registry of single gemeenten, by the rules in docs/update.md. Reads only the mutations
 * and the objects that they refer to, never the whole country.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { representativePoint } from "../../geo/representative-point.ts";
import { type TypeCode, typeCodeOf } from "../../registry/object-types.ts";
import type { RowValue } from "../field-reader.ts";
import type { KeptVoorkomens } from "../kept-voorkomens.ts";
import { voorkomenColumns } from "../object-columns.ts";
import { WoonplaatsLocator } from "../woonplaats-locator.ts";
import { namedNummeraanduidingen } from "./find-affected.ts";

export interface AreaFilterOptions {
  /** Woonplaatsen that are, were or will be in the registry's gemeenten, with the date until which (YYYYMMDD). */
  readonly woonplaatsen: ReadonlyMap<number, number>;
  /** The new reference date, YYYYMMDD. */
  readonly referenceDate: number;
  /** Kept voorkomens before the update. */
  readonly before: KeptVoorkomens;
}

/** Removes all objects outside the registry's area from `work.gewijzigd`; returns their identificaties. */
export function removeElsewhere(db: Database, options: AreaFilterOptions): number[] {
  const ids = db.query("SELECT DISTINCT object_id FROM work.gewijzigd").values().flat() as number[];
  const area = new Area(db, options);
  for (const id of ids) if (typeCodeOf(id) === "VBO" && area.holds(id)) area.addPanden(id);
  const remove = db.query("DELETE FROM work.gewijzigd WHERE object_id = ?");
  const elsewhere = ids.filter((id) => !area.holds(id));
  for (const id of elsewhere) remove.run(id);
  return elsewhere;
}

/** Values of a voorkomen, by column. */
type Row = Readonly<Record<string, RowValue>>;

class Area {
  readonly #db: Database;
  readonly #options: AreaFilterOptions;
  readonly #known = new Map<number, boolean>();
  /** Panden of the area's verblijfsobjecten among the mutations. */
  readonly #panden = new Set<number>();
  readonly #list: Statement<{ rij: string | null; geom: Uint8Array | null }, [number]>;
  readonly #findMissed: Statement<unknown, [number]>;
  readonly #findAwaiting: Statement<unknown, [number]>;
  #locator: WoonplaatsLocator | undefined;

  constructor(db: Database, options: AreaFilterOptions) {
    this.#db = db;
    this.#options = options;
    this.#list = db.query(
      "SELECT rij, geom FROM work.gewijzigd WHERE object_id = ? AND is_kept ORDER BY voorkomen",
    );
    this.#findMissed = db.query("SELECT 1 FROM work.gemist WHERE object_id = ? LIMIT 1");
    this.#findAwaiting = db.query("SELECT 1 FROM losse_verwijzing WHERE naar_id = ? LIMIT 1");
  }

  /** Returns true when the registry already holds an object, or the mutations place it in the area. */
  holds(id: number): boolean {
    let known = this.#known.get(id);
    if (known === undefined) {
      known = this.#options.before.read(id).length > 0 || this.#belongs(id);
      this.#known.set(id, known);
    }
    return known;
  }

  /** Adds the panden of a verblijfsobject of the area: they belong to the area wherever they lie. */
  addPanden(verblijfsobject: number): void {
    for (const { pand_ids, pand_id } of this.#rows(verblijfsobject))
      for (const pand of pand_ids === null ? [pand_id] : String(pand_ids).split("|"))
        this.#panden.add(Number(pand));
  }

  #belongs(id: number): boolean {
    switch (typeCodeOf(id)) {
      case "WPL":
        return this.#isNewWoonplaats(id);
      case "OPR":
        return this.#rows(id).some((street) => this.#isWoonplaats(street.woonplaats_id));
      case "NUM":
        return this.#rows(id).some((number) =>
          number.woonplaats_id === null
            ? this.#isStreet(Number(number.openbare_ruimte_id))
            : this.#isWoonplaats(number.woonplaats_id),
        );
      case "PND":
        return this.#panden.has(id) || this.#findAwaiting.get(id) !== null || this.#isInside(id);
      default:
        return this.#rows(id).some((object) => namesOf(object).some((number) => this.holds(number)));
    }
  }

  #isWoonplaats(id: RowValue | undefined): boolean {
    return this.#options.woonplaatsen.has(Number(id)) && this.holds(Number(id));
  }

  /**
   * Returns true for a new woonplaats of the area. One that another gemeente had before does not count: the mutations
   * do not contain its objects.
   */
  #isNewWoonplaats(id: number): boolean {
    const { woonplaatsen, referenceDate } = this.#options;
    const isOurs = (woonplaatsen.get(id) ?? 0) > referenceDate;
    return isOurs && this.#rows(id).length > 0 && this.#findMissed.get(id) === null;
  }

  #isStreet(id: number): boolean {
    const known = this.#options.before
      .read(id)
      .flatMap(({ row }) => (row === null ? [] : [asRow("OPR", row)]));
    return [...known, ...this.#rows(id)].some((street) => this.#isWoonplaats(street.woonplaats_id));
  }

  /** Returns true when a pand lies in a woonplaats of the area. */
  #isInside(pand: number): boolean {
    this.#locator ??= this.#openLocator();
    return this.#geometries(pand).some((footprint) => {
      const { x, y } = representativePoint(footprint);
      return this.#locator!.locate(x, y)?.isInside === true;
    });
  }

  /** Returns a locator of the area's woonplaatsen, with the borders that the mutations give them. */
  #openLocator(): WoonplaatsLocator {
    const find = this.#db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM woonplaats WHERE fid = ?");
    const areas = [...this.#options.woonplaatsen.keys()].flatMap((id) => {
      const known = find.all(id).map(({ geom }) => decodeGpkgGeometry(geom));
      const geometry = this.holds(id) ? [...known, ...this.#geometries(id)].at(-1) : undefined;
      return geometry === undefined ? [] : [{ id, geometry }];
    });
    return new WoonplaatsLocator(areas);
  }

  /** Returns the rows of an object from its mutations: past, ended and unusable voorkomens have none. */
  #rows(id: number): Row[] {
    return this.#list
      .all(id)
      .flatMap(({ rij }) => (rij === null ? [] : [asRow(typeCodeOf(id)!, JSON.parse(rij))]));
  }

  #geometries(id: number): Geometry[] {
    return this.#list.all(id).flatMap(({ geom }) => (geom === null ? [] : [decodeGpkgGeometry(geom)]));
  }
}

/** Returns the nummeraanduidingen of a verblijfsobject, ligplaats or standplaats. */
function namesOf({ hoofdadres_id, nevenadres_ids }: Row): number[] {
  return namedNummeraanduidingen({
    hoofdadres_id: Number(hoofdadres_id),
    nevenadres_ids: nevenadres_ids as string | null,
  });
}

function asRow(code: TypeCode, values: readonly RowValue[]): Row {
  return Object.fromEntries(voorkomenColumns(code).map(({ name }, i) => [name, values[i] ?? null]));
}
