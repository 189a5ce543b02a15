/** Files of addresses that the page has: CSV and GeoJSON with the fields of the interface. */
import type { Address } from "../known-addresses.ts";

type Field = keyof Address;

/** Fields that are lists or objects of their own, and are left out of tables. */
const NOT_IN_TABLES: ReadonlySet<string> = new Set(["geometry", "gebruiksdoel"]);

/** Returns a CSV file with a header; spreadsheets read no cell of it as a formula. */
export function toCsv(addresses: readonly Address[]): string {
  const fields = fieldsOf(addresses);
  const rows = addresses.map((address) => [
    ...fields.map((field) => toCell(address[field])),
    toCell(address.gebruiksdoel.join("; ")),
  ]);
  return [[...fields, "gebruiksdoel"], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

export function toFeatureCollection(addresses: readonly Address[]): string {
  const features = addresses.map(({ geometry: _, ...properties }) => ({
    type: "Feature",
    id: properties.nummeraanduiding_id,
    geometry: { type: "Point", coordinates: [properties.longitude, properties.latitude] },
    properties,
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

function fieldsOf(addresses: readonly Address[]): Field[] {
  const names = new Set(addresses.flatMap((address) => Object.keys(address)));
  return [...names].filter((name) => !NOT_IN_TABLES.has(name)) as Field[];
}

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Time for which the browser can read the content of a file that it saves. */
const KEPT_MS = 60_000;

/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
