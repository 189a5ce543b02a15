import { estimateAdressen, readAdressenByPlace } from "../../registry/read/adressen-by-place.ts";
import { readAdressenInOrder } from "../../registry/read/adressen-in-order.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { ExportKind } from "./export-kind.ts";
import { describedAs, FREE_TEXT, WOONPLAATS_COLUMNS } from "./layer-columns.ts";

export const addresses: ExportKind<Omit<AdresRecord, "geometry">> = {
  subject: "address (nummeraanduiding with its object)",
  columns: describedAs("address", {
    nummeraanduiding_id: "text",
    type: "text",
    huisnummer: "integer",
    huisletter: FREE_TEXT,
    huisnummertoevoeging: FREE_TEXT,
    postcode: "text",
    straatnaam: FREE_TEXT,
    verkorte_straatnaam: FREE_TEXT,
    woonplaats_naam: FREE_TEXT,
    woonplaats_id: WOONPLAATS_COLUMNS.woonplaats_id,
    gemeente_naam: FREE_TEXT,
    gemeente_code: WOONPLAATS_COLUMNS.gemeente_code,
    provincie_naam: "text",
    gebruiksdoel: { kind: "list", description: "Purposes of use; none for a ligplaats or standplaats" },
    oppervlakte: "integer",
    status: "text",
    pand_id: { kind: "text", description: "Identificatie of the building, 16 digits" },
    adresseerbaar_object_id: { kind: "text", description: "Identificatie of the object, 16 digits" },
    bouwjaar: "integer",
    latitude: "real",
    longitude: "real",
    rd_x: "real",
    rd_y: "real",
    full_address: FREE_TEXT,
  }),
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
