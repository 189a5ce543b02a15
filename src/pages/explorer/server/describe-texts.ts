/** Sentences about objects of the registry, for descriptions of pages. */
import type { AdresRecord } from "../../../registry/read/records.ts";
import type { Language } from "../../kit/server/preferences.ts";

const nl = {
  municipality: "Gemeente",
  postcodeArea: "Postcodegebied",
  building: "Pand",
  address: (adres: AdresRecord) =>
    sentence("nl", `Gebouwd in ${adres.bouwjaar ?? "een onbekend jaar"}`, adres),
  built: (year: number | null) => (year === null ? "Bouwjaar onbekend." : `Gebouwd in ${year}.`),
  street: (place: string, count: number) => `Straat in ${place} met ${addressesNl(count)}.`,
  postcode: (numbers: string, count: number) => `${numbers}: ${addressesNl(count)}.`,
  place: (gemeente: string, count: number) =>
    `Woonplaats in de gemeente ${gemeente} met ${addressesNl(count)}.`,
  area: (place: string, count: number) => `${place}: ${addressesNl(count)}.`,
  province: (count: number) => `Provincie met ${addressesNl(count)} in deze gegevens.`,
  source: (date: string) => `Uit de BAG, stand van ${formatDate("nl", date)}.`,
  generated: "Gegenereerde testgegevens: niets hiervan bestaat.",
};
export type DescribeTexts = typeof nl;

const en: DescribeTexts = {
  municipality: "Municipality",
  postcodeArea: "Postcode area",
  building: "Building",
  address: (adres) => sentence("en", `Built in ${adres.bouwjaar ?? "an unknown year"}`, adres),
  built: (year) => (year === null ? "Year of construction unknown." : `Built in ${year}.`),
  street: (place, count) => `Street in ${place} with ${addressesEn(count)}.`,
  postcode: (numbers, count) => `${numbers}: ${addressesEn(count)}.`,
  place: (gemeente, count) => `Place in the municipality ${gemeente} with ${addressesEn(count)}.`,
  area: (place, count) => `${place}: ${addressesEn(count)}.`,
  province: (count) => `Province with ${addressesEn(count)} in this data.`,
  source: (date) => `From the BAG, as of ${formatDate("en", date)}.`,
  generated: "Generated test data: none of this exists.",
};

export const DESCRIBE_TEXTS: Readonly<Record<Language, DescribeTexts>> = { nl, en };

function sentence(language: Language, built: string, { oppervlakte }: AdresRecord): string {
  return oppervlakte === null ? `${built}.` : `${built}, ${oppervlakte.toLocaleString(language)} m².`;
}

function addressesNl(count: number): string {
  return count === 1 ? "1 adres" : `${count.toLocaleString("nl")} adressen`;
}

function addressesEn(count: number): string {
  return count === 1 ? "1 address" : `${count.toLocaleString("en")} addresses`;
}

function formatDate(language: Language, date: string): string {
  const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(date).toLocaleDateString(language === "en" ? "en-GB" : language, form);
}
