/** Files of all addresses in a dialect, with errors at a known rate, and what geocoding may answer to each row. */
import type { KnownAddress } from "../../relevance/addresses.ts";
import { pick, type Random } from "../../relevance/random.ts";
import { becomesDate, type Dialect, SPREADSHEET } from "./dialects.ts";
import { createLiteralFinder, houseText, type WrittenAddress } from "./literal-address.ts";
import { type ErrorKind, TYPING_ERRORS } from "./typing-errors.ts";

/** Part of the rows that get an error. */
const ERROR_RATE = 0.3;

/**
 * `clean`: names one address. `text of two addresses`: clean, but several addresses have these parts. `no postcode
 * known`: the address has no postcode, and the row has no street. `became a date`: a spreadsheet has destroyed the
 * house number.
 */
export type RowKind = "clean" | "text of two addresses" | "no postcode known" | "became a date" | ErrorKind;

export interface ExpectedRow {
  readonly kind: RowKind;
  /** Addresses that may be answered: those that equal the row letter by letter, or equal the row without its error. */
  readonly ids: readonly string[];
}

export interface DirtyFile {
  readonly dialect: Dialect;
  /** Rows of the file without its header. */
  readonly expected: readonly ExpectedRow[];
  readonly rows: readonly (readonly string[])[];
  readonly bytes: Buffer;
}

/** Writes addresses in a dialect. */
export function writeDirtyFile(
  dialect: Dialect,
  addresses: readonly KnownAddress[],
  { all, random }: { readonly all: readonly KnownAddress[]; readonly random: Random },
): DirtyFile {
  const findLiteral = createLiteralFinder(all);
  const rows: string[][] = [];
  const expected = addresses.map((address, row): ExpectedRow => {
    const clean = writtenOf(address, dialect);
    const { written, error } = withError(clean, dialect, random);
    rows.push(dialect.cells(written, row));
    if (dialect.name === SPREADSHEET && becomesDate(houseText(written))) {
      return { kind: "became a date", ids: [] };
    }
    if (!written.postcode && written.street === undefined) {
      return { kind: "no postcode known", ids: [] };
    }
    const literal = findLiteral(written);
    if (error !== undefined && (literal.length === 0 || literal.includes(address.id))) {
      return { kind: error, ids: findLiteral(clean) };
    }
    // An error that makes another valid address cannot be detected.
    return { kind: literal.length > 1 ? "text of two addresses" : "clean", ids: literal };
  });
  const lines = dialect.header === null ? rows : [dialect.header, ...rows];
  return { dialect, expected, rows, bytes: dialect.toBytes(lines) };
}

function writtenOf(address: KnownAddress, { parts }: Dialect): WrittenAddress {
  const { number, letter, addition } = address;
  return {
    number,
    letter,
    addition,
    ...(parts.includes("postcode") && { postcode: address.postcode }),
    ...(parts.includes("street") && { street: address.street }),
    ...(parts.includes("place") && { place: address.city }),
  };
}

function withError(written: WrittenAddress, { errors }: Dialect, random: Random) {
  if (random() < ERROR_RATE) {
    const kind = pick(random, errors);
    const wrong = TYPING_ERRORS[kind](written, random);
    if (wrong !== undefined) {
      return { written: wrong, error: kind };
    }
  }
  return { written, error: undefined };
}
