import { randomBytes } from "node:crypto";

/**
 * Creates a generator of ids that never repeat within a process and practically never across processes. Draws no random
 * bytes per request.
 */
export function createRequestIds(): () => string {
  const processPrefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${processPrefix}-${(++count).toString(36)}`;
}
