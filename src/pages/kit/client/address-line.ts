interface AddressLine {
  readonly full_address: string;
  readonly postcode: string | null;
  readonly woonplaats_naam: string;
}

/** Returns a postcode as the registry writes it, `undefined` for other text. */
export function readPostcode(text: string): string | undefined {
  const compact = text.replace(/[\s.]/g, "").toUpperCase();
  return /^[1-9]\d{3}[A-Z]{2}$/.test(compact) ? compact : undefined;
}

/** Writes a complete postcode with a space: `1382 KT`. Returns other text unchanged. */
export function formatPostcode(postcode: string): string {
  return postcode.replace(/^\d{4}(?=[A-Z]{2}$)/, "$& ");
}

/** Returns street and number of a record: `Keurstraat 5a`. */
export function streetLineOf({ full_address }: AddressLine): string {
  return full_address.slice(0, full_address.lastIndexOf(","));
}

/** Returns the house number of a record: `5a`, `1-5A3`, `16D K`. */
export function numberLineOf(address: AddressLine & { readonly straatnaam: string }): string {
  return streetLineOf(address).slice(address.straatnaam.length + 1);
}

/** Returns postcode and place of a record: `1382 KT Weesp`. */
export function placeLineOf({ postcode, woonplaats_naam }: Omit<AddressLine, "full_address">): string {
  return `${formatPostcode(postcode ?? "")} ${woonplaats_naam}`.trim();
}
