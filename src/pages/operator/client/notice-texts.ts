import { healthText } from "../../../operator/health/health-texts.ts";
import { currentLanguage } from "../../kit/client/preferences.ts";
import type { Notice } from "../server/notices.ts";
import { format } from "./format.ts";

/** Returns what is wrong and the remedy, in the language of the page. */
export function noticeTexts({ code, values = {} }: Notice) {
  return healthText(code, currentLanguage(), (name, kind) => {
    const value = values[name]!;
    if (typeof value === "string") {
      return kind === "day" ? format.day(value) : value;
    }
    return kind === "bytes" ? format.bytes(value) : format.number(value);
  });
}
