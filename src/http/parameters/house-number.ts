/** Parameter `number`, which may also contain the letter and the addition. */
import type { z } from "zod";
import { faultMessage } from "../../base/fault-rules.ts";
import { splitHouseNumber } from "../../registry/schema/full-address.ts";
import { withoutFloatTails } from "../../registry/schema/number-parts.ts";
import { integer, optional, text, type Values } from "./kinds.ts";

const houseLetter = text({ max: 10, description: "House letter.", example: "a" });
const houseAddition = text({ max: 10, description: "House number addition.", example: "bis" });

/** Values that every handler with a parameter `number` receives, even when they are not declared as parameters. */
export const HOUSE_NUMBER_PARTS = { letter: optional(houseLetter), addition: optional(houseAddition) };
export type HouseNumberParts = Partial<Values<typeof HOUSE_NUMBER_PARTS>>;

/**
 * Schema of a house number. {@link splitNumberParameter} has already split off the text after it; if some is left,
 * letter or addition was given twice, which is an error.
 */
export function houseNumber({ description }: { readonly description: string }): z.ZodType<number, number> {
  const documented = { description: `${description} ${SUFFIX_DESCRIPTION}`, example: 5 };
  return integer({ min: 1, max: 99_999, ...documented }, (text) =>
    splitHouseNumber(text) === undefined ? undefined : faultMessage("integer_beside_parts"),
  );
}

const SUFFIX_DESCRIPTION =
  "Letter and addition may follow it (`5a`, `5-2`, `5 a-2`), when neither is given separately.";

/**
 * Moves letter and addition out of `number` to their own names, unless either is given. Removes the decimals that
 * programs add to whole numbers (`51.0`).
 */
export function splitNumberParameter<T extends Readonly<Record<string, unknown>>>(values: T): T {
  const { letter, addition } = values;
  if (typeof values.number !== "string") {
    return values;
  }
  const number = withoutFloatTails(values.number);
  const parts = letter === undefined && addition === undefined ? splitHouseNumber(number) : undefined;
  return parts === undefined && number === values.number ? values : { ...values, number, ...parts };
}
