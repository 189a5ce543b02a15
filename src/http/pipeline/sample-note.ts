/** Adds a note to a 404 when the server has only the sample. */
import { AppError } from "../../base/errors.ts";
import { explainTestData } from "../../registry/file/test-data.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";

/** Returns true for a 404 of the data, not of a job, a page or an interface of another service. */
export function isNotInRegistry(endpoint: AnyEndpoint | undefined, error: unknown): error is AppError {
  const isOfData = endpoint?.changesWith === "data" && (endpoint.auth === "key" || endpoint.auth === "demo");
  return (
    isOfData && endpoint.foreign === undefined && error instanceof AppError && error.code === "not_found"
  );
}

/** Adds a note to an error when the server has only the sample. */
export function withTestData(error: AppError, { pinned }: Context): AppError {
  return pinned?.meta.sample === undefined
    ? error
    : new AppError(error.code, `${error.message} ${explainTestData(pinned.meta)}`, error.details);
}
