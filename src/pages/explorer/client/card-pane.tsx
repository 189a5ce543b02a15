import { CopyButton } from "../../kit/client/copy-button.tsx";
import type { Trouble } from "../../kit/client/trouble/connection.ts";
import type { ExplorerView } from "../view.ts";
import type { CardValue } from "./cards/card-kind.ts";
import { notLoaded } from "./coverage-texts.ts";
import { kindNameOf } from "./format.ts";
import { linkHere } from "./map-place.ts";
import { hrefOf, ViewLink } from "./navigation.tsx";
import { Download } from "./parts/download.tsx";
import { RequestTabs } from "./parts/request-tabs.tsx";
import { texts } from "./texts.ts";
import type { Loaded } from "./use-loaded.ts";

interface CardPaneProps {
  readonly view: NonNullable<ExplorerView>;
  readonly loaded: Loaded<CardValue>;
}

/** Shows the card of the view: its data, a skeleton when they are late, or why there are none. */
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
  return isLate ? <Skeleton /> : null;
}

function Card({ value: { view, card, data } }: { value: CardValue }) {
  const detail = card.detail?.(data);
  const isComplete = card.isComplete?.(data) ?? true;
  const request = isComplete ? card.request?.(data) : undefined;
  const taken = isComplete ? card.download?.(data) : undefined;
  return (
    <article class="result">
      <header>
        <p class="eyebrow">{kindNameOf(view)}</p>
        <h1 tabIndex={-1}>{card.title(data)}</h1>
        {detail && <p class="detail">{detail}</p>}
        <CopyLink view={card.sharedView?.(data)} />
      </header>
      <card.Body data={data} />
      {taken && <Download of={taken} />}
      {request && <RequestTabs request={request} />}
    </article>
  );
}

/** Copies the link of the present view: card, or another view in its place, map and year. */
export function CopyLink({ view }: { view?: ExplorerView }) {
  const text = () => {
    const here = linkHere();
    return view === undefined ? here : new URL(hrefOf(view) + new URL(here).hash, here).href;
  };
  return <CopyButton label={texts.copyLink} class="copy-link" text={text} />;
}

function Missing({ view, trouble }: { view: NonNullable<ExplorerView>; trouble: Trouble }) {
  const missing = notLoaded();
  return (
    <article class="result missing">
      <p class="eyebrow">{kindNameOf(view)}</p>
      <h1 tabIndex={-1}>{trouble.kind === "invalid" ? texts.invalidTitle : texts.notFoundTitle}</h1>
      <p class="asked">{view.id}</p>
      <p>{trouble.kind === "invalid" ? texts.invalidHint : texts.notFoundHints[view.kind]}</p>
      {trouble.kind === "not-found" && missing && <p class="hint">{missing}</p>}
      <p>
        <ViewLink to={undefined} class="button">
          {texts.searchAgain}
        </ViewLink>
      </p>
    </article>
  );
}

function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{texts.loading}</span>
      <i class="w40" />
      <i class="w80 tall" />
      <i class="w60" />
      <i class="block" />
      <i class="w80" />
      <i class="w60" />
    </div>
  );
}
