/** Prefix of every token's secret, by which leaked secrets are found and kept out of all output. */
export const SECRET_PREFIX = "bkn_";

const SECRET = /bkn_[0-9A-Za-z]+/g;

/** Password of a URL, up to the last `@` before the path. */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*:)[^\s/"]*@/gi;

/** Password of the URL of a database, up to the last `@` of a line: it may hold what should be percent-encoded. */
const DATABASE_PASSWORD = /(\b(?:postgres(?:ql)?|rediss?):\/\/[^\s:/@"]*:)(?:(?!:\/\/).)*@/gi;

/**
 * Returns the text with secrets masked, for output that shows input of clients, who put their token in the URL, or of
 * operators, who put passwords of databases there.
 */
export function redactSecrets(text: string): string {
  const masked = text.includes(SECRET_PREFIX) ? text.replaceAll(SECRET, `${SECRET_PREFIX}…`) : text;
  return masked.includes("://")
    ? masked.replaceAll(DATABASE_PASSWORD, "$1…@").replaceAll(URL_PASSWORD, "$1…@")
    : masked;
}
