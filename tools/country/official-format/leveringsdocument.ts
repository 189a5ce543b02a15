/** Describes a delivery in its Leveringsdocument, and its area as all files of a delivery name it. */
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

/** Area of a delivery: the whole country, or one gemeente. */
export type DeliveryArea =
  | { readonly kind: "national" }
  | { readonly kind: "municipal"; readonly gemeentecode: string; readonly gemeentenaam: string };

/** Returns the prefix of all entry names: `9999` for the country. */
export function areaCode(area: DeliveryArea): string {
  return area.kind === "national" ? "9999" : area.gemeentecode;
}

/**
 * Returns `selecties-extract:Gebied-Registratief` as the data files write it, at `indent`; without the name of a
 * gemeente.
 */
export function registratiefGebiedXml(area: DeliveryArea, indent: string): string {
  const inner =
    area.kind === "national"
      ? ["  <selecties-extract:Gebied-NLD />"]
      : [
          "  <selecties-extract:Gebied-GEM>",
          "    <selecties-extract:GemeenteCollectie>",
          "      <selecties-extract:Gemeente>",
          `        <selecties-extract:GemeenteIdentificatie>${area.gemeentecode}</selecties-extract:GemeenteIdentificatie>`,
          "      </selecties-extract:Gemeente>",
          "    </selecties-extract:GemeenteCollectie>",
          "  </selecties-extract:Gebied-GEM>",
        ];
  return ["<selecties-extract:Gebied-Registratief>", ...inner, "</selecties-extract:Gebied-Registratief>"]
    .map((line) => `${indent}${line}\n`)
    .join("");
}

/** Returns a date as entry names write it: `08112026` for `2026-11-08`. */
export function entryDate(date: string): string {
  return date.slice(8, 10) + date.slice(5, 7) + date.slice(0, 4);
}
