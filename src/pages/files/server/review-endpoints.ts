/** Endpoints with which a person reviews the rows of a session that has run, and fetches the result. */
import { z } from "zod";
import type { Awaitable } from "../../../base/awaitable.ts";
import { AppError } from "../../../base/errors.ts";
import { listOf } from "../../../base/list-of.ts";
import { ROW_STATUSES } from "../../../batch/outcome.ts";
import { createRowReviewer, decideRow } from "../../../batch/review-row.ts";
import { toGeocodedRow, toJsonLine } from "../../../batch/run/geocoded-row.ts";
import { REASON_CODES } from "../../../batch/texts/reasons.ts";
import {
  addDecision,
  type ChosenAddress,
  countDecisions,
  type KeptDecision,
  readDecisions,
  readDecisionsOf,
} from "../../../exports/sessions/decisions.ts";
import { explain } from "../../../exports/sessions/file-sessions.ts";
import { findReviewRow, readFinishedRun, readReviewRows } from "../../../exports/sessions/review-rows.ts";
import type { FoundSession } from "../../../exports/sessions/session-folder.ts";
import { filesFull, SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import type { Admission } from "../../../http/admission.ts";
import type { Context } from "../../../http/context.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { integer, oneOf, optional, text, withDefault } from "../../../http/parameters/kinds.ts";
import type { AdresRecord } from "../../../registry/read/records.ts";
import { suggestAdressen } from "../../../search/suggest.ts";
import { valueText } from "../../../tables/write/row-values.ts";
import { requirePhase } from "./session-endpoints.ts";
import { privateJson, readBodyAs, sessionOf } from "./session-request.ts";

const MAX_CELL = 500;
const MAX_ROWS = 100;

export const listReviewRows = rootEndpoint({
  path: "/files/session/rows",
  summary: "List rows of a session that were not found exactly",
  auth: "file",
  query: {
    match: withDefault(text({ description: "Matches, joined by commas." }), "one_of_several,none"),
    reason: optional(oneOf(REASON_CODES, { description: "Only rows with this reason." })),
    from: withDefault(integer({ min: 0, max: SESSION_LIMITS.rows, description: "Rows to leave out." }), 0),
    limit: withDefault(integer({ min: 1, max: MAX_ROWS, description: "Rows, at most." }), 20),
  },
  errors: ["not_found", "files_not_ready"],
  async handler(context, { match, reason, from, limit }, admission) {
    const found = await reviewedSession(context, admission);
    const asked = listOf(match);
    const matches = ROW_STATUSES.filter((each) => each !== "exact" && asked.includes(each));
    const { data, meta } = await reviewRows(context, found, { matches, reason, from, limit });
    return privateJson(data, 200, { meta });
  },
});

/** Returns the chosen rows, with what was understood of each and what may be meant. */
async function reviewRows(
  { snapshot }: Context,
  { session, record }: FoundSession,
  wanted: Parameters<typeof readReviewRows>[1],
) {
  const { plan, headRows } = record.file!;
  const { total, rows } = await readReviewRows(session, wanted).catch(rethrow);
  const review = createRowReviewer(snapshot, plan!);
  const decisions = await readDecisionsOf(
    session,
    rows.map(({ index }) => index),
  );
  const data = rows.map(({ index, cells }) => {
    const { adres, suggestions, refusal, ...reviewed } = review(cells);
    return {
      row: headRows + 1 + index,
      cells: cells.map((cell, at) => ({ index: at, text: valueText(cell).trim().slice(0, MAX_CELL) })),
      ...reviewed,
      reason: refusal,
      address: adres && addressOf(adres),
      suggestions: suggestions.map(addressOf),
      decision: shown(decisions.get(index)),
    };
  });
  return { data, meta: { total } };
}
export type DoubtfulRows = Awaited<ReturnType<typeof reviewRows>>;

/** Returns the session of a request, whose run must have ended. */
async function reviewedSession(context: Context, admission: Admission): Promise<FoundSession> {
  const found = sessionOf(admission);
  await requirePhase(context, found, "review");
  return found;
}

function addressOf({ nummeraanduiding_id, full_address, latitude, longitude }: AdresRecord): ChosenAddress {
  return { id: nummeraanduiding_id, text: full_address, latitude, longitude };
}

function shown(decision: KeptDecision | undefined) {
  return decision === undefined ? null : { address: decision.address };
}

const ROW = {
  row: integer({ min: 1, max: 10_000_000, description: "Row as a spreadsheet counts.", example: 2 }),
};
const Chosen = z.strictObject({
  address: z
    .string()
    .regex(/^\d{16}$/, "an id of 16 digits")
    .nullable(),
});

export const decideReviewRow = rootEndpoint({
  method: "POST",
  path: "/files/session/rows/{row}",
  summary: "Decide which address a row has",
  auth: "file",
  pathParameters: ROW,
  errors: ["not_found", "files_not_ready", "files_full", "unavailable"],
  async handler(context, { row }, admission) {
    const found = await reviewedSession(context, admission);
    const { address: id } = await readBodyAs(context, Chosen);
    const decided = await decide(found, row, async ({ record, session }, index) => {
      const plan = record.file!.plan!;
      const read = plan.kind === "recheck" ? await findReviewRow(session, index).catch(rethrow) : undefined;
      const outcome = decideRow(context.snapshot, plan, { id, row: read?.cells });
      const line = toJsonLine(toGeocodedRow(outcome));
      return { address: outcome.adres && addressOf(outcome.adres), line };
    });
    return privateJson(decided);
  },
});

export const undecideReviewRow = rootEndpoint({
  method: "DELETE",
  path: "/files/session/rows/{row}",
  summary: "Take the decision about a row back",
  auth: "file",
  pathParameters: ROW,
  errors: ["not_found", "files_not_ready", "files_full", "unavailable"],
  handler: async (context, { row }, admission) =>
    privateJson(await decide(await reviewedSession(context, admission), row, () => null)),
});

/** Stores a decision about a row, null to take it back; returns how many rows are decided. */
async function decide(
  found: FoundSession,
  row: number,
  decisionOf: (found: FoundSession, index: number) => Awaitable<KeptDecision | null>,
) {
  const { rows, headRows } = found.record.file!;
  const index = row - headRows - 1;
  if (index < 0 || index >= rows) {
    throw new AppError("not_found", `The file has no row ${row}.`);
  }
  const decision = await decisionOf(found, index);
  const before = await countDecisions(found.session);
  if (before.revision >= SESSION_LIMITS.decisions) {
    throw filesFull(`No more than ${SESSION_LIMITS.decisions} decisions are kept of a file.`);
  }
  await addDecision(found.session, { index, decision }).catch(rethrow);
  return { row, decision: shown(decision ?? undefined), ...(await countDecisions(found.session)) };
}
export type Decided = Awaited<ReturnType<typeof decide>>;

function rethrow(error: unknown): never {
  throw explain(error);
}

/** Match of a point whose row was decided by hand. */
const BY_HAND = 3;

export const listPoints = rootEndpoint({
  path: "/files/session/points",
  summary: "List the positions of a session's rows",
  auth: "file",
  errors: ["not_found", "files_not_ready"],
  async handler(context, _input, admission) {
    return privateJson(await readPoints(await reviewedSession(context, admission)));
  },
});

/** Returns longitude, latitude, kind of the dot and number of rows with an address: at most 5,000, spread evenly. */
async function readPoints({ session, record }: FoundSession) {
  const { points = [], rowsWithAddress = 0 } = readFinishedRun(session) ?? {};
  const { byRow } = await readDecisions(session);
  const first = record.file!.headRows + 1;
  const undecided = points.filter(([, , , row]) => !byRow.has(row - first));
  const decided = [...byRow].flatMap(([index, { address }]) =>
    address === null ? [] : [[address.longitude, address.latitude, BY_HAND, index + first] as const],
  );
  return { points: [...undecided, ...decided], rows_with_address: rowsWithAddress };
}
export type RowPoints = Awaited<ReturnType<typeof readPoints>>;

const SUGGESTIONS = 10;

export const suggestForSession = rootEndpoint({
  path: "/files/suggest",
  summary: "Suggest addresses to somebody who reviews rows",
  auth: "file-search",
  query: { q: text({ min: 2, max: 200, description: "Begin of an address.", example: "Keurstraat 5" }) },
  errors: ["not_found"],
  handler(context, { q }, admission) {
    sessionOf(admission);
    return privateJson(suggestAdressen(context.snapshot, q, { limit: SUGGESTIONS }).map(addressOf));
  },
});
