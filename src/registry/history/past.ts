/** Past of the registry: the lives of objects, and all that a view of one day (day-view.ts) reads. */
import type { AddressableType, TypeCode } from "../schema/object-types.ts";
import type { Period } from "./days.ts";
import type { Voorkomen } from "./voorkomens.ts";

/** Object that names a nummeraanduiding in one of its voorkomens. */
export interface NamingObject {
  readonly type: AddressableType;
  readonly id: number;
}

/** Period in which a woonplaats belongs to a gemeente: a row of GEM-WPL-RELATIE. */
export interface GemeentePeriod extends Period {
  readonly code: number;
}

/** Name of a gemeente, and the period in which it has it. */
export interface GemeenteName extends Period {
  readonly naam: string;
  readonly provincieNumber: number;
}

/** Reads what was; one for each request, because it keeps what it has read. */
export interface Past {
  /** Lists the counting voorkomens of an object, oldest first; none of an unknown object. */
  listVoorkomens<C extends TypeCode>(code: C, id: number): readonly Voorkomen<C>[];
  /** Lists the objects that ever named a nummeraanduiding, in order of precedence: type, then identificatie. */
  listNamingObjects(nummeraanduiding: number): readonly NamingObject[];
  /** Lists the gemeenten of a woonplaats, oldest first. */
  listGemeenten(woonplaats: number): readonly GemeentePeriod[];
  /** Lists the names of a gemeente, the one that counts first where several hold. */
  listGemeenteNames(code: number): readonly GemeenteName[];
}
