/** Returns where a link to a contact leads: a URL as it is, an e-mail address by mailto; undefined for other texts. */
export function contactHref(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) {
    return contact;
  }
  return /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact) ? `mailto:${contact}` : undefined;
}
