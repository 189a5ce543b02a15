import type { TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { correctionsText } from "../../../../batch/texts/corrections.ts";
import { reasonSentence } from "../../../../batch/texts/reasons.ts";
import { STATUS_TEXTS } from "../../../../batch/texts/statuses.ts";
import { currentLanguage } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { DoubtfulRow, FileColumn, FormerAddress, FoundAddress, RowReason } from "../answers.ts";
import { formatCount, formatDay } from "../format.ts";
import { AddressSearch } from "./address-search.tsx";
import { RowCells } from "./row-cells.tsx";

const texts = pickTexts({
  position: {
    en: (n: string, total: string) => `${n} of ${total}`,
    nl: (n: string, total: string) => `${n} van ${total}`,
  },
  rowTitle: {
    en: (row: string) => `Row ${row} of the file`,
    nl: (row: string) => `Rij ${row} van het bestand`,
  },
  formerUntil: {
    en: (address: string, from: string | null, until: string) =>
      from === null
        ? `${address} was an address until ${until}.`
        : `${address} was an address from ${from} until ${until}.`,
    nl: (address: string, from: string | null, until: string) =>
      from === null
        ? `${address} was een adres tot ${until}.`
        : `${address} was een adres van ${from} tot ${until}.`,
  },
  formerToday: {
    en: (address: string) => `It is called ${address} now.`,
    nl: (address: string) => `Het heet nu ${address}.`,
  },
  formerReplaced: { en: "This took its place:", nl: "Dit kwam ervoor in de plaats:" },
  formerPerhaps: { en: "This may have taken its place:", nl: "Dit kwam er misschien voor in de plaats:" },
  formerGone: { en: "No address took its place.", nl: "Er kwam geen adres voor in de plaats." },
  now: { en: "In the result now", nl: "Nu in het resultaat" },
  isThis: { en: "Is it one of these?", nl: "Is het een van deze?" },
  isThisOne: { en: "Is it this one?", nl: "Is het deze?" },
  noAddress: { en: "No address", nl: "Geen adres" },
  noAddressHint: { en: "this row stays without an address", nl: "deze rij blijft zonder adres" },
  noSuccessor: { en: "None", nl: "Geen" },
  noSuccessorHint: { en: "nothing took its place", nl: "er kwam niets voor in de plaats" },
  undo: { en: "Undo", nl: "Maak ongedaan" },
  youChose: {
    en: (address: string) => `You chose ${address}.`,
    nl: (address: string) => `U koos ${address}.`,
  },
  youChoseNone: { en: "You chose: no address.", nl: "U koos: geen adres." },
  previous: { en: "Previous", nl: "Vorige" },
  next: { en: "Next", nl: "Volgende" },
  keys: { en: "Keys", nl: "Toetsen" },
  keysHint: {
    en: [
      ["1 – 4", "choose that address"],
      ["N", "no address"],
      ["/", "search for another address"],
      ["← →", "previous, next row"],
      ["Z", "undo"],
    ],
    nl: [
      ["1 – 4", "kies dat adres"],
      ["G", "geen adres"],
      ["/", "zoek een ander adres"],
      ["← →", "vorige, volgende rij"],
      ["Z", "maak ongedaan"],
    ],
  },
  keyNone: { en: "n", nl: "g" },
});

/** How an address was found. */
const found: Readonly<Partial<Record<DoubtfulRow["match"], string>>> = pickTexts({
  corrected: {
    en: "The address is written differently in your row.",
    nl: "Het adres staat anders geschreven dan in uw rij.",
  },
  one_of_several: {
    en: "This number only exists with letters or additions, in one place. The first is chosen.",
    nl: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. De eerste is gekozen.",
  },
  undecided: {
    en: "The address of this id no longer exists. Choose what took its place.",
    nl: "Het adres van dit id bestaat niet meer. Kies wat ervoor in de plaats kwam.",
  },
  // The card shows its days.
  former: {
    en: "This is a former address: it no longer exists.",
    nl: "Dit is een voormalig adres: het bestaat niet meer.",
  },
});

/** Returns why a row is doubtful: the reason for no address, else how its address was found. */
function reasonText({ reason, match, former }: DoubtfulRow): string {
  const isFormer = former !== null && match !== "undecided";
  return reason === null || isFormer
    ? (found[isFormer ? "former" : match] ?? "")
    : reasonSentence(reason, currentLanguage());
}

interface RowCardProps {
  readonly heading: { current: HTMLHeadingElement | null };
  readonly row: DoubtfulRow;
  readonly columns: readonly FileColumn[];
  readonly place: number;
  readonly total: number;
  /** Decides the row: to an address, to none, or takes the decision back. */
  onChoose(address: FoundAddress | null | undefined): void;
  onGo(step: number): void;
}

/** One doubtful row: its cells, what was understood, and the addresses that it may be. */
export function RowCard({ heading, row, columns, place, total, onChoose, onGo }: RowCardProps) {
  const search = useRef<HTMLInputElement>(null);
  const { match, corrected, decision } = row;
  const offered = offeredBy(row);
  const actions: Readonly<Record<string, () => void>> = {
    arrowleft: () => onGo(-1),
    arrowright: () => onGo(1),
    "/": () => search.current?.focus(),
    [texts.keyNone]: () => onChoose(null),
    z: () => onChoose(undefined),
    ...Object.fromEntries(offered.map((address, i) => [String(i + 1), () => onChoose(address)])),
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const action = isTyping(event) ? undefined : actions[event.key.toLowerCase()];
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same.
    <div class="stack row-card" onKeyDown={onKeyDown}>
      <div class="row apart row-head">
        <h4 tabIndex={-1} ref={heading}>
          {texts.rowTitle(formatCount(row.row))}
          <span class="visually-hidden">, {texts.position(formatCount(place + 1), formatCount(total))}</span>
        </h4>
        <RowSteps place={place} total={total} onGo={onGo} />
      </div>
      <RowCells row={row} columns={columns} />
      <p class={`why ${STATUS_TEXTS[match].tone}`}>
        {reasonText(row)}
        {corrected !== null && (
          <span class="hint corrected">{correctionsText(corrected, currentLanguage())}</span>
        )}
      </p>
      {row.former !== null && (
        <Former former={row.former} offers={offered.length} isCertain={match !== "undecided"} />
      )}
      {decision !== null && <Chosen address={decision.address} onUndo={() => onChoose(undefined)} />}
      {offered.length > 0 && (
        <>
          <b>{offered.length === 1 ? texts.isThisOne : texts.isThis}</b>
          <ol class="stack offers">
            {offered.map((address, i) => (
              <li key={address.id}>
                <Offer
                  shortcut={i + 1}
                  label={address.text}
                  hint={row.address?.id === address.id ? texts.now : ""}
                  isChosen={decision?.address?.id === address.id}
                  onChoose={() => onChoose(address)}
                />
              </li>
            ))}
          </ol>
        </>
      )}
      <AddressSearch input={search} begin={lineToComplete(row)} onChoose={onChoose} />
      <Offer
        shortcut={texts.keyNone.toUpperCase()}
        label={match === "undecided" ? texts.noSuccessor : texts.noAddress}
        hint={match === "undecided" ? texts.noSuccessorHint : texts.noAddressHint}
        isChosen={decision !== null && decision.address === null}
        onChoose={() => onChoose(null)}
      />
      <KeysHint />
    </div>
  );
}

/** Reasons of rows whose address lacks only a usable number. */
const WITHOUT_NUMBER: readonly (RowReason | undefined)[] = ["no number", "damaged number"];

/** Returns place and street of a row that lacks only the number, so that the number is typed after them; else "". */
function lineToComplete({ reason, understood: { street, place } }: DoubtfulRow): string {
  const isKnown = street !== undefined && WITHOUT_NUMBER.includes(reason?.why);
  return isKnown ? `${place === undefined ? "" : `${place}, `}${street} ` : "";
}

interface FormerProps {
  readonly former: FormerAddress;
  readonly offers: number;
  /** False where the offers are candidates. */
  readonly isCertain: boolean;
}

/** Days of a former address, and what became of it. */
function Former({ former, offers, isCertain }: FormerProps) {
  const { text, valid_from, valid_until, today } = former;
  const instead =
    today !== null
      ? texts.formerToday(today)
      : offers === 0
        ? texts.formerGone
        : isCertain
          ? texts.formerReplaced
          : texts.formerPerhaps;
  const from = valid_from && formatDay(valid_from);
  return (
    <p class="former">
      {texts.formerUntil(text, from, formatDay(valid_until!))} {instead}
    </p>
  );
}

const MAX_OFFERED = 9;

/** Returns the addresses to choose from, the one found first. */
export function offeredBy({ address, suggestions }: DoubtfulRow): readonly FoundAddress[] {
  const others = suggestions.filter(({ id }) => id !== address?.id);
  return (address === null ? others : [address, ...others]).slice(0, MAX_OFFERED);
}

/** Returns true for keys that a field or the browser takes. */
function isTyping({ target, ctrlKey, metaKey, altKey }: TargetedKeyboardEvent<HTMLElement>): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.matches("input, select"));
}

interface OfferProps {
  readonly shortcut: string | number;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Offer({ shortcut, label, hint, isChosen, onChoose }: OfferProps) {
  return (
    <button type="button" class="offer" aria-pressed={isChosen} onClick={onChoose}>
      <span class="shortcut" aria-hidden="true">
        {shortcut}
      </span>
      <span class="offer-text">
        {label}
        {hint !== "" && <span class="hint"> {hint}</span>}
      </span>
    </button>
  );
}

/** Names the choice of a row. */
export function chosenText(address: FoundAddress | null): string {
  return address === null ? texts.youChoseNone : texts.youChose(address.text);
}

function Chosen({ address, onUndo }: { readonly address: FoundAddress | null; onUndo(): void }) {
  return (
    <p class="row apart note ok chosen">
      {chosenText(address)}
      <button type="button" class="button small" onClick={onUndo}>
        {texts.undo}
      </button>
    </p>
  );
}

function RowSteps({ place, total, onGo }: Pick<RowCardProps, "place" | "total" | "onGo">) {
  return (
    <div class="row row-steps">
      <button type="button" class="button small" aria-disabled={place === 0} onClick={() => onGo(-1)}>
        ← {texts.previous}
      </button>
      <span class="muted">{texts.position(formatCount(place + 1), formatCount(total))}</span>
      <button type="button" class="button small" onClick={() => onGo(1)}>
        {texts.next} →
      </button>
    </div>
  );
}

function KeysHint() {
  return (
    <details class="keys">
      <summary class="hint">{texts.keys}</summary>
      <dl class="stack">
        {texts.keysHint.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
