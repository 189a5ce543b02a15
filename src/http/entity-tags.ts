/** Entity tags (RFC 9110 §8.8.3): what a client holds against what it would be sent. */

/** Quoted, and not split at a comma inside the quotes. */
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;

/**
 * Whether `If-None-Match` names the tag: `*`, or a list that holds it. Compared weakly, as that header asks: proxies that
 * compress make a strong tag weak.
 */
export function namesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = opaqueOf(etag);
  return (ifNoneMatch.match(ENTITY_TAG) ?? []).some((held) => opaqueOf(held) === opaque);
}

function opaqueOf(etag: string): string {
  return etag.startsWith("W/") ? etag.slice(2) : etag;
}
