import { useRef, useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { PreviewState, RoleOfColumn } from "../answers.ts";
import { CloseReading } from "../columns/close-reading.tsx";
import { ColumnTable } from "../columns/column-table.tsx";
import { canSearch, halfOf, usesOf } from "../columns/column-uses.ts";
import { addressText, fileFacts, foundText, type ReadSheet, sheetOf } from "../columns/file-facts.ts";
import { SheetChoice } from "../columns/sheet-choice.tsx";
import { UnusedColumns } from "../columns/unused-columns.tsx";
import { formatCount, formatRows } from "../format.ts";
import { refusedText } from "../refusal-texts.ts";
import { changeColumns, fileName, refusalCodeOf, removeAll, start, startRecheck } from "../session.ts";
import { type Mode, ModeChoice, SinceField } from "./recheck-choice.tsx";

const texts = pickTexts({
  titleRows: {
    en: (rows: string) => `Rows 1 to ${rows} are titles and names of columns. The result has the names only.`,
    nl: (rows: string) =>
      `Rij 1 tot en met ${rows} zijn titels en kolomnamen. Het resultaat heeft alleen de kolomnamen.`,
  },
  otherSheets: {
    en: (sheet: string) => `Only the sheet “${sheet}” is read. The result does not have the other sheets.`,
    nl: (sheet: string) =>
      `Alleen het werkblad “${sheet}” wordt gelezen. De andere werkbladen staan niet in het resultaat.`,
  },
  startRecheck: {
    en: (rows: string) => `Bring ${rows} up to date`,
    nl: (rows: string) => `Werk ${rows} bij`,
  },
  columnsTitle: { en: "Is this right?", nl: "Klopt dit?" },
  restLater: {
    en: "Other rows are corrected where that is certain; you review the rest later.",
    nl: "Andere rijen worden verbeterd als dat zeker kan; de rest kijkt u straks na.",
  },
  lowShare: {
    en: "With these columns, most rows of the sample have no address. Check the columns.",
    nl: "Met deze kolommen is van de meeste rijen uit de steekproef geen adres gevonden. Controleer de kolommen.",
  },
  noAddresses: {
    en: "No addresses were recognised in this file.",
    nl: "In dit bestand zijn geen adressen herkend.",
  },
  noColumns: {
    en: "Choose below which column is what. One of these is needed:",
    nl: "Kies hieronder welke kolom wat is. Nodig is een van deze:",
  },
  neededColumns: {
    en: [
      "postcode and house number",
      "street, house number and place",
      "the address as one text",
      "coordinates",
    ],
    nl: ["postcode en huisnummer", "straat, huisnummer en plaats", "het adres als één tekst", "coördinaten"],
  },
  missing: {
    number: {
      en: "Still missing: postcode, or street and place.",
      nl: "Nu ontbreekt nog: postcode, of straat en plaats.",
    },
    postcode: { en: "Still missing: house number.", nl: "Nu ontbreekt nog: huisnummer." },
    latitude: { en: "Still missing: longitude.", nl: "Nu ontbreekt nog: lengtegraad." },
    longitude: { en: "Still missing: latitude.", nl: "Nu ontbreekt nog: breedtegraad." },
  },
  checking: { en: "Trying the columns…", nl: "De kolommen worden geprobeerd…" },
  start: { en: (rows: string) => `Search ${rows}`, nl: (rows: string) => `Zoek ${rows}` },
  quota: {
    en: (cost: string, left: string) =>
      `This costs ${cost} requests of your key. You have ${left} left this month.`,
    nl: (cost: string, left: string) =>
      `Dit kost ${cost} verzoeken van uw sleutel. Deze maand hebt u er nog ${left}.`,
  },
  anotherFile: { en: "Another file", nl: "Ander bestand" },
});

interface ColumnsStepProps {
  readonly state: PreviewState;
  readonly refusal: string | undefined;
}

/** Share of the sample below which the columns are probably not right. */
const LOW_SHARE = 0.5;

/** Second step: what to do with the file, and its first rows with the columns as understood. */
export function ColumnsStep({ state, refusal }: ColumnsStepProps) {
  const { ids, recheck, file } = state;
  const { cost, remaining } = state.quota;
  const sheet = sheetOf(state);
  const hasIdsOnly = ids.length > 0 && usesOf(state.columns).length === 0;
  const [mode, setMode] = useState<Mode>(recheck !== null || hasIdsOnly ? "recheck" : "find");
  const [since, setSince] = useState(recheck?.since ?? "");
  const draft = useDraft(state);
  const isRecheck = mode === "recheck";
  const hasDays = ids.some(({ role }) => role === "day");
  const change = (next: Mode) => {
    setMode(next);
    if (next === "find" && recheck !== null) {
      void changeColumns(null);
    }
  };
  return (
    <section class="stack step columns-step">
      <div class="stack columns-head">
        <h2 tabIndex={-1}>{texts.columnsTitle}</h2>
        <p>
          <b class="file-title">{fileName()}</b>
          <span class="muted"> · {fileFacts(state).join(" · ")}</span>
          {sheet && <SheetChoice key={sheet.name} sheet={sheet} />}
        </p>
        <LeftOut state={state} sheet={sheet} />
        {ids.length > 0 && <ModeChoice mode={mode} onChange={change} />}
      </div>
      {isRecheck ? (
        <>
          <p class="note ok">{addressText(state, ids)}</p>
          {!hasDays && <SinceField since={since} onChange={setSince} />}
          <ColumnTable state={state} uses={ids} />
        </>
      ) : (
        <AddressColumns state={state} draft={draft} />
      )}
      {refusal !== undefined && (
        <p class="note danger" role="alert">
          {refusedText(refusal)}
        </p>
      )}
      <div class="row actions">
        <button
          type="button"
          class="button primary"
          disabled={!(isRecheck ? hasDays || since !== "" : draft.isReady)}
          onClick={() => void (isRecheck ? startRecheck(since || undefined) : start())}
        >
          {texts[isRecheck ? "startRecheck" : "start"](formatRows(file.rows))}
        </button>
        <button type="button" class="button" onClick={() => void removeAll()}>
          {texts.anotherFile}
        </button>
        {remaining !== null && <p class="hint">{texts.quota(formatCount(cost), formatCount(remaining))}</p>}
      </div>
    </section>
  );
}

interface LeftOutProps extends Pick<ColumnsStepProps, "state"> {
  readonly sheet: ReadSheet | undefined;
}

/** Says which parts of the file are not in the result. */
function LeftOut({ state: { head_rows }, sheet }: LeftOutProps) {
  const lines = [
    head_rows > 1 ? texts.titleRows(formatCount(head_rows)) : "",
    sheet === undefined ? "" : texts.otherSheets(sheet.name),
  ].filter((line) => line !== "");
  return lines.length === 0 ? null : <p class="hint">{lines.join(" ")}</p>;
}

interface DraftProps extends Pick<ColumnsStepProps, "state"> {
  readonly draft: ReturnType<typeof useDraft>;
}

/** Columns of addresses, with a menu to change each. */
function AddressColumns({ state, draft }: DraftProps) {
  return (
    <>
      <Finding state={state} draft={draft} />
      <ColumnTable state={state} uses={draft.uses} onChange={draft.choose} />
      {state.other !== null && !draft.isAsking && (
        <CloseReading state={state} onTake={() => draft.choose(state.other!.uses)} />
      )}
      <UnusedColumns state={state} uses={draft.uses} />
    </>
  );
}

/**
 * Columns as chosen in the menus. The server tries each choice that can be an address, one at a time: of choices made
 * meanwhile only the last.
 */
function useDraft({ columns }: PreviewState) {
  const [uses, setUses] = useState<readonly RoleOfColumn[]>(() => usesOf(columns));
  const [outcome, setOutcome] = useState<"asking" | "refused">();
  const wanted = useRef(uses);
  const tried = useRef(Promise.resolve());
  const tryColumns = async (next: readonly RoleOfColumn[]) => {
    if (wanted.current === next) {
      const code = await changeColumns(next).then(() => undefined, refusalCodeOf);
      if (wanted.current === next) {
        setOutcome(code === undefined ? undefined : "refused");
      }
    }
  };
  const choose = (next: readonly RoleOfColumn[]) => {
    setUses(next);
    wanted.current = next;
    setOutcome(canSearch(next) ? "asking" : undefined);
    if (canSearch(next)) {
      tried.current = tried.current.then(() => tryColumns(next));
    }
  };
  return {
    uses,
    isAsking: outcome === "asking",
    isRefused: outcome === "refused",
    isReady: canSearch(uses) && outcome === undefined,
    choose,
  };
}

/** Shows how many rows the columns answer, and which columns are missing. */
function Finding({ state, draft }: DraftProps) {
  const half = halfOf(draft.uses);
  if (!canSearch(draft.uses) || draft.isRefused) {
    return (
      <div class="note warn" role="status">
        {usesOf(state.columns).length === 0 && (
          <p>
            <b>{texts.noAddresses}</b>
          </p>
        )}
        <p>{texts.noColumns}</p>
        <ul>
          {texts.neededColumns.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {half !== undefined && <p>{texts.missing[half]}</p>}
      </div>
    );
  }
  const { exact_share } = state;
  const isLow = exact_share !== null && exact_share < LOW_SHARE;
  return (
    <div class={`note ${isLow ? "warn" : "ok"}`} role="status">
      <p>
        {addressText(state, draft.uses)} {draft.isAsking ? texts.checking : foundText(exact_share)}
        {exact_share !== null && exact_share < 1 && !isLow && !draft.isAsking && ` ${texts.restLater}`}
      </p>
      {isLow && !draft.isAsking && <p>{texts.lowShare}</p>}
    </div>
  );
}
