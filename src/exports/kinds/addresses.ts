import { estimateAdressen, readAdressenByPlace } from "../../registry/read/adressen-by-place.ts";
import { readAdressenInOrder } from "../../registry/read/adressen-in-order.ts";
import { hasBuurt } from "../../registry/read/buurt-filter.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { ADDRESS } from "../../registry/schema/record-fields.ts";
import { exportColumns } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

export const addresses: ExportKind<ExportOf<typeof ADDRESS>> = {
  subject: "address (nummeraanduiding with its object)",
  columns: exportColumns(ADDRESS),
  geometryType: "Point",
  textBytes: 400,
  geometryBytes: 21,
  conditions: [
    "provincieNaam",
    "gemeenteCode",
    "woonplaatsId",
    "postcodegebied",
    "type",
    "stage",
    "buurtCode",
    "wijkCode",
  ],
  count: estimateAdressen,
  *read(s, selection, order) {
    // A buurt is found by place, as a region is.
    const isList = order === "list" && selection.region === undefined && !hasBuurt(selection.filter);
    const lists = isList ? readAdressenInOrder(s, selection.filter) : readAdressenByPlace(s, selection);
    for (const list of lists) {
      yield list.map((record) => ({ record }));
    }
  },
};
