/** Cells of user files: parts of the address that a row is about, and values of other columns. */
import { pick, type Random } from "../../relevance/random.ts";
import { houseText } from "../dialects/literal-address.ts";
import type { Place } from "./places.ts";

/** One row of a file. */
export interface RowContext {
  /** Address that the row is about. */
  readonly a: Place;
  /** Another address: the postal address, the owner, the shop. */
  readonly o: Place;
  /** Number of the row, from 0. */
  readonly row: number;
  /** Numbers from 0 up to and without 1 for the cells of this row. */
  readonly random: Random;
}

type Field = (context: RowContext) => string;

const spaced = (postcode: string) => postcode.replace(/^(\d{4})(?=.)/, "$1 ");
const suffixOf = ({ letter, addition }: Place) =>
  letter !== "" && addition !== "" ? `${letter}-${addition}` : letter + addition;
const spacedHouse = ({ number, letter, addition }: Place) =>
  [`${number}`, letter, addition].filter((part) => part !== "").join(" ");
const digits = ({ random }: RowContext, size: number) =>
  Array.from({ length: size }, () => Math.floor(random() * 10)).join("");
const upTo = ({ random }: RowContext, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));
const two = (number: number) => `${number}`.padStart(2, "0");

/** Parts of the address that a file can have. */
export type Part =
  | "postcode"
  | "pc4"
  | "pc2"
  | "number"
  | "letter"
  | "addition"
  | "street"
  | "place"
  | "position";

/** Fields with parts of the address that the row is about, each with the names of these parts. */
const ADDRESS_FIELDS = {
  street: [({ a }) => a.street, "street"],
  STREET: [({ a }) => a.street.toUpperCase(), "street"],
  number: [({ a }) => `${a.number}`, "number"],
  paddedNumber: [({ a }) => `${a.number}`.padStart(5, "0"), "number"],
  letter: [({ a }) => a.letter, "letter"],
  LETTER: [({ a }) => a.letter.toUpperCase(), "letter"],
  addition: [({ a }) => a.addition, "addition"],
  suffix: [({ a }) => suffixOf(a), "letter addition"],
  SUFFIX: [({ a }) => suffixOf(a).toUpperCase(), "letter addition"],
  /** After a dash, as programs write it that append it to the number. */
  dashSuffix: [({ a }) => suffixOf(a).replace(/^(?=.)/, "-"), "letter addition"],
  /** `NULL`, as databases and spreadsheets export missing values. */
  nullSuffix: [({ a }) => suffixOf(a) || "NULL", "letter addition"],
  dashedLetter: [({ a }) => a.letter || "-", "letter"],
  dashedAddition: [({ a }) => a.addition || "-", "addition"],
  floatNumber: [({ a }) => `${a.number}.0`, "number"],
  house: [({ a }) => houseText(a), "number letter addition"],
  spacedHouse: [({ a }) => spacedHouse(a), "number letter addition"],
  streetNumber: [({ a }) => `${a.street} ${a.number}`, "street number"],
  streetHouse: [({ a }) => `${a.street} ${houseText(a)}`, "street number letter addition"],
  streetHouseSpaced: [({ a }) => `${a.street} ${spacedHouse(a)}`, "street number letter addition"],
  houseStreet: [({ a }) => `${houseText(a)} ${a.street}`, "street number letter addition"],
  postcode: [({ a }) => a.postcode, "postcode"],
  postcodeSpaced: [({ a }) => spaced(a.postcode), "postcode"],
  postcodeNl: [({ a }) => `NL-${spaced(a.postcode)}`, "postcode"],
  postcodeHouse: [({ a }) => `${a.postcode} ${houseText(a)}`, "postcode number letter addition"],
  postcodeLower: [({ a }) => a.postcode.toLowerCase(), "postcode"],
  pc4: [({ a }) => a.postcode.slice(0, 4), "pc4"],
  pc2: [({ a }) => a.postcode.slice(4), "pc2"],
  place: [({ a }) => a.city, "place"],
  PLACE: [({ a }) => a.city.toUpperCase(), "place"],
  postcodePlace: [({ a }) => `${spaced(a.postcode)}  ${a.city}`, "postcode place"],
  full: [
    ({ a }) => `${a.street} ${houseText(a)}, ${spaced(a.postcode)} ${a.city}`,
    "street number letter addition postcode place",
  ],
  fullLines: [
    ({ a }) => `${a.street} ${houseText(a)}\n${spaced(a.postcode)}  ${a.city.toUpperCase()}`,
    "street number letter addition postcode place",
  ],
  lat: [({ a }) => a.lat.toFixed(7), "position"],
  lon: [({ a }) => a.lon.toFixed(7), "position"],
  latLon: [({ a }) => `${a.lat.toFixed(7)}, ${a.lon.toFixed(7)}`, "position"],
  wkt: [({ a }) => `POINT (${a.lon.toFixed(8)} ${a.lat.toFixed(8)})`, "position"],
  wktRd: [({ a }) => `POINT(${a.x.toFixed(3)} ${a.y.toFixed(3)})`, "position"],
  rdX: [({ a }) => a.x.toFixed(2), "position"],
  rdY: [({ a }) => a.y.toFixed(2), "position"],
  rdXComma: [({ a }) => a.x.toFixed(1).replace(".", ","), "position"],
  rdYComma: [({ a }) => a.y.toFixed(1).replace(".", ","), "position"],
} as const satisfies Record<string, readonly [Field, string]>;

const FIRST = ["Jan", "Sanne", "Mohamed", "Emma", "Daan", "Fatima", "Lotte", "Bram", "Noor", "Pieter"];
const LAST = [
  "de Vries",
  "Jansen",
  "van den Berg",
  "Bakker",
  "El Amrani",
  "Visser",
  "Smit",
  "Mulder",
  "Weesp",
];
const COMPANIES = ["Bakkerij", "Garage", "Kapsalon", "Stichting", "Loodgietersbedrijf", "Praktijk", "Hotel"];
const OTHER_PLACES = ["Amsterdam", "Utrecht", "Paramaribo", "Hilversum", "Rabat", "Groningen", "Naarden"];
const REMARKS = ["", "", "", "bellen na 18 uur", "sleutel bij buren", "2e levering", "niet aan huis"];

/** Fields without parts of that address. */
const OTHER_FIELDS = {
  empty: () => "",
  /** Counts the rows. */
  counter: ({ row }) => `${row + 1}`,
  customer: (context) => `${100_000 + context.row * 7 + upTo(context, 0, 6)}`,
  shortCustomer: (context) => `K${digits(context, 4)}`,
  guid: (context) => `0015g00000${digits(context, 5)}AAA`,
  company: ({ random }) => `${pick(random, COMPANIES)} ${pick(random, LAST)}`,
  person: ({ random }) => `${pick(random, FIRST)} ${pick(random, LAST)}`,
  firstName: ({ random }) => pick(random, FIRST),
  lastName: ({ random }) => pick(random, LAST),
  initials: ({ random }) => pick(random, ["A", "B", "C", "D", "J.", "M.C.", "P", "S", "X"]),
  sex: ({ random }) => pick(random, ["M", "V"]),
  yesNo: ({ random }) => pick(random, ["J", "N"]),
  phone: (context) => `0294-${digits(context, 6)}`,
  mobile: (context) => `06${digits(context, 8)}`,
  email: (context) => `klant${digits(context, 4)}@example.nl`,
  amount: (context) => `${upTo(context, 10, 999)},${two(upTo(context, 0, 99))}`,
  wholeAmount: (context) => `${upTo(context, 1, 250)}`,
  quantity: (context) => `${upTo(context, 1, 9)}`,
  percentage: (context) => `${upTo(context, 0, 100)}%`,
  year: (context) => `${upTo(context, 1960, 2024)}`,
  date: (context) => `${two(upTo(context, 1, 28))}-${two(upTo(context, 1, 12))}-${upTo(context, 2015, 2024)}`,
  isoDate: (context) =>
    `${upTo(context, 2015, 2024)}-${two(upTo(context, 1, 12))}-${two(upTo(context, 1, 28))}`,
  birthDate: (context) =>
    `${upTo(context, 1930, 2010)}${two(upTo(context, 1, 12))}${two(upTo(context, 1, 28))}`,
  birthPlace: ({ random, o }) => pick(random, [...OTHER_PLACES, o.city]),
  /** Class of a customer, a label, a route: a short letter that is no house letter. */
  class: ({ random }) => pick(random, ["A", "B", "C", "D"]),
  lowerClass: ({ random }) => pick(random, ["a", "b", "c", "d"]),
  floor: (context) => `${upTo(context, 0, 6)}`,
  floorWord: ({ random }) => pick(random, ["bg", "1e", "2e", "3e"]),
  rooms: (context) => `${upTo(context, 1, 7)}`,
  surface: (context) => `${upTo(context, 30, 240)}`,
  remark: ({ random }) => pick(random, REMARKS),
  status: ({ random }) => pick(random, ["actief", "actief", "opgezegd"]),
  ean: (context) => `8716${digits(context, 14)}`,
  agb: (context) => `01${digits(context, 6)}`,
  brin: (context) => `${digits(context, 2)}${pick(context.random, ["AB", "CD", "XK"])}`,
  kvk: (context) => `${upTo(context, 1, 8)}${digits(context, 7)}`,
  iban: (context) => `NL${digits(context, 2)}RABO0${digits(context, 9)}`,
  id: ({ a }) => a.id,
  poBox: (context) => (context.random() < 0.3 ? `Postbus ${upTo(context, 10, 999)}` : ""),
  poBoxNumber: (context) => (context.random() < 0.3 ? `${upTo(context, 10, 999)}` : ""),
  poBoxPostcode: (context) => (context.random() < 0.3 ? "1380AA" : ""),
  infix: ({ random }) => pick(random, ["", "", "de", "van", "van der", "ten", "in 't"]),
  title: ({ random }) => pick(random, ["dhr.", "mw.", "fam.", "X"]),
  /** Parcel of the land register. */
  section: ({ random }) => pick(random, ["A", "B", "C", "D", "E", "F", "H"]),
  parcel: (context) => `${upTo(context, 1, 4000)}`,
  apartmentIndex: (context) => (context.random() < 0.3 ? `A${upTo(context, 1, 60)}` : ""),
  /** Room, bed, locker: small numbers that can be additions, too. */
  room: (context) => `${upTo(context, 1, 24)}`,
  roomOfSome: (context) => (context.random() < 0.4 ? `${upTo(context, 1, 12)}` : ""),
  entrance: ({ random }) => pick(random, ["", "", "A", "B", "achter", "zij"]),
  energyLabel: ({ random }) => pick(random, ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"]),
  size: ({ random }) => pick(random, ["S", "M", "L", "XL"]),
  weekday: ({ random }) => pick(random, ["ma", "di", "wo", "do", "vr"]),
  zeroOne: ({ random }) => pick(random, ["0", "1"]),
  mobileBare: (context) => `6${digits(context, 8)}`,
  language: ({ random }) => pick(random, ["NL", "NL", "EN", "DE"]),
  weesp: () => "Weesp",
  /** The number again, as if it were the last one of a range. */
  sameNumber: ({ a }) => `${a.number}`,
  oLat: ({ o }) => o.lat.toFixed(6),
  oLon: ({ o }) => o.lon.toFixed(6),
  oFull: ({ o }) => `${o.street} ${houseText(o)}, ${spaced(o.postcode)} ${o.city}`,
  nl: () => "NL",
  nederland: () => "Nederland",
  province: ({ a }) => a.province,
  gemeente: ({ a }) => a.gemeente,
  gemeenteCode: () => "0457",
  oStreet: ({ o }) => o.street,
  oNumber: ({ o }) => `${o.number}`,
  oSuffix: ({ o }) => suffixOf(o),
  oHouse: ({ o }) => houseText(o),
  oStreetHouse: ({ o }) => `${o.street} ${houseText(o)}`,
  oPostcode: ({ o }) => o.postcode,
  oPostcodeSpaced: ({ o }) => spaced(o.postcode),
  oPlace: ({ o }) => o.city,
  oPostcodePlace: ({ o }) => `${spaced(o.postcode)} ${o.city}`,
  /** Postal address: equal to the address in most rows, as in real files. */
  mStreet: (context) => mostly(context).street,
  mNumber: (context) => `${mostly(context).number}`,
  mSuffix: (context) => suffixOf(mostly(context)),
  mStreetHouse: (context) => `${mostly(context).street} ${houseText(mostly(context))}`,
  mPostcode: (context) => mostly(context).postcode,
  mPlace: (context) => mostly(context).city,
  /** Mark of the BRP: by or opposite the address, in few rows; see {@link isBeside}. */
  aanduiding: ({ row }) => (row % 25 === 7 ? "to" : row % 25 === 19 ? "by" : ""),
} as const satisfies Record<string, Field>;

/** Returns the address of the row in four rows of five, else the other one. */
function mostly({ a, o, row }: RowContext): Place {
  return row % 5 === 4 ? o : a;
}

/** Name of a field. */
export type FieldName = keyof typeof ADDRESS_FIELDS | keyof typeof OTHER_FIELDS;

/** Returns the text of a field. */
export function cellOf(field: FieldName, context: RowContext): string {
  return field in ADDRESS_FIELDS
    ? ADDRESS_FIELDS[field as keyof typeof ADDRESS_FIELDS][0](context)
    : OTHER_FIELDS[field as keyof typeof OTHER_FIELDS](context);
}

/** Returns the parts of the address that columns of these fields hold. */
export function partsOf(fields: readonly FieldName[]): Set<Part> {
  const parts = fields.flatMap((field) =>
    field in ADDRESS_FIELDS ? ADDRESS_FIELDS[field as keyof typeof ADDRESS_FIELDS][1].split(" ") : [],
  );
  return new Set(parts as Part[]);
}
