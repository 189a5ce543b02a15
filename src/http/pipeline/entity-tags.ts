/** Compares entity tags (ETag, RFC 9110 §8.8.3) for conditional requests. */

/** Matches one quoted entity tag, which may contain a comma. */
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;

/**
 * Returns true when `If-None-Match` matches the tag: `*`, or a list that contains it. Uses weak comparison, as that
 * header requires: proxies that compress make a strong tag weak.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) {
    return false;
  }
  if (ifNoneMatch.trim() === "*") {
    return true;
  }
  const opaque = opaqueOf(etag);
  return (ifNoneMatch.match(ENTITY_TAG) ?? []).some((held) => opaqueOf(held) === opaque);
}

function opaqueOf(etag: string): string {
  return etag.startsWith("W/") ? etag.slice(2) : etag;
}
