/**
 * Filters a wider delivery for a registry of single gemeenten, by the rules in docs/update.md. Reads only the mutations
 * and the objects that they refer to, never the whole country.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { representativePoint } from "../../geo/representative-point.ts";
import { typeCodeOf } from "../../registry/schema/object-types.ts";
import { listNamedNummeraanduidingen } from "../derive/links/find-affected.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { nameValues } from "../objects/row-layout.ts";
import { WoonplaatsLocator } from "../objects/woonplaats-locator.ts";
import type { MutatedObject } from "./mutated-object.ts";
import type { StagedMutations } from "./staged-mutations.ts";

export interface AreaFilterOptions {
  /** Woonplaatsen that are, were or will be in the registry's gemeenten, with the date until which (YYYYMMDD). */
  readonly woonplaatsen: ReadonlyMap<number, number>;
  /** The new reference date, YYYYMMDD. */
  readonly referenceDate: number;
  readonly staged: StagedMutations;
  /** Returns an object with its mutations. */
  readonly read: (id: number) => MutatedObject;
}

/** Returns the objects with mutations that are outside the registry's area. */
export function listOutsideArea(db: Database, options: AreaFilterOptions): number[] {
  const ids = options.staged.listObjects();
  const filter = new AreaFilter(db, options);
  for (const id of ids) {
    if (typeCodeOf(id) === "VBO" && filter.contains(id)) {
      filter.addPanden(id);
    }
  }
  return ids.filter((id) => !filter.contains(id));
}

/** Values of a voorkomen, by column. */
type Row = Readonly<Record<string, RowValue>>;

class AreaFilter {
  readonly #db: Database;
  readonly #options: AreaFilterOptions;
  readonly #isContainedById = new Map<number, boolean>();
  /** Panden of the area's verblijfsobjecten among the mutations. */
  readonly #panden = new Set<number>();
  readonly #findUnresolvedReference: Statement<unknown, [number]>;
  #locator: WoonplaatsLocator | undefined;

  constructor(db: Database, options: AreaFilterOptions) {
    this.#db = db;
    this.#options = options;
    this.#findUnresolvedReference = db.query(
      "SELECT 1 FROM unresolved_reference WHERE target_id = ? LIMIT 1",
    );
  }

  /** Returns true when the registry already holds an object, or the mutations place it in the area. */
  contains(id: number): boolean {
    let isContained = this.#isContainedById.get(id);
    if (isContained === undefined) {
      isContained = this.#options.read(id).before.length > 0 || this.#isInArea(id);
      this.#isContainedById.set(id, isContained);
    }
    return isContained;
  }

  /** Adds the panden of a verblijfsobject of the area: they belong to the area wherever they lie. */
  addPanden(verblijfsobject: number): void {
    for (const { pand_ids, pand_id } of this.#readRows(verblijfsobject)) {
      for (const pand of pand_ids === null ? [pand_id] : String(pand_ids).split("|")) {
        this.#panden.add(Number(pand));
      }
    }
  }

  #isInArea(id: number): boolean {
    switch (typeCodeOf(id)) {
      case "WPL":
        return this.#isNewWoonplaats(id);
      case "OPR":
        return this.#readRows(id).some((street) => this.#isWoonplaatsOfArea(street.woonplaats_id));
      case "NUM":
        return this.#readRows(id).some((nummeraanduiding) =>
          nummeraanduiding.woonplaats_id === null
            ? this.#isStreetOfArea(Number(nummeraanduiding.openbare_ruimte_id))
            : this.#isWoonplaatsOfArea(nummeraanduiding.woonplaats_id),
        );
      case "PND":
        return this.#panden.has(id) || this.#findUnresolvedReference.get(id) !== null || this.#liesInArea(id);
      default:
        return this.#readRows(id).some((object) =>
          namedBy(object).some((nummeraanduiding) => this.contains(nummeraanduiding)),
        );
    }
  }

  #isWoonplaatsOfArea(id: RowValue | undefined): boolean {
    return this.#options.woonplaatsen.has(Number(id)) && this.contains(Number(id));
  }

  /**
   * Returns true for a new woonplaats of the area. One that another gemeente had before does not count: the mutations
   * do not contain its objects.
   */
  #isNewWoonplaats(id: number): boolean {
    const { woonplaatsen, referenceDate } = this.#options;
    const isInRegistryGemeenten = (woonplaatsen.get(id) ?? 0) > referenceDate;
    return (
      isInRegistryGemeenten && this.#readRows(id).length > 0 && this.#options.read(id).missing.length === 0
    );
  }

  #isStreetOfArea(id: number): boolean {
    const { before, mutated } = this.#options.read(id);
    return [...before, ...mutated]
      .flatMap(({ row }) => (row === null ? [] : [nameValues("OPR", row)]))
      .some((street) => this.#isWoonplaatsOfArea(street.woonplaats_id));
  }

  /** Returns true when a pand lies in a woonplaats of the area. */
  #liesInArea(pand: number): boolean {
    this.#locator ??= this.#openLocator();
    return this.#readGeometries(pand).some((footprint) => {
      const { x, y } = representativePoint(footprint);
      return this.#locator!.locate(x, y)?.isInside === true;
    });
  }

  /** Returns a locator of the area's woonplaatsen, with the borders that the mutations give them. */
  #openLocator(): WoonplaatsLocator {
    const find = this.#db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM woonplaats WHERE fid = ?");
    const areas = [...this.#options.woonplaatsen.keys()].flatMap((id) => {
      const known = find.all(id).map(({ geom }) => decodeGpkgGeometry(geom));
      const geometry = this.contains(id) ? [...known, ...this.#readGeometries(id)].at(-1) : undefined;
      return geometry === undefined ? [] : [{ id, geometry }];
    });
    return new WoonplaatsLocator(areas);
  }

  /** Returns the rows of an object from its mutations: past, ended and unusable voorkomens have none. */
  #readRows(id: number): Row[] {
    const { mutated } = this.#options.read(id);
    return mutated.flatMap(({ row }) => (row === null ? [] : [nameValues(typeCodeOf(id)!, row)]));
  }

  #readGeometries(id: number): Geometry[] {
    const { mutated } = this.#options.read(id);
    return mutated.flatMap(({ geom }) => (geom === undefined ? [] : [decodeGpkgGeometry(geom)]));
  }
}

/** Returns the nummeraanduidingen of a verblijfsobject, ligplaats or standplaats. */
function namedBy({ hoofdadres_id, nevenadres_ids }: Row): number[] {
  return listNamedNummeraanduidingen({
    hoofdadres_id: Number(hoofdadres_id),
    nevenadres_ids: nevenadres_ids as string | null,
  });
}
