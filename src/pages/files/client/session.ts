/** File of this tab at the server: its state, and the requests that change it. */
import { useEffect, useState } from "preact/hooks";
import { currentLanguage } from "../../kit/client/preferences.ts";
import type { DownloadFormat } from "../server/download-endpoints.ts";
import type { Decided, DoubtfulRows, RowPoints } from "../server/review-endpoints.ts";
import type { FilesState } from "../server/session-state.ts";
import type { FoundAddress, MatchKind, RoleOfColumn, RowReason } from "./answers.ts";
import { pageData } from "./page-data.ts";
import { ask, Refused, upload } from "./requests.ts";

/** Step that the page shows. */
export type ShownStep =
  /** No file: to choose one; with what became of the last one. */
  | { readonly kind: "none"; readonly note?: "gone" | "deleted" | undefined }
  /** The server is asked for the file of this tab, after a reload. */
  | { readonly kind: "opening" }
  | { readonly kind: "sending"; readonly sent: number; readonly bytes: number }
  /** The file was refused. */
  | { readonly kind: "refused"; readonly code: string }
  | {
      readonly kind: "open";
      readonly state: FilesState;
      /** Code of the refusal of the last request. */
      readonly refusal?: string | undefined;
    };

/** The secret of this tab opens its file; the name of the file never leaves the tab. */
const SECRET = "baken-files";
const NAME = "baken-files-name";
const SECRET_BYTES = 32;
const BUSY_PAUSE_MS = 1000;
/** Tells the server in time that the tab is still open. */
const QUIET_PAUSE_MS = 60_000;

let shown: ShownStep = { kind: sessionStorage.getItem(SECRET) === null ? "none" : "opening" };
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: AbortController | undefined;
const listeners = new Set<() => void>();

/** Returns the state that the page shows, and renders the component again when it changes. */
export function useShown(): ShownStep {
  const [value, setValue] = useState(shown);
  useEffect(() => {
    const listener = () => setValue(shown);
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return value;
}

function show(next: ShownStep): void {
  shown = next;
  clearTimeout(timer);
  if (next.kind === "open") {
    const isBusy = next.state.phase === "reading" || next.state.phase === "geocoding";
    timer = setTimeout(look, isBusy ? BUSY_PAUSE_MS : QUIET_PAUSE_MS);
  }
  for (const listener of listeners) {
    listener();
  }
}

/** Returns the name of the file, which only this tab knows. */
export function fileName(): string {
  return sessionStorage.getItem(NAME) ?? "";
}

/** Secret of the open file. */
function secret(): string {
  return sessionStorage.getItem(SECRET) ?? "";
}

/** Asks about the file of this tab; returns the data of the answer. */
async function askData<T>(path: string, request: Omit<Parameters<typeof ask>[1], "secret"> = {}): Promise<T> {
  return (await ask<{ data: T }>(path, { secret: secret(), ...request })).data;
}

/** Asks for the state of the file. When the server no longer has the file, shows that. */
async function look(): Promise<void> {
  const asked = secret();
  try {
    const state = await askData<FilesState>("/files/session");
    if (asked === secret()) {
      show({ kind: "open", state, ...("refusal" in shown && { refusal: shown.refusal }) });
    }
  } catch (error) {
    if (asked === secret()) {
      close(refusalCodeOf(error) === "not_found" ? { kind: "none", note: "gone" } : refusedBy(error));
    }
  }
}

/** Sends a file, in place of the one before. */
export async function sendFile(file: File): Promise<void> {
  const fault = await faultOf(file);
  if (fault !== undefined) {
    show({ kind: "refused", code: fault });
    return;
  }
  sending = new AbortController();
  const { signal } = sending;
  const made = makeSecret();
  sessionStorage.setItem(SECRET, made);
  sessionStorage.setItem(NAME, file.name);
  const progress = { kind: "sending", bytes: file.size } as const;
  show({ ...progress, sent: 0 });
  try {
    const onSent = (sent: number) => show({ ...progress, sent });
    const { data } = await upload<{ data: FilesState }>(file, { secret: made, signal, onSent });
    show({ kind: "open", state: data });
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    // The answer to an earlier try was lost with the connection.
    if (refusalCodeOf(error) === "files_not_ready") {
      await look();
    } else {
      close(refusedBy(error));
    }
  }
}

/** Returns why a file need not be sent. */
async function faultOf(file: File): Promise<string | undefined> {
  if (file.size > pageData.limits.fileBytes) {
    return "too_large";
  }
  if (file.size === 0) {
    return "empty";
  }
  // A file that was moved or opened elsewhere cannot be read; a request would only say that there is no answer.
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => "unreadable_here",
    );
}

function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Tries other columns, or the registry's choice. Throws Refused for columns that are no address. */
export async function changeColumns(uses: readonly RoleOfColumn[] | null): Promise<void> {
  const body = { uses };
  show({ kind: "open", state: await askData("/files/session/columns", { method: "POST", body }) });
}

/** Reads another sheet of the file, and chooses the columns there. */
export function readSheet(sheet: string): Promise<void> {
  return change("/files/session/columns", { uses: null, sheet });
}

/** Brings the rows of a file with ids up to date, from a day on where it has no column with days. */
export async function startRecheck(since: string | undefined): Promise<void> {
  await change("/files/session/columns", { recheck: { since } });
  if (shown.kind === "open" && shown.refusal === undefined) {
    await start();
  }
}

/** Starts the search for all rows. */
export function start(): Promise<void> {
  return change(`/files/session/start?lang=${currentLanguage()}`);
}

/** Asks for a change, and shows its outcome: another state, or the refusal together with the former state. */
async function change(path: string, body?: unknown): Promise<void> {
  try {
    show({ kind: "open", state: await askData(path, { method: "POST", body }) });
  } catch (error) {
    if (shown.kind === "open") {
      show({ ...shown, refusal: refusalCodeOf(error) });
    }
  }
}

/** Removes the file and its results, also one that is being sent. */
export async function removeAll(note?: "deleted"): Promise<void> {
  const removed = secret();
  sending?.abort(new DOMException("The file is removed.", "AbortError"));
  close({ kind: "none", note });
  await ask("/files/session", { secret: removed, method: "DELETE" });
}

/** Forgets the file. */
function close(next: ShownStep): void {
  sessionStorage.removeItem(SECRET);
  sessionStorage.removeItem(NAME);
  show(next);
}

function refusedBy(error: unknown): ShownStep {
  return { kind: "refused", code: refusalCodeOf(error) };
}

/** Returns the code of a refusal; `unexpected` for any other error, such as a torn answer. */
export function refusalCodeOf(error: unknown): string {
  return error instanceof Refused ? error.code : "unexpected";
}

/** Returns doubtful rows of these matches and reason, starting at the place `from` in their list. */
export function readRows(
  { matches, reason }: { readonly matches: readonly MatchKind[]; readonly reason: RowReason | undefined },
  { from, limit, signal }: { readonly from: number; readonly limit: number; readonly signal: AbortSignal },
): Promise<DoubtfulRows> {
  const query = new URLSearchParams({ match: matches.join(","), from: String(from), limit: String(limit) });
  if (reason !== undefined) {
    query.set("reason", reason);
  }
  return ask<DoubtfulRows>(`/files/session/rows?${query}`, { secret: secret(), signal });
}

/** Settles when the server has answered to all decisions. */
let decided: Promise<unknown> = Promise.resolve();

/** Decides a row to an address by its identificatie, or to none; undefined: takes the decision back. */
export async function decide(row: number, address: string | null | undefined): Promise<void> {
  const asked = askData<Decided>(`/files/session/rows/${row}`, {
    method: address === undefined ? "DELETE" : "POST",
    ...(address !== undefined && { body: { address } }),
  });
  decided = Promise.allSettled([decided, asked]);
  const data = await asked;
  if (shown.kind === "open" && shown.state.phase === "review") {
    show({ ...shown, state: { ...shown.state, decided: data.decided } });
  }
}

/** Returns addresses for a typed text. */
export function suggestAddresses(text: string, signal: AbortSignal): Promise<readonly FoundAddress[]> {
  return askData(`/files/suggest?${new URLSearchParams({ q: text })}`, { signal });
}

/** Returns the points of the rows that have an address. */
export function readPoints(): Promise<RowPoints> {
  return askData("/files/session/points");
}

/** Has the file made, with all decisions so far; returns the link that downloads it, for a minute. */
export async function makeDownload(format: DownloadFormat): Promise<string> {
  await decided;
  const { url } = await askData<{ url: string }>("/files/session/download", {
    method: "POST",
    body: { format, ...(format === "report" && { lang: currentLanguage(), name: fileName() }) },
  });
  return url;
}

if (shown.kind === "opening") {
  void look();
}
