/** The token with which the operator logs in: one line of a file, made at the first start. */
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createSecret } from "../../../accounts/api-key.ts";
import { AppError, codeOf, messageOf } from "../../../base/errors.ts";

/** Characters of the shortest token accepted: 128 bits, were each drawn from 64 characters. */
export const MIN_TOKEN_LENGTH = 22;

export interface AdminToken {
  readonly token: string;
  readonly path: string;
  /** True when other users of the machine may read the file. */
  readonly isExposed: boolean;
}

/** Reads the token; makes the file, readable by its owner only, when there is none. Throws `unavailable` otherwise. */
export function openAdminToken(path: string): AdminToken {
  try {
    makeFile(path);
    const token = readFileSync(path, "utf8").trim();
    assertStrong(token, path);
    return { token, path, isExposed: (statSync(path).mode & 0o077) !== 0 };
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError("unavailable", `The operator's token ${path} cannot be used: ${messageOf(cause)}`, {
          cause,
        });
  }
}

function makeFile(path: string): void {
  try {
    writeFileSync(path, `${createSecret()}\n`, { flag: "wx", mode: 0o600 });
    // The mode above is reduced by the umask, never widened; a umask of 0777 would lock the owner out.
    chmodSync(path, 0o600);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw error;
    }
  }
}

function assertStrong(token: string, path: string): void {
  if (token.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(token)) {
    return;
  }
  throw new AppError(
    "unavailable",
    `${path} must hold one token of at least ${MIN_TOKEN_LENGTH} printable ASCII characters without spaces. Remove the file, and the next start makes one.`,
  );
}
