import { useRef, useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { FilesState, RoleOfColumn } from "../../answers.ts";
import { CloseReading } from "../columns/close-reading.tsx";
import { ColumnTable } from "../columns/column-table.tsx";
import { canSearch, halfOf, usesOf } from "../columns/column-uses.ts";
import { addressParts, fileFacts, type ReadSheet, sheetOf } from "../columns/file-facts.ts";
import { SheetChoice } from "../columns/sheet-choice.tsx";
import { UnusedColumns } from "../columns/unused-columns.tsx";
import { formatCount, formatShare } from "../format.ts";
import { refusedText } from "../refusal-texts.ts";
import { changeColumns, fileName, refusalCodeOf, removeAll, start, startRecheck } from "../session.ts";
import { texts } from "../texts.ts";
import { type Mode, ModeChoice, SinceField } from "./recheck-choice.tsx";

interface ColumnsStepProps {
  readonly state: FilesState & { readonly phase: "preview" };
  readonly refusal: string | undefined;
}

/** Share of the sample below which the columns are probably not right. */
const LOW_SHARE = 0.5;

/** Second step: what to do with the file, and its first rows with the columns as understood. */
export function ColumnsStep({ state, refusal }: ColumnsStepProps) {
  const { ids, recheck } = state;
  const isOfIds = recheck !== null || (ids !== null && usesOf(state.columns).length === 0);
  const [mode, setMode] = useState<Mode>(isOfIds ? "recheck" : "find");
  const sheet = sheetOf(state);
  const change = (next: Mode) => {
    setMode(next);
    if (next === "find" && recheck !== null) {
      void changeColumns(null);
    }
  };
  return (
    <section class="step columns-step">
      <div class="columns-head">
        <h2 tabIndex={-1}>{texts.columnsTitle}</h2>
        <p>
          <b class="file-title">{fileName()}</b>
          <span class="muted"> · {fileFacts(state).join(" · ")}</span>
          {sheet && <SheetChoice key={sheet.name} sheet={sheet} />}
        </p>
        <LeftOut state={state} sheet={sheet} />
        {ids !== null && <ModeChoice mode={mode} onChange={change} />}
      </div>
      {mode === "recheck" ? (
        <RecheckColumns state={state} refusal={refusal} />
      ) : (
        <AddressColumns state={state} refusal={refusal} />
      )}
    </section>
  );
}

const leftOutTexts = pickTexts({
  titles: {
    en: (rows: string) => `Rows 1 to ${rows} are titles and names of columns. The result has the names only.`,
    nl: (rows: string) =>
      `Rij 1 tot en met ${rows} zijn titels en kolomnamen. Het resultaat heeft alleen de kolomnamen.`,
  },
  sheets: {
    en: (sheet: string) => `Only the sheet “${sheet}” is read. The result does not have the other sheets.`,
    nl: (sheet: string) =>
      `Alleen het werkblad “${sheet}” wordt gelezen. De andere werkbladen staan niet in het resultaat.`,
  },
});

interface LeftOutProps extends Pick<ColumnsStepProps, "state"> {
  readonly sheet: ReadSheet | undefined;
}

/** Says which parts of the file are not in the result. */
function LeftOut({ state: { head_rows }, sheet }: LeftOutProps) {
  const lines = [
    head_rows > 1 ? leftOutTexts.titles(formatCount(head_rows)) : "",
    sheet === undefined || sheet.others.length === 0 ? "" : leftOutTexts.sheets(sheet.name),
  ].filter((line) => line !== "");
  return lines.length === 0 ? null : <p class="hint">{lines.join(" ")}</p>;
}

/** Columns of addresses, with a menu to change each. */
function AddressColumns({ state, refusal }: ColumnsStepProps) {
  const draft = useDraft(state);
  const { rows } = state.file;
  return (
    <>
      <Finding state={state} draft={draft} />
      <ColumnTable state={state} uses={draft.uses} onChange={draft.choose} />
      {state.other !== null && !draft.isAsking && (
        <CloseReading state={state} onTake={() => draft.choose(state.other!.uses)} />
      )}
      <UnusedColumns state={state} uses={draft.uses} />
      <StartActions
        state={state}
        refusal={refusal}
        label={texts.start(formatCount(rows), rows === 1)}
        isReady={canSearch(draft.uses) && !draft.isAsking && !draft.isRefused}
        onStart={() => void start()}
      />
    </>
  );
}

/** Columns of ids, which are found and not chosen; the day where no column has it. */
function RecheckColumns({ state, refusal }: ColumnsStepProps) {
  const { ids, recheck, columns, file } = state;
  const [since, setSince] = useState(recheck?.since ?? "");
  const { id, day } = ids!;
  const ofDay: RoleOfColumn[] = day === null ? [] : [{ role: "day", index: day }];
  return (
    <>
      <p class="note ok">{texts.idsFrom(columns[id]!.name, day === null ? undefined : columns[day]!.name)}</p>
      {day === null && <SinceField since={since} onChange={setSince} />}
      <ColumnTable state={state} uses={[{ role: "id", index: id }, ...ofDay]} />
      <StartActions
        state={state}
        refusal={refusal}
        label={texts.startRecheck(formatCount(file.rows), file.rows === 1)}
        isReady={day !== null || since !== ""}
        onStart={() => void startRecheck(since === "" ? undefined : since)}
      />
    </>
  );
}

interface StartActionsProps extends ColumnsStepProps {
  readonly label: string;
  readonly isReady: boolean;
  onStart(): void;
}

function StartActions({ state, refusal, label, isReady, onStart }: StartActionsProps) {
  const { cost, remaining } = state.quota;
  return (
    <>
      {refusal !== undefined && (
        <p class="note danger" role="alert">
          {refusedText(refusal)}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button primary large" disabled={!isReady} onClick={onStart}>
          {label}
        </button>
        <button type="button" class="button" onClick={() => void removeAll()}>
          {texts.anotherFile}
        </button>
        {remaining !== null && <p class="hint">{texts.quota(formatCount(cost), formatCount(remaining))}</p>}
      </div>
    </>
  );
}

type Draft = ReturnType<typeof useDraft>;

/**
 * Columns as chosen in the menus. The server tries each choice that can be an address, one at a time: of choices made
 * meanwhile only the last.
 */
function useDraft({ columns }: FilesState & { readonly phase: "preview" }) {
  const [uses, setUses] = useState<readonly RoleOfColumn[]>(() => usesOf(columns));
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const wanted = useRef<readonly RoleOfColumn[] | undefined>(undefined);
  const isTrying = useRef(false);
  const tryWanted = async () => {
    isTrying.current = true;
    setIsAsking(true);
    while (wanted.current !== undefined) {
      const asked = wanted.current;
      const isRight = await changeColumns(asked).then(() => true, refusalCodeOf);
      setIsRefused(isRight !== true);
      wanted.current = wanted.current === asked ? undefined : wanted.current;
    }
    isTrying.current = false;
    setIsAsking(false);
  };
  const choose = (next: readonly RoleOfColumn[]) => {
    setUses(next);
    setIsRefused(false);
    wanted.current = canSearch(next) ? next : undefined;
    if (wanted.current !== undefined && !isTrying.current) {
      void tryWanted();
    }
  };
  return { uses, isAsking, isRefused, choose };
}

/** Shows how many rows the columns answer, and which columns are missing. */
function Finding({ state, draft }: { readonly state: ColumnsStepProps["state"]; readonly draft: Draft }) {
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
  const found = exact_share === null ? "" : texts.sampleFound(formatShare(exact_share));
  return (
    <div class={`note ${isLow ? "warn" : "ok"}`} role="status">
      <p>
        {texts.columnsLead(addressParts(state, draft.uses))} {draft.isAsking ? texts.checking : found}
        {exact_share !== null && exact_share < 1 && !isLow && !draft.isAsking && ` ${texts.restLater}`}
      </p>
      {isLow && !draft.isAsking && <p>{texts.lowShare}</p>}
    </div>
  );
}
