/** Results in the words of the Location API. */
import type { Box, Geometry } from "../../geo/geometry.ts";
import type { Provincie } from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { MeanPosition } from "../../registry/read/street-parts.ts";
import { placeOfArea } from "../area-positions.ts";
import { type DescribedObject, weergavenaamOf } from "../locatieserver/document.ts";
import { pdokProvincie } from "../locatieserver/pdok-provincies.ts";

/** Objects of the registry that the Location API has. */
export type LocationObject = Extract<
  DescribedObject,
  { readonly type: "adres" | "woonplaats" | "gemeente" | "provincie" }
>;

export interface Described {
  /** Nummeraanduiding, or code of an area: `PV27` of a provincie. */
  readonly identificatie: string;
  /** Name of an area, without the word for its kind. */
  readonly name?: string;
  readonly displayName: string;
  readonly position: MeanPosition;
  /** Of the object. */
  readonly geometryType: Geometry["type"];
  /** In RD; of an area with a border. */
  readonly box?: Box | undefined;
}

/** Describes an object with its position; `undefined` for an area that has none. */
export function describe(s: Snapshot, object: LocationObject): Described | undefined {
  switch (object.type) {
    case "adres": {
      const { adres } = object;
      const { gemeente } = s.areas.woonplaatsen.get(Number(adres.woonplaats_id))!;
      const displayName = `${weergavenaamOf(adres)}, ${gemeente.naam} (${nameOf(gemeente.provincie)})`;
      const { nummeraanduiding_id: identificatie } = adres;
      return { identificatie, displayName, position: adres, geometryType: "Point" };
    }
    case "woonplaats": {
      const { identificatie, naam: name, gemeente } = object.woonplaats;
      const displayName = `${name}, ${gemeente.naam} (${nameOf(gemeente.provincie)})`;
      return withPlace(s, object.woonplaats, { identificatie, name, displayName });
    }
    case "gemeente": {
      const { code: identificatie, naam: name, provincie } = object.gemeente;
      const displayName = `Gemeente ${name}, ${nameOf(provincie)}`;
      return withPlace(s, object.gemeente, { identificatie, name, displayName });
    }
    case "provincie": {
      const { provinciecode: identificatie, provincienaam: name } = pdokProvincie(object.provincie);
      return withPlace(s, object.provincie, { identificatie, name, displayName: `Provincie ${name}` });
    }
  }
}

function nameOf(provincie: Provincie): string {
  return pdokProvincie(provincie).provincienaam;
}

function withPlace(
  s: Snapshot,
  area: Parameters<typeof placeOfArea>[1],
  names: Pick<Described, "identificatie" | "name" | "displayName">,
): Described | undefined {
  const { position, box, geometryType } = placeOfArea(s, area);
  return position && { ...names, position, box, geometryType };
}
