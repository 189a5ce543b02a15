import { estimateAdressen, readAdressenByPlace } from "../../registry/adressen-by-place.ts";
import { readAdressenInOrder } from "../../registry/adressen-in-order.ts";
import type { AdresRecord } from "../../registry/records.ts";
import type { ExportKind } from "./export-kind.ts";

export const addresses: ExportKind<Omit<AdresRecord, "geometry">> = {
  subject: "address (nummeraanduiding with its object)",
  columns: {
    nummeraanduiding_id: { kind: "text", description: "Identificatie of the address, 16 digits" },
    type: { kind: "text", description: "Kind of object: verblijfsobject, ligplaats or standplaats" },
    huisnummer: { kind: "integer", description: "House number" },
    huisletter: { kind: "text", mayBeFormula: true, description: "Letter behind the number" },
    huisnummertoevoeging: {
      kind: "text",
      mayBeFormula: true,
      description: "Addition behind number and letter",
    },
    postcode: { kind: "text", description: "Postcode, such as 1382KT; some addresses have none" },
    straatnaam: { kind: "text", mayBeFormula: true, description: "Name of the street" },
    verkorte_straatnaam: {
      kind: "text",
      mayBeFormula: true,
      description: "Shortened name of the street (NEN 5825), if it has one",
    },
    woonplaats_naam: { kind: "text", mayBeFormula: true, description: "Name of the woonplaats" },
    woonplaats_id: { kind: "text", description: "Identificatie of the woonplaats, 4 digits" },
    gemeente_naam: { kind: "text", mayBeFormula: true, description: "Name of the gemeente" },
    gemeente_code: { kind: "text", description: "Code of the gemeente, 4 digits" },
    provincie_naam: { kind: "text", description: "Name of the provincie" },
    gebruiksdoel: { kind: "list", description: "Purposes of use; none for a ligplaats or standplaats" },
    oppervlakte: { kind: "integer", description: "Floor area in m²" },
    status: { kind: "text", description: "Status of the nummeraanduiding" },
    pand_id: { kind: "text", description: "Identificatie of the building, 16 digits" },
    adresseerbaar_object_id: { kind: "text", description: "Identificatie of the object, 16 digits" },
    bouwjaar: { kind: "integer", description: "Year in which the building was built" },
    latitude: { kind: "real", description: "Degrees north, WGS84" },
    longitude: { kind: "real", description: "Degrees east, WGS84" },
    rd_x: { kind: "real", description: "Metres east in RD (EPSG:28992)" },
    rd_y: { kind: "real", description: "Metres north in RD (EPSG:28992)" },
    full_address: {
      kind: "text",
      mayBeFormula: true,
      description: "Street, number, postcode and woonplaats",
    },
  },
  geometryType: "Point",
  textBytes: 325,
  geometryBytes: 21,
  conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId", "postcodegebied", "type"],
  count: estimateAdressen,
  *read(s, selection, order) {
    const isList = order === "list" && selection.region === undefined;
    const lists = isList ? readAdressenInOrder(s, selection.filter) : readAdressenByPlace(s, selection);
    for (const list of lists) {
      yield list.map((record) => ({ record }));
    }
  },
};
