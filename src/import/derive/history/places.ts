/** Finds the woonplaats of an object of the history: the one of today, else the last one. */
import type { Database } from "../../../base/sqlite.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { decodeMillimetres } from "../../../geo/millimetre-geometry.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import type { TypeCode } from "../../../registry/schema/object-types.ts";
import { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import { type CountingRow, SCHEMAS, type VoorkomenSource } from "./counting-lives.ts";

/** Returns a locator of the woonplaatsen that the registry on this connection has. */
export function readLocator(db: Database, of: VoorkomenSource): WoonplaatsLocator {
  const sql = `SELECT fid AS id, geom FROM ${SCHEMAS[of].registry}.woonplaats WHERE geom IS NOT NULL`;
  const rows = db.query<{ id: number; geom: Uint8Array }, []>(sql).all();
  return new WoonplaatsLocator(rows.map(({ id, geom }) => ({ id, geometry: decodeGpkgGeometry(geom) })));
}

export interface PlacesOptions {
  /** Day number. */
  readonly today: number;
  /** Returns a locator of the woonplaatsen; called when an ended pand is to be placed. */
  readonly locator: () => WoonplaatsLocator;
  /**
   * Returns the woonplaats of a street or number that is not among the voorkomens, to which an object refers; null or
   * undefined when there is none.
   */
  readonly findElsewhere?: (reference: Reference) => number | null | undefined;
}

export interface Reference {
  /** Type of the object that is referred to. */
  readonly to: "OPR" | "NUM";
  readonly id: number;
  /** The object that refers to it. */
  readonly from: number;
}

export class Places {
  readonly #options: PlacesOptions;
  /** Woonplaatsen of streets, and of numbers that are no address today. */
  readonly #found = new Map<number, number>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /**
   * Returns the woonplaats of an object; undefined for none. Must be called for streets first, then numbers, then
   * objects.
   */
  find(code: TypeCode, life: readonly CountingRow[]): number | undefined {
    const last = this.#lastOf(life);
    if (last === undefined) {
      return undefined;
    }
    const woonplaats = last.woonplaatsToday ?? this.#findFormer(code, last, life) ?? undefined;
    if (woonplaats !== undefined && (code === "OPR" || (code === "NUM" && last.woonplaatsToday === null))) {
      this.#found.set(last.id, woonplaats);
    }
    return woonplaats;
  }

  /** Returns the last usable voorkomen of those that have begun, else of all. */
  #lastOf(life: readonly CountingRow[]): CountingRow | undefined {
    let last: CountingRow | undefined;
    for (let i = life.length - 1; i >= 0; i--) {
      const row = life[i]!;
      if (row.status !== null) {
        if (row.beginDay <= this.#options.today) {
          return row;
        }
        last ??= row;
      }
    }
    return last;
  }

  #findFormer(code: TypeCode, last: CountingRow, life: readonly CountingRow[]): number | null | undefined {
    switch (code) {
      case "WPL":
        return last.id;
      case "OPR":
        return last.woonplaats_id;
      case "NUM":
        return last.woonplaats_id ?? this.#findReferred("OPR", last.openbare_ruimte_id, last.id);
      case "PND":
        return this.#locate(life);
      default:
        return this.#findReferred("NUM", last.hoofdadres_id, last.id);
    }
  }

  #findReferred(to: Reference["to"], id: number | null | undefined, from: number): number | null | undefined {
    return id == null ? undefined : (this.#found.get(id) ?? this.#options.findElsewhere?.({ to, id, from }));
  }

  /** Returns the woonplaats in which the last footprint lies, or the nearest. */
  #locate(life: readonly CountingRow[]): number | undefined {
    const geom = life.findLast((row) => row.geom !== null)?.geom;
    if (geom == null) {
      return undefined;
    }
    const { x, y } = representativePoint(decodeMillimetres(geom));
    return this.#options.locator().locate(x, y)?.id;
  }
}
