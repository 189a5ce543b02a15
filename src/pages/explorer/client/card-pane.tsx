import { CopyButton } from "../../kit/client/copy-button.tsx";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { Trouble } from "../../kit/client/trouble/connection.ts";
import { type ExplorerView, VIEW_KINDS } from "../view.ts";
import { kindNameOf } from "./format.ts";
import type { CardValue } from "./kinds/kind.ts";
import { linkHere } from "./map-place.ts";
import { hrefOf, ViewLink } from "./navigation.tsx";
import { pageData } from "./page-data.ts";
import { Download } from "./parts/download.tsx";
import { RequestSection } from "./parts/opened-section.tsx";
import { texts as words } from "./texts.ts";
import type { Loaded } from "./use-loaded.ts";

const texts = pickTexts({
  copyLink: { nl: "Kopieer link", en: "Copy link" },
  notFound: { nl: "Niet gevonden", en: "Not found" },
  missing: { nl: "Dit staat niet in deze gegevens.", en: "This data does not have it." },
  invalid: { nl: "Deze link klopt niet", en: "This link is invalid" },
  invalidHint: { nl: "De link bevat een ongeldige waarde.", en: "The link contains an invalid value." },
  searchAgain: { nl: "Zoek opnieuw", en: "Search again" },
});

interface CardPaneProps {
  readonly view: NonNullable<ExplorerView>;
  readonly loaded: Loaded<CardValue>;
}

/** Shows the card of the view: its data, a text when they are late, or why there are none. */
export function CardPane({ view, loaded: { value, isLate, trouble } }: CardPaneProps) {
  if (trouble?.kind === "not-found" || trouble?.kind === "invalid") {
    return <Missing view={view} trouble={trouble} />;
  }
  if (value !== undefined) {
    return <Card value={value} />;
  }
  if (trouble !== undefined) {
    return <h1 class="visually-hidden">{kindNameOf(view)}</h1>;
  }
  return isLate ? (
    <p class="hint" role="status">
      {words.loading}
    </p>
  ) : null;
}

function Card({ value: { view, kind, data } }: { value: CardValue }) {
  const detail = kind.detail?.(data);
  const request = kind.request?.(data);
  const taken = kind.download?.(data);
  return (
    <article class="stack result">
      <header>
        <p class="eyebrow">{kindNameOf(view)}</p>
        <h1 tabIndex={-1}>{kind.title(data)}</h1>
        {detail && <p class="muted">{detail}</p>}
        <CopyLink view={kind.sharedView?.(data)} />
      </header>
      <kind.Body data={data} />
      {taken && <Download of={taken} />}
      {request && <RequestSection request={request} />}
    </article>
  );
}

/** Copies the link of the present view with map and year; `view` replaces the present card in the link. */
export function CopyLink({ view }: { view?: ExplorerView }) {
  const text = () => {
    const here = linkHere();
    return view === undefined ? here : new URL(hrefOf(view) + new URL(here).hash, here).href;
  };
  return <CopyButton label={texts.copyLink} class="copy-link" text={text} />;
}

function Missing({ view, trouble }: { view: NonNullable<ExplorerView>; trouble: Trouble }) {
  const isInvalid = trouble.kind === "invalid";
  return (
    <article class="stack result missing">
      <p class="eyebrow">{kindNameOf(view)}</p>
      <h1 tabIndex={-1}>{isInvalid ? texts.invalid : texts.notFound}</h1>
      <code>{view.id}</code>
      <p>
        {isInvalid
          ? texts.invalidHint
          : (VIEW_KINDS[view.kind].missing?.[currentLanguage()] ?? texts.missing)}
      </p>
      {!isInvalid && <p class="hint">{pageData.registry?.missing}</p>}
      <p>
        <ViewLink to={undefined} class="button">
          {texts.searchAgain}
        </ViewLink>
      </p>
    </article>
  );
}
