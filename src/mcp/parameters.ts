/** Parameter kinds of tools only, beside those of http/parameters/kinds.ts. */
import { z } from "zod";

/**
 * Returns a boolean parameter, `defaultValue` when absent; accepts "true" and "false" as text too, as models write
 * them.
 */
export function flag(description: string, defaultValue = false) {
  const schema = z.preprocess(
    parseBoolean,
    z.boolean({ error: "The :attribute field must be true or false." }),
  );
  return (schema.meta({ description }) as z.ZodType<boolean, boolean>).default(defaultValue);
}

function parseBoolean(value: unknown): unknown {
  if (value === "true") {
    return true;
  }
  return value === "false" ? false : value;
}
