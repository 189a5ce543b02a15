import { expect, test } from "bun:test";
import { didYouMean } from "./did-you-mean.ts";

test("didYouMean names the nearest", () => {
  expect(didYouMean("--prot", ["--host", "--port"])).toBe(" Did you mean --port?");
  expect(didYouMean("x", [])).toBe("");
});
