import { AppError } from "../base/errors.ts";

/** Returns the 400 of a request that an interface cannot answer; the interface gives it its own form. */
export function badRequest(message: string): AppError {
  return new AppError("invalid_query", message);
}
