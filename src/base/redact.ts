/** Prefix of every token's secret, by which leaked secrets are found and kept out of all output. */
export const SECRET_PREFIX = "bkn_";

const SECRET = /bkn_[0-9A-Za-z]+/g;

/**
 * Returns the text with secrets masked, for output that shows client input: some clients put their token in the URL.
 */
export function redactSecrets(text: string): string {
  return text.includes(SECRET_PREFIX) ? text.replaceAll(SECRET, `${SECRET_PREFIX}…`) : text;
}
