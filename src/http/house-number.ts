/** The parameter `number`, into which people also type the letter and the addition. */
import { z } from "zod";
import { splitHouseNumber } from "../registry/house-number.ts";
import { integer, optional, text } from "./parameters.ts";

export const houseLetter = text({ max: 10, description: "House letter.", example: "a" });
export const houseAddition = text({ max: 10, description: "House number addition.", example: "bis" });

/** Where `number` is a parameter, its handler is given these too, whether or not they are parameters as well. */
export const HOUSE_NUMBER_PARTS = { letter: optional(houseLetter), addition: optional(houseAddition) };
export interface HouseNumberParts {
  readonly letter?: string | undefined;
  readonly addition?: string | undefined;
}

/** A house number; what is typed behind it has been taken off by {@link takeNumberApart}, unless it was given twice. */
export function houseNumber({ description }: { readonly description: string }): z.ZodType<number, number> {
  const documented = { description: `${description} ${MAY_HOLD_MORE}`, example: 5 };
  const whole = integer({ min: 1, max: 99_999, ...documented });
  const read = z.preprocess((value, context) => {
    if (typeof value !== "string" || splitHouseNumber(value) === undefined) return value;
    context.issues.push({ code: "custom", message: GIVEN_TWICE, input: value });
    return z.NEVER;
  }, whole);
  return read.meta(documented) as z.ZodType<number, number>;
}

const MAY_HOLD_MORE =
  "Letter and addition may follow it (`5a`, `5-2`, `5 a-2`), when neither is given apart.";
const GIVEN_TWICE = "The :attribute field must be an integer; letter and addition are given once.";

/** The values with letter and addition that were typed into the number under their own names, where both are absent. */
export function takeNumberApart<T extends Readonly<Record<string, unknown>>>(values: T): T {
  const { number, letter, addition } = values;
  if (typeof number !== "string" || letter !== undefined || addition !== undefined) return values;
  const parts = splitHouseNumber(number);
  return parts === undefined ? values : { ...values, ...parts };
}
