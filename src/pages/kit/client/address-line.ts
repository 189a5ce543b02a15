interface AddressLine {
  readonly full_address: string;
  readonly postcode: string | null;
  readonly woonplaats_naam: string;
}

/** Writes a complete postcode with a space: `1382 KT`. Returns other text unchanged. */
export function formatPostcode(postcode: string): string {
  return postcode.replace(/^\d{4}(?=[A-Z]{2}$)/, "$& ");
}

/** Returns street and number of a record: `Keurstraat 5a`. */
export function streetLineOf({ full_address }: AddressLine): string {
  return full_address.slice(0, full_address.lastIndexOf(","));
}

/** Returns postcode and place of a record: `1382 KT Weesp`. */
export function placeLineOf({ postcode, woonplaats_naam }: Omit<AddressLine, "full_address">): string {
  return `${formatPostcode(postcode ?? "")} ${woonplaats_naam}`.trim();
}
