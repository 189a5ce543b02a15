/** Eight ways in which people keep the same addresses in files. */
import { makeXlsx } from "../tables/make-xlsx.ts";
import { houseText, type WrittenAddress, type WrittenPart } from "./literal-address.ts";
import type { ErrorKind } from "./typing-errors.ts";

export interface Dialect {
  readonly name: string;
  readonly parts: readonly WrittenPart[];
  /** Errors that rows of this dialect have. */
  readonly errors: readonly ErrorKind[];
  /** Cells of a row; the first table column counts the rows where there is more than one. */
  readonly cells: (address: WrittenAddress, row: number) => string[];
  readonly header: readonly string[] | null;
  /** Extension of the file, and how rows become its bytes. */
  readonly extension: "csv" | "xlsx";
  readonly toBytes: (rows: readonly (readonly string[])[]) => Buffer;
}

interface TextForm {
  readonly delimiter: string;
  readonly lineEnd: "\n" | "\r\n";
  readonly encoding: BufferEncoding;
  readonly hasMark?: boolean;
  /** Quotes all cells instead of those that need it. */
  readonly quotesAll?: boolean;
}

/** Characters of windows-1252 that latin1 lacks do not occur in these addresses. */
function asText(form: TextForm): Pick<Dialect, "extension" | "toBytes"> {
  const { delimiter, lineEnd, encoding, hasMark = false, quotesAll = false } = form;
  const quoted = (cell: string) =>
    quotesAll || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return {
    extension: "csv",
    toBytes: (rows) =>
      Buffer.from(
        (hasMark ? "\ufeff" : "") + rows.map((row) => row.map(quoted).join(delimiter) + lineEnd).join(""),
        encoding,
      ),
  };
}

const spaced = (postcode: string) => postcode.replace(/^(\d{4})(?=.)/, "$1 ");

/** Serial of day and month of a text such as `12-3` in 2021, as a spreadsheet takes it for a date. */
function serialOf(text: string): number | undefined {
  const [, day, month] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const time = Date.UTC(2021, Number(month) - 1, Number(day));
  const isDate = day !== undefined && new Date(time).getUTCDate() === Number(day) && Number(month) <= 12;
  return isDate ? time / 86_400_000 + 25_569 : undefined;
}

/** Cell of a sheet: numbers and what looks like a date lose their text, as when a CSV file is opened in Excel. */
function sheetCell(text: string): string {
  const serial = serialOf(text);
  if (serial !== undefined) {
    return `<c s="1"><v>${serial}</v></c>`;
  }
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return /^[1-9]\d*$/.test(text)
    ? `<c><v>${text}</v></c>`
    : `<c t="inlineStr"><is><t>${escaped}</t></is></c>`;
}

/** Returns true when opening a CSV file in Excel makes a date of this house number. */
export const becomesDate = (text: string): boolean => serialOf(text) !== undefined;

export const SPREADSHEET = "Excel, house numbers joined";

export const DIALECTS: readonly Dialect[] = [
  {
    name: "semicolons, split numbers",
    parts: ["postcode"],
    errors: ["letter in postcode", "unknown number", "unknown addition", "addition left out"],
    header: ["Klantnr", "PC", "Huisnr", "Letter", "Toev"],
    cells: ({ postcode = "", number, letter, addition }, row) => [
      `${row}`,
      spaced(postcode),
      `${number}`,
      letter,
      addition,
    ],
    ...asText({ delimiter: ";", lineEnd: "\r\n", encoding: "latin1" }),
  },
  {
    name: "commas, all quoted",
    parts: ["postcode"],
    errors: ["letter in postcode", "digit in postcode", "unknown addition", "addition left out"],
    header: ["order", "zip", "house_number"],
    cells: (address, row) => [`${row}`, (address.postcode ?? "").toLowerCase(), houseText(address)],
    ...asText({ delimiter: ",", lineEnd: "\n", encoding: "utf8", hasMark: true, quotesAll: true }),
  },
  {
    name: "lines of text, no header",
    parts: ["postcode", "street", "place"],
    errors: [
      "letter in street",
      "letter in place",
      "letter in postcode",
      "abbreviated",
      "other place",
      "no postcode",
    ],
    header: null,
    cells: (address) => [
      `${address.street} ${houseText(address)}, ${spaced(address.postcode ?? "")} ${address.place}`,
    ],
    ...asText({ delimiter: "\n", lineEnd: "\n", encoding: "utf8" }),
  },
  {
    name: "tabs in UTF-16, no postcode",
    parts: ["street", "place"],
    errors: ["letter in street", "letter in place", "abbreviated", "unknown number"],
    header: ["Straat", "Nummer", "Plaats"],
    cells: (address) => [address.street!, houseText(address), address.place!],
    ...asText({ delimiter: "\t", lineEnd: "\r\n", encoding: "utf16le", hasMark: true }),
  },
  {
    name: "street and number joined",
    parts: ["postcode", "street", "place"],
    errors: [
      "letter in street",
      "letter in postcode",
      "digit in postcode",
      "other place",
      "unknown number",
      "no postcode",
    ],
    header: ["Naam", "Adres", "Postcode", "Woonplaats", "Land"],
    cells: (address, row) => [
      `"De Vries; & zn" ${row}`,
      `${address.street} ${houseText(address)}`,
      address.postcode ?? "",
      address.place!,
      "NL",
    ],
    ...asText({ delimiter: ";", lineEnd: "\n", encoding: "utf8" }),
  },
  {
    name: "capitals between bars",
    parts: ["postcode", "street", "place"],
    errors: ["letter in street", "letter in place", "no postcode", "abbreviated", "addition left out"],
    header: ["CITY", "STREET", "ZIP", "HOUSENR", "SUFFIX", "ID"],
    cells: ({ place, street, postcode, number, letter, addition }, row) =>
      [place!, street!, postcode ?? "", `${number}`, `${letter} ${addition}`.trim(), `${row}`].map((cell) =>
        cell.toUpperCase(),
      ),
    ...asText({ delimiter: "|", lineEnd: "\r\n", encoding: "latin1" }),
  },
  {
    name: "cells of several lines",
    parts: ["postcode", "street", "place"],
    errors: ["letter in street", "digit in postcode", "abbreviated", "letter in place"],
    header: ["id", "adres", "opmerking"],
    cells: (address, row) => [
      `${row}`,
      `${address.street} nr. ${houseText(address)}\r\n${address.postcode}  ${address.place}`,
      'bel "eerst", a.u.b.',
    ],
    ...asText({ delimiter: ",", lineEnd: "\r\n", encoding: "latin1" }),
  },
  {
    name: SPREADSHEET,
    parts: ["postcode", "street"],
    errors: [
      "letter in street",
      "letter in postcode",
      "unknown number",
      "addition left out",
      "addition of a digit",
    ],
    header: ["Postcode", "Huisnummer", "Straatnaam", "Klant"],
    cells: (address, row) => [
      address.postcode ?? "",
      houseText(address),
      address.street!,
      `${row}`.padStart(6, "0"),
    ],
    extension: "xlsx",
    toBytes: (rows) =>
      makeXlsx({
        sheets: [
          { name: "Klanten", rows: rows.map((row) => `<row>${row.map(sheetCell).join("")}</row>`).join("") },
        ],
        styles: [0, 16],
      }),
  },
];
