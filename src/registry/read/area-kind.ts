/** Kinds of areas: each is listed, found and made into records in the same way. */
import type { Snapshot } from "../file/snapshot.ts";
import { type Page, type PageRequest, pageOf } from "../index/page.ts";
import { type ListedTable, readAreaGeometry } from "./area-geometry.ts";

/** Extra data of a record. Geometry costs in proportion to its size: a page reads it for its rows only. */
export interface AreaOptions {
  counts?: boolean;
  geometry?: boolean;
  /** Source of the boundary, of a postcodegebied; comes with the geometry too. */
  source?: boolean;
  /** Gemeenten of a provincie that the registry has, by name. */
  municipalities?: boolean;
  /** Counts addresses by kind of object, of a buurt or wijk. */
  by_type?: boolean;
  /** Counts addresses by gebruiksdoel, of a buurt or wijk; an address with several counts for each. */
  by_purpose?: boolean;
}

/** Declaration of a kind: `A` is an area in memory, `R` its record, `C` the names of the conditions of its lists. */
interface AreaKind<A, R, C extends string> {
  /** Returns the areas that are accepted, in the order of lists. */
  select(s: Snapshot, accepts: (area: A) => boolean, descending?: boolean): A[];
  /** Returns the area with a key as people write it. */
  get?(s: Snapshot, key: string): A | undefined;
  /** Returns whether an area meets a condition; runs once for a list. */
  readonly conditions: Readonly<Record<C, (value: string, s: Snapshot) => (area: A) => boolean>>;
  /** Makes the record without extra data. */
  record(area: A, s: Snapshot): R;
  /** Read the extra data that was asked for, in the order of the fields. */
  readonly extras: readonly ((s: Snapshot, area: A, options: AreaOptions) => Partial<R>)[];
}

/** Returns the functions that read the areas of a kind. */
export function areaKind<A, R extends object, C extends string>(kind: AreaKind<A, R, C>) {
  const names = Object.keys(kind.conditions) as C[];
  const toRecord = (s: Snapshot, area: A, options: AreaOptions = {}): R => {
    const record = kind.record(area, s);
    for (const extra of kind.extras) {
      Object.assign(record, extra(s, area, options));
    }
    return record;
  };
  const pageOfAreas = (s: Snapshot, areas: readonly A[], request: PageRequest & AreaOptions): Page<R> => {
    const { rows, total } = pageOf(areas, request);
    return { rows: rows.map((area) => toRecord(s, area, request)), total };
  };
  return {
    toRecord,
    pageOfAreas,
    /** Lists the areas for which every condition given holds. */
    list(
      s: Snapshot,
      filter: { readonly [name in C]?: string | undefined } & { readonly descending?: boolean | undefined },
      request: PageRequest & AreaOptions,
    ): Page<R> {
      const given = names.filter((name) => filter[name]);
      const tests = given.map((name) => kind.conditions[name](filter[name]!, s));
      const selected = kind.select(s, (area) => tests.every((test) => test(area)), filter.descending);
      return pageOfAreas(s, selected, request);
    },
    find(s: Snapshot, key: string, options?: AreaOptions): R | undefined {
      const area = kind.get?.(s, key);
      return area && toRecord(s, area, options);
    },
  };
}

/** Returns the extra data `counts`. */
export function countsBy<A, C>(counts: (area: A) => C) {
  return (_: Snapshot, area: A, options: AreaOptions): { counts?: C } =>
    options.counts ? { counts: counts(area) } : {};
}

/** Returns the extra data `geometry`. */
export function geometryIn(table: ListedTable) {
  return (s: Snapshot, { id }: { readonly id: number }, { geometry }: AreaOptions) =>
    geometry ? { geometry: readAreaGeometry(s, table, id) } : {};
}
