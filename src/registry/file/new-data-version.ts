import { randomBytes } from "node:crypto";

const RANDOM_BYTES = 6;

/** Returns the name of new data of this date (YYYY-MM-DD), which no other data anywhere has. */
export function newDataVersion(referenceDate: string): string {
  return `${referenceDate}-${randomBytes(RANDOM_BYTES).toString("hex")}`;
}
