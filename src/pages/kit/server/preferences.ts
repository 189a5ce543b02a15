/** Choices of a visitor for every page. They are kept in cookies, so that the next page has them at once. */
import { LANGUAGES, type Language } from "../../../base/language.ts";

export type { Language };

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export interface Preferences {
  readonly language: Language;
  /** Undefined: as the system of the visitor. */
  readonly theme: Theme | undefined;
}

/** Cookies of the choices; pages/kit/client/preferences.ts sets them. */
const LANGUAGE_COOKIE = "baken-language";
const THEME_COOKIE = "baken-theme";

/**
 * Returns the requested language, else the chosen one, else the first choice of `Accept-Language`, else Dutch; and the
 * chosen theme.
 */
export function preferencesOf({ headers }: Request, asked: Language | undefined): Preferences {
  const cookies = new Map(
    (headers.get("cookie") ?? "").split(";").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [name.trim(), value.trim()];
    }),
  );
  return {
    language:
      asked ??
      findIn(LANGUAGES, cookies.get(LANGUAGE_COOKIE)) ??
      firstAccepted(headers.get("accept-language") ?? "") ??
      "nl",
    theme: findIn(THEMES, cookies.get(THEME_COOKIE)),
  };
}

function findIn<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text);
}

function firstAccepted(acceptLanguage: string): Language | undefined {
  return acceptLanguage
    .toLowerCase()
    .split(",")
    .map((entry) => {
      const [range = "", weight] = entry.split(";q=");
      return { language: findIn(LANGUAGES, range.trim().split("-")[0]), weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ language }) => language !== undefined)?.language;
}
