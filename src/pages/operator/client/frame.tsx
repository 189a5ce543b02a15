import type { ComponentChildren } from "preact";
import { chooseLanguage, chooseTheme, currentLanguage, currentTheme } from "../../kit/client/preferences.ts";
import { Link, useAddress } from "../../kit/client/router.tsx";
import { useTexts } from "./texts.ts";

const PAGES = ["overview", "keys", "traffic", "registry", "exports", "nodes", "audit"] as const;

interface FrameProps {
  /** True while the server does not answer. */
  readonly isSilent: boolean;
  readonly onLogOut: (everywhere: boolean) => void;
  readonly children: ComponentChildren;
}

/** Head with the pages, the choices and the way out; content below. */
export function Frame({ isSilent, onLogOut, children }: FrameProps) {
  const t = useTexts();
  return (
    <>
      <a class="skip-link" href="#content">
        {t.skip}
      </a>
      <Header>
        <Pages />
        <Choices />
        <LogOut onLogOut={onLogOut} />
      </Header>
      <main id="content" class="content">
        <div role="status">{isSilent && <p class="note warn">{t.retry}</p>}</div>
        {children}
      </main>
    </>
  );
}

export function Header({ children }: Pick<FrameProps, "children">) {
  const t = useTexts();
  return (
    <header class="site-header operator-header">
      <Link href="/" class="site-brand">
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        {t.product} <span>{t.area}</span>
      </Link>
      {children}
    </header>
  );
}

function Pages() {
  const t = useTexts();
  const path = useAddress(() => location.pathname);
  const current = PAGES.find((page) => path.startsWith(`/${page}`)) ?? "overview";
  return (
    <nav aria-label={t.pages}>
      {PAGES.map((page) => (
        <Link key={page} href={page === "overview" ? "/" : `/${page}`} isCurrent={page === current}>
          {t[page]}
        </Link>
      ))}
    </nav>
  );
}

/** Choices of language and theme. */
export function Choices() {
  const t = useTexts();
  const other = currentLanguage() === "nl" ? "en" : "nl";
  return (
    <div class="choices">
      <button type="button" class="button quiet small" lang={other} onClick={() => chooseLanguage(other)}>
        {t.otherLanguage}
      </button>
      <button
        type="button"
        class="button quiet small site-theme"
        aria-label={t.theme}
        title={t.theme}
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
  const t = useTexts();
  return (
    <details class="menu">
      <summary class="button small">{t.logOut}</summary>
      <div class="menu-items">
        <button type="button" class="button quiet" onClick={() => onLogOut(false)}>
          {t.logOut}
        </button>
        <button type="button" class="button quiet" onClick={() => onLogOut(true)}>
          {t.logOutEverywhere}
        </button>
      </div>
    </details>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: Readonly<Record<V, string>>;
  readonly onChoose: (value: V) => void;
}

export function HeaderSelect<V extends string>({ label, value, options, onChoose }: ChoiceProps<V>) {
  return (
    <select
      class="choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value as V)}
    >
      {Object.entries<string>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
