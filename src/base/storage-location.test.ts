import { expect, test } from "bun:test";
import { formatStorageLocation, parseStorageLocation } from "./storage-location.ts";

test.each([
  ["s3://bucket", { kind: "s3", bucket: "bucket", prefix: "" }],
  ["s3://bucket/", { kind: "s3", bucket: "bucket", prefix: "" }],
  ["s3://my.bucket-1/a/b", { kind: "s3", bucket: "my.bucket-1", prefix: "a/b/" }],
  ["s3://bucket//a/", { kind: "s3", bucket: "bucket", prefix: "a/" }],
  ["https://host/a", { kind: "web", url: "https://host/a/" }],
  ["https://host", { kind: "web", url: "https://host/" }],
  ["http://127.0.0.1:80/a/", { kind: "web", url: "http://127.0.0.1/a/" }],
  ["/srv/baken", { kind: "folder", path: "/srv/baken" }],
  ["./shared", { kind: "folder", path: "./shared" }],
  ["http://host/a", undefined],
  ["https://user:secret@host/a", undefined],
  ["https://host/a?x=1", undefined],
  ["s3://B/a", undefined],
  ["s3://", undefined],
  ["ftp://host/a", undefined],
  ["", undefined],
] as const)("%j is %j", (text, location) => {
  expect(parseStorageLocation(text)).toEqual(location);
});

test.each(["s3://bucket/a/", "https://host/a/", "/srv/baken"])("%s is written as it was read", (text) => {
  expect(formatStorageLocation(parseStorageLocation(text)!)).toBe(text);
});
