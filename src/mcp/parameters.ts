/** Parameter kinds of tools only, beside those of http/parameters.ts. */
import { z } from "zod";

/** Returns a boolean parameter, `assumed` when absent; accepts "true" and "false" as text too, as models write them. */
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
