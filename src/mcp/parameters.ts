/** Kinds of parameter that only tools have, beside those of http/parameters.ts. */
import { z } from "zod";

/** False unless given; models write it as text too. */
export function flag(description: string, assumed = false) {
  const read = z.preprocess(
    booleanOfText,
    z.boolean({ error: "The :attribute field must be true or false." }),
  );
  return (read.meta({ description }) as z.ZodType<boolean, boolean>).default(assumed);
}

function booleanOfText(value: unknown): unknown {
  if (value === "true") return true;
  return value === "false" ? false : value;
}
