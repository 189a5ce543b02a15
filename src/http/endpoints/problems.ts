import { z } from "zod";
import { AppError, ERROR_CODES, type ErrorCode } from "../../base/errors.ts";
import { endpoint } from "../endpoint.ts";
import { text } from "../parameters.ts";
import { problemName } from "../problem.ts";

const ProblemMeaning = z
  .strictObject({
    code: z.string().meta({ description: "As in the member `code` of an error." }),
    status: z.int(),
    title: z.string(),
    meaning: z.string().meta({ description: "What happened, and what helps." }),
  })
  .meta({ id: "ProblemMeaning", description: "What an error code stands for." });

const CODES = new Map(Object.keys(ERROR_CODES).map((code) => [problemName(code), code as ErrorCode]));

export const getProblem = endpoint({
  path: "/problems/{problem}",
  tag: "Service",
  summary: "Read what an error means",
  description: "Without a key. The `type` of every error is the address of its page here.",
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
      throw new AppError("not_found", `There is no such error. There are: ${[...CODES.keys()].join(", ")}.`);
    }
    return { code, ...ERROR_CODES[code] };
  },
});
