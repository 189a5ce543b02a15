import type { DeliveryArea } from "./area.ts";
import { escapeXmlText } from "./escape-xml-text.ts";

/** A stand delivery, or the mutations from one stand date to the next. */
export type DeliveryPeriod =
  | { readonly kind: "stand"; readonly referenceDate: string }
  | { readonly kind: "mutaties"; readonly from: string; readonly to: string };

export const LEVERINGSDOCUMENT_NAME = "Leveringsdocument-BAG-Extract.xml";

export function leveringsdocumentXml(area: DeliveryArea, period: DeliveryPeriod): string {
  const schema =
    period.kind === "stand" ? "BagvsExtractDeelbestandExtractLvc" : "BagvsExtractDeelbestandMutatieLvc";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xb:BAG-Extract-Levering xmlns:xb="http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601" xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601">',
    "    <xb:SelectieGegevens>",
    ...indented(8, period.kind === "stand" ? standLines(period.referenceDate) : mutatieLines(period)),
    "        <selecties-extract:Gebied-Registratief>",
    ...indented(12, gebiedLines(area)),
    "        </selecties-extract:Gebied-Registratief>",
    "    </xb:SelectieGegevens>",
    "    <xb:SchemaInfo>",
    `        <xb:naam>${schema}-2.1.0.xsd</xb:naam>`,
    "        <xb:versie>20200601</xb:versie>",
    "    </xb:SchemaInfo>",
    "</xb:BAG-Extract-Levering>",
  ].join("\n");
}

function standLines(referenceDate: string): string[] {
  return [
    "<selecties-extract:LVC-Extract>",
    `    ${element("StandTechnischeDatum", referenceDate)}`,
    "</selecties-extract:LVC-Extract>",
  ];
}

function mutatieLines({ from, to }: { from: string; to: string }): string[] {
  return [
    "<selecties-extract:MUT-Extract>",
    `    ${element("StandTechnischeDatum", to)}`,
    "    <selecties-extract:Mutatieperiode>",
    `        ${element("MutatiedatumVanaf", from)}`,
    `        ${element("MutatiedatumTot", to)}`,
    "    </selecties-extract:Mutatieperiode>",
    "</selecties-extract:MUT-Extract>",
  ];
}

function gebiedLines(area: DeliveryArea): string[] {
  if (area.kind === "national") {
    return ["<selecties-extract:Gebied-NLD/>"];
  }
  return [
    "<selecties-extract:Gebied-GEM>",
    "    <selecties-extract:GemeenteCollectie>",
    "        <selecties-extract:Gemeente>",
    `            ${element("GemeenteIdentificatie", area.gemeentecode)}`,
    `            ${element("GemeenteNaam", escapeXmlText(area.gemeentenaam))}`,
    "        </selecties-extract:Gemeente>",
    "    </selecties-extract:GemeenteCollectie>",
    "</selecties-extract:Gebied-GEM>",
  ];
}

function element(name: string, text: string): string {
  return `<selecties-extract:${name}>${text}</selecties-extract:${name}>`;
}

function indented(spaces: number, lines: readonly string[]): string[] {
  return lines.map((line) => " ".repeat(spaces) + line);
}
