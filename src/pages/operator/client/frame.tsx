import type { ComponentChildren } from "preact";
import { chooseLanguage, chooseTheme, currentLanguage, currentTheme } from "../../kit/client/preferences.ts";
import { Link, useAddress } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import { DialogButton } from "./parts.tsx";
import { UNREACHABLE } from "./refusal-texts.ts";

const texts = pickTexts({
  area: { en: "operator", nl: "beheer" },
  skip: { en: "Skip to content", nl: "Naar de inhoud" },
  pages: { en: "Pages", nl: "Pagina's" },
  otherLanguage: { en: "Nederlands", nl: "English" },
  theme: { en: "Light or dark", nl: "Licht of donker" },
  logOut: { en: "Log out", nl: "Uitloggen" },
  everywhere: { en: "In all browsers", nl: "In alle browsers" },
});

/** Titles of the pages, by their path. */
export const PAGE_TITLES = pickTexts({
  overview: { en: "Overview", nl: "Overzicht" },
  keys: { en: "Keys", nl: "Sleutels" },
  traffic: { en: "Traffic", nl: "Verkeer" },
  registry: { en: "Registry", nl: "Register" },
  exports: { en: "Exports", nl: "Exports" },
  nodes: { en: "Nodes", nl: "Machines" },
  audit: { en: "Audit", nl: "Audit" },
});
const PAGES = Object.keys(PAGE_TITLES) as (keyof typeof PAGE_TITLES)[];

interface FrameProps {
  /** True while the server does not answer. */
  readonly isSilent: boolean;
  readonly onLogOut: (everywhere: boolean) => Promise<void>;
  readonly children: ComponentChildren;
}

/** Head with the pages, the choices and the way out; content below. */
export function Frame({ isSilent, onLogOut, children }: FrameProps) {
  return (
    <>
      <a class="skip-link" href="#content">
        {texts.skip}
      </a>
      <Header>
        <Pages />
        <Choices />
        <LogOut onLogOut={onLogOut} />
      </Header>
      <div role="status">{isSilent && <p class="note warn">{UNREACHABLE[currentLanguage()]}</p>}</div>
      <main id="content" class="stack content">
        {children}
      </main>
    </>
  );
}

export function Header({ children }: Pick<FrameProps, "children">) {
  return (
    <header class="site-header operator-header no-print">
      <Link href="/" class="site-brand">
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        baken <span>{texts.area}</span>
      </Link>
      {children}
    </header>
  );
}

function Pages() {
  const path = useAddress(() => location.pathname);
  const current = PAGES.find((page) => path.startsWith(`/${page}`)) ?? "overview";
  return (
    <nav aria-label={texts.pages}>
      {PAGES.map((page) => (
        <Link key={page} href={page === "overview" ? "/" : `/${page}`} isCurrent={page === current}>
          {PAGE_TITLES[page]}
        </Link>
      ))}
    </nav>
  );
}

/** Choices of language and theme. */
export function Choices() {
  const other = currentLanguage() === "nl" ? "en" : "nl";
  return (
    <div class="row choices">
      <button type="button" class="button quiet small" lang={other} onClick={() => chooseLanguage(other)}>
        {texts.otherLanguage}
      </button>
      <button
        type="button"
        class="button quiet small icon"
        aria-label={texts.theme}
        title={texts.theme}
        onClick={() => chooseTheme(currentTheme() === "dark" ? "light" : "dark")}
      >
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
          <path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor" />
        </svg>
      </button>
    </div>
  );
}

function LogOut({ onLogOut }: Pick<FrameProps, "onLogOut">) {
  return (
    <DialogButton
      label={texts.logOut}
      tone="primary"
      class="small"
      onSubmit={(form) => onLogOut(form.has("everywhere"))}
    >
      <label class="label">
        <input type="checkbox" name="everywhere" /> {texts.everywhere}
      </label>
    </DialogButton>
  );
}
