import { AppError } from "../../base/errors.ts";

/** Flags of the command that messages name, with what follows where that is a value: `--columns postcode=PC`. */
const FLAG = /--(columns|add)\b(?: (?='?[\w ]+=))?/g;

/** Returns the text of a fault in a user's file in terms of parameters; `undefined` for a fault of ours. */
export function faultOfInput(error: unknown): string | undefined {
  return error instanceof AppError && error.code === "usage"
    ? error.message.replaceAll(FLAG, (found, name) => (found.endsWith(" ") ? `${name}=` : name))
    : undefined;
}
