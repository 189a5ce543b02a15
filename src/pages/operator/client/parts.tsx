/** Small parts that several pages show. */

import { type ComponentChildren, cloneElement, type TargetedSubmitEvent, type VNode } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { BarChart } from "../../kit/client/bar-chart.tsx";
import { CopyButton } from "../../kit/client/copy-button.tsx";
import { Dialog } from "../../kit/client/dialog.tsx";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { Link } from "../../kit/client/router.tsx";
import { Table, type TableProps } from "../../kit/client/table.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { DayAnswer } from "../server/operations/keys.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { wordRefusal } from "./refusal-texts.ts";
import { refusalOf } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  failed: { en: "That did not work", nl: "Dat is niet gelukt" },
  inTheLog: { en: "In the log:", nl: "In het log, in het Engels:" },
  copy: { en: "Copy", nl: "Kopiëren" },
  totalOf: {
    en: (count: string) => `${count} requests in total`,
    nl: (count: string) => `${count} verzoeken in totaal`,
  },
});

interface PageProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  /** Why the content could not be loaded. */
  readonly refusal?: RefusedRequests | undefined;
  readonly children: ComponentChildren;
}

/** Content of a page below its heading, which names the tab too and takes the focus when the page opens. */
export function OperatorPage({ title, actions, refusal, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · baken`;
  }, [title]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div class="row apart page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="row">{actions}</div>}
      </div>
      <RefusalNote refusal={refusal} />
      {children}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function PageSection({ title, tools, children }: SectionProps) {
  return (
    <section class="stack">
      <div class="row apart">
        <h2>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** State as a dot and a word: colour alone says nothing. */
export function StateBadge({ tone, children }: { readonly tone: string; children: ComponentChildren }) {
  return <span class={`badge dot ${tone}`}>{children}</span>;
}

interface TileProps {
  /** Page that the tile opens. */
  readonly href?: string;
  readonly title: string;
  readonly value: string;
  readonly detail: string;
}

/** One number with its name and an explanation. */
export function Tile({ href, title, value, detail }: TileProps) {
  const content = (
    <>
      <span class="label muted">{title}</span>
      <span class="tile-value">{value}</span>
      <span class="hint">{detail}</span>
    </>
  );
  return href === undefined ? (
    <div class="stack card tile">{content}</div>
  ) : (
    <Link href={href} class="stack card tile">
      {content}
    </Link>
  );
}

interface PagerProps {
  /** Names of the buttons back and forward. */
  readonly names: readonly [string, string];
  /** Undefined at an end. */
  readonly onBack: (() => void) | undefined;
  readonly onForward: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** Buttons to the page before and after; nothing when there is one page. */
export function Pager({ names: [back, forward], onBack, onForward, children }: PagerProps) {
  return onBack === undefined && onForward === undefined ? null : (
    <div class="row">
      <button type="button" class="button small" disabled={onBack === undefined} onClick={onBack}>
        {back}
      </button>
      {children}
      <button type="button" class="button small" disabled={onForward === undefined} onClick={onForward}>
        {forward}
      </button>
    </div>
  );
}

/** Link to the page of a key. */
export function KeyLink({ id }: { readonly id: number }) {
  return <Link href={`/keys/${id}`}>{keyTexts.keyNumber(id)}</Link>;
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** Lists facts with their names; those without a value are left out. */
export function FactList({ facts }: FactsProps) {
  return (
    <dl class="stack facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface DataTableProps<Row> extends Omit<TableProps<Row>, "class"> {
  /** Text in place of a table without rows. */
  readonly empty?: string;
}

/** Table whose rows are cards on a phone. */
export function DataTable<Row>({ empty, ...table }: DataTableProps<Row>) {
  return empty !== undefined && table.rows.length === 0 ? (
    <p class="empty">{empty}</p>
  ) : (
    <Table class="table stacked card" {...table} />
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** True for a refused value. The hint says which values are right. */
  readonly isWrong?: boolean;
  /** The control, which gets its attributes here. */
  readonly children: VNode<object>;
}

/** Control of a form with its name and a hint. */
export function Field({ label, hint, isWrong = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint && `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        class: "input",
        "aria-describedby": hintId,
        "aria-invalid": isWrong,
        ...children.props,
      })}
      {hint && (
        <p id={hintId} class={isWrong ? "fault" : "hint"} role={isWrong ? "alert" : undefined}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectProps<Value extends string | number> {
  /** Absent in a form that reads its fields when it is sent. */
  readonly value?: Value;
  readonly name?: string;
  /** Texts by value. */
  readonly options: Readonly<Record<Value, string>>;
  /** Name for screen readers, outside a field. */
  readonly label?: string;
  readonly onChoose?: (value: Value) => void;
}

export function Select<Value extends string | number>({
  label,
  options,
  onChoose,
  ...attributes
}: SelectProps<Value>) {
  return (
    <select
      class="button small"
      aria-label={label}
      {...attributes}
      onChange={(event) => onChoose?.(event.currentTarget.value as Value)}
    >
      {Object.entries<string>(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Text in the type of code with a button that copies it. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section class="row copyable" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre class="code" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton label={texts.copy} text={() => text} />
    </section>
  );
}

/** Words of the program as its log has them, which are English: a page in another language says so. */
export function LoggedText({ text }: { readonly text: string }) {
  return (
    <span class="hint sub">
      {texts.inTheLog} <q lang="en">{text}</q>
    </span>
  );
}

/** Reason why something was not done. */
export function RefusalNote({ refusal }: { readonly refusal: RefusedRequests | undefined }) {
  if (refusal === undefined) {
    return null;
  }
  const { text, diagnosis } = wordRefusal(refusal, currentLanguage());
  return (
    <div class="note danger" role="alert">
      <strong>{texts.failed}.</strong> {text}
      {diagnosis && <LoggedText text={diagnosis} />}
    </div>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly tone: "primary" | "danger";
  /** Text while the form is sent. */
  readonly busy?: string;
  readonly children: ComponentChildren;
  /** Sends the form; the dialog shows why it was refused. */
  onSubmit(form: FormData): Promise<unknown>;
  onClose(): void;
}

/** Dialog with a form, whose button has the name of the dialog. */
export function FormDialog({ title, tone, busy, children, onSubmit, onClose }: FormDialogProps) {
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefusal(undefined);
    setSending(true);
    setRefusal(await onSubmit(new FormData(event.currentTarget)).then(() => undefined, refusalOf));
    setSending(false);
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <h2>{title}</h2>
      <form class="stack form" onSubmit={submit}>
        {children}
        {isSending && busy && <p role="status">{busy}</p>}
        <RefusalNote refusal={refusal} />
        <div class="row">
          <button type="submit" class={`button ${tone}`} disabled={isSending}>
            {title}
          </button>
          <button type="button" class="button quiet" onClick={onClose}>
            {sharedTexts.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface DialogButtonProps extends Omit<FormDialogProps, "title" | "onClose"> {
  readonly label: string;
  readonly class?: string;
  readonly disabled?: boolean;
}

/** Button that asks in a dialog of its name before it acts. */
export function DialogButton({ label, class: className, disabled, onSubmit, ...dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class={`button ${className}`} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <FormDialog
          {...dialog}
          title={label}
          onSubmit={(form) => onSubmit(form).then(close)}
          onClose={close}
        />
      )}
    </>
  );
}

type RequestChartProps = Omit<Parameters<typeof BarChart>[0], "valueHeading" | "show"> & {
  readonly valueHeading?: string;
};

/** Numbers of requests in the order of time. */
export function RequestChart(props: RequestChartProps) {
  return (
    <div class="card">
      <BarChart valueHeading={sharedTexts.requests} show={format.rate} {...props} />
    </div>
  );
}

/** Requests of each day. */
export function UsageChart({ title, days }: { readonly title: string; readonly days: readonly DayAnswer[] }) {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <RequestChart
      title={`${title}: ${texts.totalOf(format.number(total))}`}
      labelHeading={sharedTexts.day}
      bars={days.map(({ day, requests }) => ({ label: format.day(day), value: requests }))}
    />
  );
}
