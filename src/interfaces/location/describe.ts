/** Results in the words of the Location API. */
import type { Box, Geometry } from "../../geo/geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { MeanPosition } from "../../registry/read/street-parts.ts";
import { placeOfArea } from "../area-positions.ts";
import { type DescribedObject, LocatieDocument } from "../locatieserver/document.ts";
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
  const document = new LocatieDocument(s, object);
  const { provinciecode, provincienaam } = pdokProvincie(document.provincie);
  switch (object.type) {
    case "adres": {
      const { adres } = object;
      const displayName = `${document.valueOf("weergavenaam")}, ${document.gemeente!.naam} (${provincienaam})`;
      const { nummeraanduiding_id: identificatie } = adres;
      return { identificatie, displayName, position: adres, geometryType: "Point" };
    }
    case "woonplaats": {
      const { identificatie, naam: name, gemeente } = object.woonplaats;
      const displayName = `${name}, ${gemeente.naam} (${provincienaam})`;
      return withPlace(s, object.woonplaats, { identificatie, name, displayName });
    }
    case "gemeente": {
      const { code: identificatie, naam: name } = object.gemeente;
      const displayName = `Gemeente ${name}, ${provincienaam}`;
      return withPlace(s, object.gemeente, { identificatie, name, displayName });
    }
    case "provincie": {
      const displayName = `Provincie ${provincienaam}`;
      return withPlace(s, object.provincie, {
        identificatie: provinciecode,
        name: provincienaam,
        displayName,
      });
    }
  }
}

function withPlace(
  s: Snapshot,
  area: Parameters<typeof placeOfArea>[1],
  names: Pick<Described, "identificatie" | "name" | "displayName">,
): Described | undefined {
  const { position, box, geometryType } = placeOfArea(s, area);
  return position && { ...names, position, box, geometryType };
}
