import { type DeliveryArea, registratiefGebiedXml } from "./area.ts";
import type { ObjectType } from "./objects.ts";

/** Maximum number of records in one XML file; only the last file of a type has fewer. */
export const STANDS_PER_FILE = 10_000;

const NAMESPACES = [
  ["DatatypenNEN3610", "www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601"],
  ["Objecten", "www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601"],
  ["gml", "http://www.opengis.net/gml/3.2"],
  ["Historie", "www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601"],
  ["Objecten-ref", "www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601"],
  ["nen5825", "www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601"],
  ["KenmerkInOnderzoek", "www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601"],
  ["selecties-extract", "http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"],
  ["sl-bag-extract", "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601"],
  ["sl", "http://www.kadaster.nl/schemas/standlevering-generiek/1.0"],
  ["xsi", "http://www.w3.org/2001/XMLSchema-instance"],
  ["xs", "http://www.w3.org/2001/XMLSchema"],
].map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

const SCHEMA =
  "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601 " +
  "https://developer.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601/BagvsExtractDeelbestandExtractLvc-2.1.0.xsd";

export interface StandFileHead {
  readonly area: DeliveryArea;
  readonly referenceDate: string;
  readonly type: ObjectType;
}

/** Returns everything before the first `sl:stand`, which follows `</sl:inhoud>` without a newline. */
export function standFileHead({ area, referenceDate, type }: StandFileHead): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<sl-bag-extract:bagStand${NAMESPACES.join("")} xsi:schemaLocation="${SCHEMA}">\n` +
    `  <sl-bag-extract:bagInfo>\n${registratiefGebiedXml(area, "    ")}` +
    "    <selecties-extract:LVC-Extract>\n" +
    `      <selecties-extract:StandTechnischeDatum>${referenceDate}</selecties-extract:StandTechnischeDatum>\n` +
    "    </selecties-extract:LVC-Extract>\n  </sl-bag-extract:bagInfo>\n" +
    "  <sl:standBestand>\n    <sl:dataset>LVBAG</sl:dataset>\n    <sl:inhoud>\n" +
    `      <sl:gebied>${area.kind === "national" ? "Nederland" : "GEMEENTE"}</sl:gebied>\n` +
    "      <sl:leveringsId>0000000001</sl:leveringsId>\n" +
    `      <sl:objectTypen>\n        <sl:objectType>${type}</sl:objectType>\n      </sl:objectTypen>\n    </sl:inhoud>`
  );
}

export const STAND_FILE_TAIL = "\n  </sl:standBestand>\n</sl-bag-extract:bagStand>";
