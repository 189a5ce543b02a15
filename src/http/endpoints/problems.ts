import { z } from "zod";
import { AppError, ERROR_CODES, type ErrorCode } from "../../base/errors.ts";
import { endpoint } from "../endpoint.ts";
import { text } from "../parameters/kinds.ts";
import { problemTypeSlug } from "../pipeline/problem.ts";
import { statusTitle } from "../schemas/records.ts";

const ProblemMeaning = z
  .strictObject({
    code: z.string().describe("As in the member `code` of an error."),
    status: z.int().describe("HTTP status."),
    title: statusTitle,
    meaning: z.string().describe("Cause of the problem, and its remedy."),
  })
  .meta({ id: "ProblemMeaning", description: "Meaning of an error code." });

const CODES = new Map(Object.keys(ERROR_CODES).map((code) => [problemTypeSlug(code), code as ErrorCode]));

export const getProblem = endpoint({
  path: "/problems/{problem}",
  tag: "Service",
  extension: true,
  summary: "Get the meaning of an error",
  description: "Without a key. The `type` of every error is the URL of its page here.",
  auth: "none",
  pathParameters: {
    problem: text({
      description: "The end of an error's `type`: its code with hyphens.",
      example: "rate-limited",
    }),
  },
  response: ProblemMeaning,
  errors: ["not_found"],
  example: () => ({ problem: "rate-limited" }),
  handler(_context, { problem }) {
    const code = CODES.get(problem);
    if (code === undefined) {
      throw new AppError("not_found", `No such problem. Problems: ${[...CODES.keys()].join(", ")}.`);
    }
    return { code, ...ERROR_CODES[code] };
  },
});
