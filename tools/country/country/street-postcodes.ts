/** Counts the addresses and postcodes on the two sides of a street. */
/** Maximum number of addresses on one side of a street that share a postcode. */
const MAX_ADDRESSES_PER_POSTCODE = 22;
/** Maximum number of addresses of a street with one postcode for both sides. */
const MAX_SMALL_STREET_ADDRESSES = 18;

/** Returns the number of addresses on the odd and the even side of a street with `addresses` addresses. */
export function countBySide(addresses: number): readonly [odd: number, even: number] {
  const odd = Math.ceil(addresses / 2);
  return [odd, addresses - odd];
}

/** Returns the number of postcodes on each side of a street; small streets have one in all, counted on the odd side. */
export function countPostcodes(addresses: number): readonly [odd: number, even: number] {
  if (addresses <= MAX_SMALL_STREET_ADDRESSES) {
    return [1, 0];
  }
  const [odd, even] = countBySide(addresses);
  return [Math.ceil(odd / MAX_ADDRESSES_PER_POSTCODE), Math.ceil(even / MAX_ADDRESSES_PER_POSTCODE)];
}

/** Letters that PostNL issues; F, I, O, Q, U and Y are valid too, but hardly used. */
const LETTERS = "ABCDEGHJKLMNPRSTVWXZ";
/** Letter pairs that are never issued. */
const WITHHELD = new Set(["SA", "SD", "SS"]);

/** Letter pairs of a PC4 in the order in which streets receive them. */
export const LETTER_PAIRS: readonly string[] = [...LETTERS]
  .flatMap((first) => [...LETTERS].map((second) => first + second))
  .filter((pair) => !WITHHELD.has(pair));
