/** Reads the cell of a postcode as people write it. */

export interface PostcodeCell {
  /** In the registry's spelling. */
  readonly postcode: string;
  /** Text behind it, usually the place. */
  readonly rest: string;
}

/** No two parts fit the same characters, which in a long text of them would take the square of its length. */
const POSTCODE =
  /^(?:NL\s*(?:[-–]\s*)?)?([1-9]\d{3})[\s._–-]*([A-Za-z]{2})(?![A-Za-z0-9])[\s,;.-]*(?![\s,;.-])(.*)$/i;

/** Parses `1381AB`, `1381 ab`, `1381-AB`, `NL-1381AB` or `1381 AB  Weesp`; `undefined` for anything else. */
export function readPostcodeCell(text: string): PostcodeCell | undefined {
  const found = POSTCODE.exec(text);
  return found === null
    ? undefined
    : { postcode: found[1]! + found[2]!.toUpperCase(), rest: found[3]!.trim() };
}
