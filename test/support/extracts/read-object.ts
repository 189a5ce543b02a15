import type { GmlPoint, RdPolygon } from "../../../tools/country/official-format/gml.ts";
import type {
  BagObject,
  DeliveredType,
  DemoVoorkomen,
} from "../../../tools/country/official-format/objects.ts";
import { findElement, listElements, textOf, type XmlElement } from "./read-delivery.ts";

/** Converts a delivered object element back to the plain object that it is written from; for tests. */
export function readObject(element: XmlElement): BagObject {
  const type = TYPE_OF_ELEMENT[element.name.replace("Objecten:", "")]!;
  const own = (name: string) => textOf(element, `Objecten:${name}`);
  const refs = (name: string, around = element) =>
    listElements(around, `Objecten-ref:${name}`).map((ref) => ref.text);
  const common = {
    identificatie: own("identificatie")!,
    status: own("status")!,
    geconstateerd: own("geconstateerd") === "J",
    documentdatum: own("documentdatum")!,
    documentnummer: own("documentnummer")!,
    voorkomen: readVoorkomen(findElement(element, "Historie:Voorkomen")!),
  };
  const polygons = listElements(element, "gml:Polygon").map(readPolygon);
  switch (type) {
    case "WPL":
      return { type, ...common, naam: own("naam")!, geometrie: polygons };
    case "OPR":
      return {
        type,
        ...common,
        naam: own("naam")!,
        streetType: own("type")!,
        ligtIn: refs("WoonplaatsRef")[0]!,
        verkorteNaam: textOf(element, "nen5825:verkorteNaam"),
      };
    case "NUM":
      return {
        type,
        ...common,
        huisnummer: Number(own("huisnummer")),
        huisletter: own("huisletter"),
        huisnummertoevoeging: own("huisnummertoevoeging"),
        postcode: own("postcode"),
        typeAdresseerbaarObject: own("typeAdresseerbaarObject") as "Verblijfsobject",
        ligtIn: refs("WoonplaatsRef")[0],
        ligtAan: refs("OpenbareRuimteRef")[0]!,
      };
    case "PND":
      return { type, ...common, geometrie: polygons[0]!, bouwjaar: Number(own("oorspronkelijkBouwjaar")) };
    default:
      break;
  }
  const [hoofdadres, ...nevenadressen] = refs("NummeraanduidingRef");
  const addressable = { ...common, hoofdadres: hoofdadres!, nevenadressen };
  if (type !== "VBO") {
    return { type, ...addressable, geometrie: polygons[0]! };
  }
  return {
    type,
    ...addressable,
    geometrie: readPoint(element) ?? polygons[0]!,
    gebruiksdoelen: listElements(element, "Objecten:gebruiksdoel").map((doel) => doel.text),
    oppervlakte: Number(own("oppervlakte")),
    panden: refs("PandRef"),
  };
}

export const TYPE_OF_ELEMENT: Readonly<Record<string, DeliveredType>> = {
  Woonplaats: "WPL",
  OpenbareRuimte: "OPR",
  Nummeraanduiding: "NUM",
  Verblijfsobject: "VBO",
  Ligplaats: "LIG",
  Standplaats: "STA",
  Pand: "PND",
};

function readVoorkomen(element: XmlElement): DemoVoorkomen {
  const own = (name: string) => textOf(element, `Historie:${name}`);
  return {
    voorkomenidentificatie: Number(own("voorkomenidentificatie")),
    beginGeldigheid: own("beginGeldigheid")!,
    eindGeldigheid: own("eindGeldigheid"),
    tijdstipRegistratie: own("tijdstipRegistratie")!,
    eindRegistratie: own("eindRegistratie"),
    tijdstipInactief: own("tijdstipInactief"),
    tijdstipRegistratieLV: own("tijdstipRegistratieLV")!,
    tijdstipEindRegistratieLV: own("tijdstipEindRegistratieLV"),
    tijdstipInactiefLV: own("tijdstipInactiefLV"),
    tijdstipNietBagLV: own("tijdstipNietBagLV"),
  };
}

function readPoint(element: XmlElement): GmlPoint | undefined {
  const position = textOf(element, "gml:pos");
  if (position === undefined) {
    return undefined;
  }
  const [x, y] = position.split(" ").map(Number);
  return { x: x!, y: y! };
}

function readPolygon(element: XmlElement): RdPolygon {
  const dimension = Number(element.attributes.srsDimension ?? 2);
  const rings = listElements(element, "gml:posList").map(({ text, attributes }) => {
    const numbers = text.split(" ").map(Number);
    if (numbers.length !== dimension * Number(attributes.count)) {
      throw new Error("posList: count does not hold");
    }
    return numbers.filter((_, i) => i % dimension < 2);
  });
  return { exterior: rings[0]!, interiors: rings.slice(1) };
}
