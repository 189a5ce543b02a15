/** Parses `1382 kt` into the registry's spelling `1382KT`; returns `undefined` for text that is no postcode. */
export function parsePostcode(text: string): string | undefined {
  const parts = /^\s*([1-9]\d{3})\s*([a-z]{2})\s*$/i.exec(text);
  return parts ? parts[1]! + parts[2]!.toUpperCase() : undefined;
}
