/** Namespaces of the BAG extract (model v20200601) with the prefix our paths use for each; several lack `http://`. */
export const BAG_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601", "sl-bag-extract"],
  ["http://www.kadaster.nl/schemas/standlevering-generiek/1.0", "sl"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601", "mlm"],
  ["http://www.kadaster.nl/schemas/mutatielevering-generiek/1.0", "ml"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601", "xb"],
  ["http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601", "selecties-extract"],
  ["www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601", "Objecten"],
  ["www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601", "Objecten-ref"],
  ["www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601", "Historie"],
  ["www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601", "KenmerkInOnderzoek"],
  ["www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601", "nen5825"],
  ["www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601", "DatatypenNEN3610"],
  ["http://www.opengis.net/gml/3.2", "gml"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601", "gwr-bestand"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601", "gwr-product"],
  ["www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601", "bagtypes"],
]);

/**
 * Local names of elements that official files contain and the import does not read (docs/bag-format.md §1.5, §1.6, §1.9
 * and §2).
 */
export const UNREAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...[
    "Gebied-Registratief",
    "Gebied-NLD",
    "Gebied-GEM",
    "GemeenteCollectie",
    "Gemeente",
    "GemeenteIdentificatie",
  ],
  ...["dataset", "inhoud", "gebied", "leveringsId", "objectTypen", "objectType"],
  ...["geconstateerd", "documentdatum", "documentnummer", "typeAdresseerbaarObject"],
  ...["tijdstipRegistratie", "eindRegistratie", "tijdstipRegistratieLV", "tijdstipEindRegistratieLV"],
  ...["kenmerkInOnderzoek", "SchemaInfo", "status"],
]);
