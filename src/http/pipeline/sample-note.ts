/** Adds to a 404 of the data that the server has only the sample. */
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

/** Adds to an error that the server has only the sample, where that is so. */
export function withTestData(error: AppError, { pinned }: Context): AppError {
  return pinned?.meta.sample === undefined
    ? error
    : new AppError(error.code, `${error.message} ${explainTestData(pinned.meta)}`, error.details);
}
