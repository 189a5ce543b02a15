import type { GemeenteWoonplaatsRelatie } from "../official-format/gemeente-woonplaats-relatie.ts";
import type { Country, DemoGemeente, DemoWoonplaats } from "./country.ts";

/** Begin date of every gemeente that was not founded by a merger, as in the official list. */
const FOUNDED = "1970-01-01";
/** Day on which former gemeenten merged into the present ones. */
const MERGED = "2019-01-01";
/** Day after the reference date on which some gemeenten will become new ones. */
const REORGANISED = "2027-01-01";
/** First row of most relations: one day `voorlopig`, then `definitief`. */
const PROPOSED = "2010-11-17";
const CONFIRMED = "2010-11-18";

/**
 * Enumerates the rows of GEM-WPL-RELATIE by woonplaats: ended, valid and future ones. Exactly one is valid on the
 * reference date.
 */
export function* relatiesOf(country: Country): Generator<GemeenteWoonplaatsRelatie> {
  for (const woonplaats of country.woonplaatsen) {
    yield* relatiesOfWoonplaats(woonplaats, woonplaats.identificatie);
  }
  for (const { formerIdentificatie, gemeente } of country.woonplaatsen) {
    if (formerIdentificatie === undefined) {
      continue;
    }
    // The row of a withdrawn woonplaats stays open, as officially.
    yield {
      woonplaats: formerIdentificatie,
      gemeente: gemeente.code,
      begindatum: CONFIRMED,
      status: "definitief",
    };
  }
}

function* relatiesOfWoonplaats(
  { gemeente, idPrefix }: DemoWoonplaats,
  woonplaats: string,
): Generator<GemeenteWoonplaatsRelatie> {
  const merged = idPrefix !== gemeente.code;
  const successorCode = successorCodeOf(gemeente);
  yield { woonplaats, gemeente: idPrefix, begindatum: PROPOSED, einddatum: CONFIRMED, status: "voorlopig" };
  if (merged) {
    yield { woonplaats, gemeente: idPrefix, begindatum: CONFIRMED, einddatum: MERGED, status: "definitief" };
  }
  yield {
    woonplaats,
    gemeente: gemeente.code,
    begindatum: merged ? MERGED : CONFIRMED,
    einddatum: successorCode && REORGANISED,
    status: "definitief",
  };
  if (successorCode) {
    yield { woonplaats, gemeente: successorCode, begindatum: REORGANISED, status: "definitief" };
  }
}

/** Returns the code of the gemeente that will replace this one; undefined for most, which stay. */
function successorCodeOf({ index }: DemoGemeente): string | undefined {
  return index % 20 === 7 ? String(1900 + (index - 7) / 20) : undefined;
}

/**
 * Returns the file of names in the layout of `gemeentelijke-indeling.csv`: ended, present and future gemeenten, by
 * code.
 */
export function gemeentenCsv(country: Country): string {
  const rows = country.gemeenten.flatMap((gemeente) => {
    const { provincie, code, naam, former } = gemeente;
    const successorCode = successorCodeOf(gemeente);
    return [
      { provincie, code, naam, begin: FOUNDED, end: successorCode ? REORGANISED : "" },
      ...(former ? [{ provincie, ...former, begin: FOUNDED, end: MERGED }] : []),
      ...(successorCode
        ? [{ provincie, code: successorCode, naam: `${naam}-Samen`, begin: REORGANISED, end: "" }]
        : []),
    ];
  });
  rows.sort((a, b) => (a.code < b.code ? -1 : 1));
  const lines = rows.map((r) =>
    [r.provincie.code, r.provincie.naam, r.code, r.naam, r.begin, r.end].join(";"),
  );
  return `provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum\n${lines.join("\n")}\n`;
}
