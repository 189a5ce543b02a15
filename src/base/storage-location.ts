/** Place of files that several machines share: a bucket of S3-compatible storage, a web server, or a folder. */
import { isLoopback } from "./loopback.ts";

export type StorageLocation =
  /** `prefix` is empty or ends with a slash. */
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string }
  /** `url` ends with a slash. */
  | { readonly kind: "web"; readonly url: string }
  | { readonly kind: "folder"; readonly path: string };

/** Name of a bucket by the rules of S3, so that an endpoint in path style stays one segment. */
const S3_LOCATION = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Parses `s3://bucket/prefix`, `https://host/path` or the path of a folder; undefined for anything else. */
export function parseStorageLocation(text: string): StorageLocation | undefined {
  const [, bucket, prefix = ""] = S3_LOCATION.exec(text) ?? [];
  if (bucket !== undefined) {
    return { kind: "s3", bucket, prefix: withSlash(prefix.replace(/^\/+/, "")) };
  }
  if (!SCHEME.test(text)) {
    return text === "" ? undefined : { kind: "folder", path: text };
  }
  const url = URL.parse(text);
  return url !== null && isSourceUrl(text) && url.search === "" && url.hash === ""
    ? { kind: "web", url: withSlash(url.href) }
    : undefined;
}

/** Returns the location as the user typed it, without slashes at its end. */
export function formatStorageLocation(location: StorageLocation): string {
  if (location.kind === "s3") {
    return `s3://${location.bucket}/${location.prefix}`;
  }
  return location.kind === "web" ? location.url : location.path;
}

/** Returns true for a URL from which data may be downloaded: https, or http to this machine; no credentials. */
export function isSourceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") {
    return false;
  }
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function withSlash(text: string): string {
  return text === "" || text.endsWith("/") ? text : `${text}/`;
}
