/** Gemeente that a woonplaats belongs to during a period. */
export interface GemeenteWoonplaatsRelatie {
  readonly woonplaats: string;
  readonly gemeente: string;
  readonly begindatum: string;
  /** Exclusive. */
  readonly einddatum?: string | undefined;
  readonly status: "voorlopig" | "definitief";
}

/** Head comment with accented letters, as the official one has: the only file of a delivery with raw UTF-8. */
const HEAD_COMMENT = `<!-- Disclaimer:
In de BAG worden woonplaatsen geregistreerd, maar géén gemeenten. Dit bestand legt de relatie tussen gemeente en woonplaats.
Alles in deze levering is verzonnen: het is een demonstratieland van baken en géén product van het Kadaster.
 -->`;

const ROOT =
  "<gwr-bestand:BAG-GWR-Deelbestand-LVC" +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xs="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:gwr-bestand="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601"' +
  ' xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"' +
  ' xmlns:bagtypes="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601"' +
  ' xmlns:gwr-product="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601"' +
  ' xmlns:DatatypenNEN3610="www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601"' +
  ' xsi:schemaLocation="http://www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601 https://developer.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601/BagvsGwrDeelbestandLvc-2.1.0.xsd">';

/** Returns the whole GEM-WPL-RELATIE file; always national, also inside a municipal delivery. Encode as UTF-8. */
export function gemeenteWoonplaatsRelatieXml(
  referenceDate: string,
  relaties: Iterable<GemeenteWoonplaatsRelatie>,
): string {
  let rows = "";
  for (const relatie of relaties) {
    rows += relatieXml(relatie);
  }
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n${HEAD_COMMENT}${ROOT}\n` +
    "  <gwr-bestand:SelectieGegevens>\n" +
    `    <selecties-extract:StandTechnischeDatum>${referenceDate}</selecties-extract:StandTechnischeDatum>\n` +
    "  </gwr-bestand:SelectieGegevens>\n  <gwr-bestand:Product>\n" +
    `    <gwr-product:GemeenteWoonplaatsRelatieProduct>${rows}</gwr-product:GemeenteWoonplaatsRelatieProduct>\n` +
    "  </gwr-bestand:Product>\n</gwr-bestand:BAG-GWR-Deelbestand-LVC>"
  );
}

function relatieXml(r: GemeenteWoonplaatsRelatie): string {
  const einddatum =
    r.einddatum === undefined
      ? ""
      : `<bagtypes:einddatumTijdvakGeldigheid>${r.einddatum}</bagtypes:einddatumTijdvakGeldigheid>`;
  return (
    "<gwr-product:GemeenteWoonplaatsRelatie><gwr-product:tijdvakgeldigheid>" +
    `<bagtypes:begindatumTijdvakGeldigheid>${r.begindatum}</bagtypes:begindatumTijdvakGeldigheid>${einddatum}` +
    "</gwr-product:tijdvakgeldigheid>" +
    `<gwr-product:gerelateerdeWoonplaats><gwr-product:identificatie>${r.woonplaats}</gwr-product:identificatie></gwr-product:gerelateerdeWoonplaats>` +
    `<gwr-product:gerelateerdeGemeente><gwr-product:identificatie>${r.gemeente}</gwr-product:identificatie></gwr-product:gerelateerdeGemeente>` +
    `<gwr-product:status>${r.status}</gwr-product:status></gwr-product:GemeenteWoonplaatsRelatie>`
  );
}
