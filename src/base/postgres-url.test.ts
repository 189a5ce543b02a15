import { expect, test } from "bun:test";
import { hostUrls, postgresAddress } from "./postgres-url.ts";

test.each([
  ["postgres://u:p@h/d", ["postgres://u:p@h/d"]],
  ["postgres://u:a,b@h:1/d?sslmode=require", ["postgres://u:a,b@h:1/d?sslmode=require"]],
  ["postgres://u@a:1,b,[::1]:3/d", ["postgres://u@a:1/d", "postgres://u@b/d", "postgres://u@[::1]:3/d"]],
  [
    "postgres://a,b?target_session_attrs=read-write&sslmode=require",
    ["postgres://a?sslmode=require", "postgres://b?sslmode=require"],
  ],
  ["postgres://a/d?target_session_attrs=any", ["postgres://a/d"]],
])("%s names %p", (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
});

test("messages name all hosts, never the password", () => {
  expect(postgresAddress("postgres://u:secret@a:1,b/d")).toBe("a:1,b:5432/d");
  expect(postgresAddress("postgres://u:secret@a/d")).toBe("a:5432/d");
});
