/** Returns the target of a link to a contact: a URL itself, an e-mail address by mailto; undefined for other texts. */
export function contactHref(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) {
    return contact;
  }
  return /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact) ? `mailto:${contact}` : undefined;
}
