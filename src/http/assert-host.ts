import { AppError } from "../base/errors.ts";

/**
 * Throws `bad_request` for a request with several `Host` headers, which the server library joins by commas. A proxy and
 * this server could each believe another one (RFC 9112, 3.2).
 */
export function assertOneHost({ headers }: Request): void {
  if (headers.get("host")?.includes(",")) {
    throw new AppError("bad_request", "The request must have one Host header, which names one host.");
  }
}
