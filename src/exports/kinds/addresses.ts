import { estimateAdressen, readAdressenByPlace } from "../../registry/read/adressen-by-place.ts";
import { readAdressenInOrder } from "../../registry/read/adressen-in-order.ts";
import { hasBuurt } from "../../registry/read/buurt-filter.ts";
import { ADDRESS_AREAS } from "../../registry/schema/cbs-fields.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { ADDRESS } from "../../registry/schema/record-fields.ts";
import { exportColumns } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

type Address = ExportOf<typeof ADDRESS>;

export const addresses: ExportKind<Address> = {
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
  *read(s, selection, { order, chosen }) {
    const isAsked = (column: string) => chosen?.includes(column) ?? true;
    const options = {
      stage: isAsked("object_status") || isAsked("stage"),
      areas: Object.keys(ADDRESS_AREAS).some(isAsked),
    };
    // A buurt is found by place, as a region is.
    const isList = order === "list" && selection.region === undefined && !hasBuurt(selection.filter);
    const lists = isList
      ? readAdressenInOrder(s, selection.filter, options)
      : readAdressenByPlace(s, selection, options);
    for (const list of lists) {
      yield list.map((record) => ({ record: record as Address }));
    }
  },
};
