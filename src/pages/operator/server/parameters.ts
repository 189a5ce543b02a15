/** Schemas of parameters that several operations have. */
import { z } from "zod";

export const keyPath = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be an id")
    .transform(Number),
});

export const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(max));
