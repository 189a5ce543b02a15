import { escapeXmlText } from "./escape-xml-text.ts";
import { type DeliveredType, historieXml } from "./objects.ts";

/** An attribute of an object that is, or was, under investigation. It is metadata, not a voorkomen. */
export interface DemoKenmerk {
  readonly type: DeliveredType;
  readonly identificatie: string;
  /** Name of the attribute as the BAG writes it: "gebruiksdoel", "maakt deel uit van", "ligt in" … */
  readonly kenmerk: string;
  readonly inOnderzoek: boolean;
  readonly documentdatum: string;
  readonly documentnummer: string;
  readonly beginGeldigheid: string;
  readonly eindGeldigheid?: string | undefined;
  readonly tijdstipRegistratie: string;
  readonly eindRegistratie?: string | undefined;
  readonly tijdstipRegistratieLV: string;
  readonly tijdstipEindRegistratieLV?: string | undefined;
}

const OBJECT_NAMES: Readonly<Record<DeliveredType, string>> = {
  WPL: "Woonplaats",
  OPR: "Openbareruimte",
  NUM: "Nummeraanduiding",
  VBO: "Verblijfsobject",
  LIG: "Ligplaats",
  STA: "Standplaats",
  PND: "Pand",
};

export function inOnderzoekStandXml(kenmerk: DemoKenmerk): string {
  return `<sl:stand><sl-bag-extract:kenmerkInOnderzoek>${kenmerkXml(kenmerk)}</sl-bag-extract:kenmerkInOnderzoek></sl:stand>`;
}

/** Returns the element name that IOMUT files list in `ml:objectTypen`. */
export function kenmerkElementName(type: DeliveredType): string {
  return `Kenmerk${OBJECT_NAMES[type]}InOnderzoek`;
}

export function kenmerkXml(k: DemoKenmerk): string {
  const element = `KenmerkInOnderzoek:${kenmerkElementName(k.type)}`;
  const name = OBJECT_NAMES[k.type];
  return (
    `<${element}><KenmerkInOnderzoek:kenmerk>${k.kenmerk}</KenmerkInOnderzoek:kenmerk>` +
    `<KenmerkInOnderzoek:identificatieVan${name} domein="NL.IMBAG.${name}">${k.identificatie}</KenmerkInOnderzoek:identificatieVan${name}>` +
    `<KenmerkInOnderzoek:inOnderzoek>${k.inOnderzoek ? "J" : "N"}</KenmerkInOnderzoek:inOnderzoek>` +
    `<KenmerkInOnderzoek:documentdatum>${k.documentdatum}</KenmerkInOnderzoek:documentdatum>` +
    `<KenmerkInOnderzoek:documentnummer>${escapeXmlText(k.documentnummer)}</KenmerkInOnderzoek:documentnummer>` +
    `<KenmerkInOnderzoek:historieInOnderzoek><Historie:HistorieInOnderzoek>` +
    `<Historie:tijdstipRegistratie>${k.tijdstipRegistratie}</Historie:tijdstipRegistratie>` +
    historieXml("eindRegistratie", k.eindRegistratie) +
    `<Historie:beginGeldigheid>${k.beginGeldigheid}</Historie:beginGeldigheid>` +
    historieXml("eindGeldigheid", k.eindGeldigheid) +
    `<Historie:BeschikbaarLVInOnderzoek><Historie:tijdstipRegistratieLV>${k.tijdstipRegistratieLV}</Historie:tijdstipRegistratieLV>` +
    historieXml("tijdstipEindRegistratieLV", k.tijdstipEindRegistratieLV) +
    `</Historie:BeschikbaarLVInOnderzoek></Historie:HistorieInOnderzoek></KenmerkInOnderzoek:historieInOnderzoek></${element}>`
  );
}
