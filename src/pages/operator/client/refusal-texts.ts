/** Reasons why a request was refused, in the language of the page. */
import { errorText } from "../../kit/client/error-texts.ts";
import type { Language } from "../../kit/client/preferences.ts";
import { REFUSAL_TEXTS } from "../refusal-reasons.ts";
import type { RefusedRequests } from "../server/refuse.ts";

/** Codes and causes whose message concerns one machine: paths, faults of disks and databases. */
const DIAGNOSED: readonly (string | undefined)[] = [
  "unavailable",
  "bad_request",
  "check_failed",
  "unexpected",
];

export const UNREACHABLE = {
  en: "The server does not answer. What you see may be old; we keep trying.",
  nl: "De server antwoordt niet. Wat hier staat, kan oud zijn; we proberen het opnieuw.",
};

/**
 * Returns why a request was refused. In English this is the server's text, in Dutch the text of its closer cause or
 * else of its code. In Dutch, `diagnosis` is the server's text when it names things that only this machine knows.
 */
export function wordRefusal(
  refusal: RefusedRequests,
  language: Language,
): { readonly text: string; readonly diagnosis?: string } {
  const { reason, code, message } = refusal;
  if (code === "unreachable") {
    return { text: UNREACHABLE[language] };
  }
  if (language === "en") {
    return { text: message };
  }
  const isDiagnosed = DIAGNOSED.includes(reason ?? code);
  const text =
    code === "unexpected"
      ? "Er ging iets mis op deze pagina."
      : ((reason && REFUSAL_TEXTS[reason]) ?? errorText(refusal, language));
  return { text, ...(isDiagnosed && { diagnosis: message }) };
}
