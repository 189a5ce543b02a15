/** How the secret of every token begins: by it leaked ones are found, and kept out of whatever we write. */
export const SECRET_PREFIX = "bkn_";

const SECRET = /bkn_[0-9A-Za-z]+/g;

/** The text without secrets, for whatever shows what a client sent: some put their token in the URL. */
export function redactSecrets(text: string): string {
  return text.includes(SECRET_PREFIX) ? text.replaceAll(SECRET, `${SECRET_PREFIX}…`) : text;
}
