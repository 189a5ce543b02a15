import { randomBytes } from "node:crypto";

/** Identifiers that never repeat within a process and practically never across processes; no random per request. */
export function createRequestIds(): () => string {
  const process = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}
