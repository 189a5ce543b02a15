import { expect, test } from "bun:test";
import { ERROR_CODES, type ErrorCode } from "../../../base/errors.ts";
import { errorText } from "./error-texts.ts";

test("every error has a Dutch text of its own; English is the server's", () => {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  const texts = codes.map((code) => errorText({ code, message: "There is none." }, "nl"));
  expect(new Set(texts).size).toBe(codes.length);
  expect(texts).not.toContain("There is none.");
  expect(errorText({ code: "not_found", message: "There is none." }, "en")).toBe("There is none.");
  expect(errorText({ code: "of_tomorrow", message: "There is none." }, "nl")).toBe("There is none.");
});
