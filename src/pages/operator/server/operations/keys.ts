/** Operations on keys: the same store and rules as `./baken keys`. */
import {
  type IssuedKey,
  jsonOfKey,
  type KeyReport,
  keyStateOf,
  USAGE_DAYS_KEPT,
} from "../../../../accounts/key-store.ts";
import { retryQuery } from "../../../../accounts/retry-query.ts";
import { integer, oneOf, optional, text, withDefault } from "../../../../http/parameters/kinds.ts";
import { assertInputFitsKind, keyChanges, newKey, revocation, rotation } from "../key-input.ts";
import { type AnswerOf, days, id, type Operator, operation } from "../operation.ts";
import { refusalFor } from "../refuse.ts";

const KEYS_PER_PAGE = 50;
const STATES = ["active", "expired", "revoked"] as const;
export type KeyState = (typeof STATES)[number];

export const listKeys = operation({
  path: "/api/keys",
  query: {
    q: optional(text({ description: "Part of a name or an origin, or an id." })),
    state: optional(oneOf(STATES, { description: "State of the keys." })),
    page: withDefault(integer({ min: 1, max: 100_000, description: "Number of the page, from 1." }), 1),
  },
  async handler(operator, { q = "", state, page }) {
    const all = (await retryQuery(() => operator.keys.list())).map((key) => ({
      key,
      state: keyStateOf(key),
    }));
    const found = all
      .filter((each) => (state === undefined || each.state === state) && matches(each.key, q.trim()))
      .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || b.key.id - a.key.id);
    const shown = found.slice((page - 1) * KEYS_PER_PAGE, page * KEYS_PER_PAGE);
    return {
      keys: await Promise.all(shown.map(({ key }) => answerKey(operator, key))),
      total: found.length,
      perPage: KEYS_PER_PAGE,
    };
  },
});
export type KeyList = AnswerOf<typeof listKeys>;

/** Returns true when the id is the text, or the name or an origin contains it. */
function matches({ id, name, origins }: Pick<KeyReport, "id" | "name" | "origins">, text: string): boolean {
  const wanted = text.toLowerCase();
  const texts = [name, ...origins].map((each) => each.toLowerCase());
  return String(id) === wanted || texts.some((each) => each.includes(wanted));
}

export const showKey = operation({
  path: "/api/keys/{id}",
  pathParameters: { id },
  handler: (operator, { id }) => reportKey(operator, id),
});

export const createKey = operation({
  method: "POST",
  path: "/api/keys",
  requestBody: newKey,
  status: 201,
  async handler(operator, { body, by }) {
    assertInputFitsKind(body.kind, body);
    return answerIssued(operator, await retryQuery(() => operator.keys.create(body, by)));
  },
});

export const changeKey = operation({
  method: "PATCH",
  path: "/api/keys/{id}",
  pathParameters: { id },
  requestBody: keyChanges,
  async handler(operator, { id, body, by }) {
    const { kind } = await requireKeyIn(operator, id, ["active", "expired"]);
    assertInputFitsKind(kind, body);
    await retryQuery(() => operator.keys.update(id, body, by));
    return reportKey(operator, id);
  },
});

export const rotateKey = operation({
  method: "POST",
  path: "/api/keys/{id}/rotate",
  pathParameters: { id },
  requestBody: rotation,
  async handler(operator, { id, body: { overlap }, by }) {
    await requireKeyIn(operator, id, ["active"]);
    const issued = await retryQuery(() => operator.keys.rotate(id, overlap, by));
    return answerIssued(operator, issued ?? refuseUnknownKey(id));
  },
});

/** Revokes a key whose name the operator typed, so that no slip of the hand ends a key for good. */
export const revokeKey = operation({
  method: "POST",
  path: "/api/keys/{id}/revoke",
  pathParameters: { id },
  requestBody: revocation,
  async handler(operator, { id, body, by }) {
    const { name } = await requireKey(operator, id);
    if (body.name.trim() !== name) {
      const message = "This is not the name of the key; it was not revoked.";
      throw refusalFor("other_name", "validation_failed", message, {
        errors: { name: ["must be the name of the key"] },
      });
    }
    await retryQuery(() => operator.keys.revoke(id, by));
    return reportKey(operator, id);
  },
});

export const listUsage = operation({
  path: "/api/usage",
  query: { days: days(USAGE_DAYS_KEPT), key: optional(id) },
  handler: (operator, { days, key }) => retryQuery(() => operator.keys.listUsageByDay(days, key)),
});
export type DayAnswer = AnswerOf<typeof listUsage>[number];

async function answerIssued(operator: Operator, { key, token }: IssuedKey) {
  return { token, key: await reportKey(operator, key.id) };
}
export type IssuedAnswer = Awaited<ReturnType<typeof answerIssued>>;

async function reportKey(operator: Operator, id: number) {
  return answerKey(operator, await requireKey(operator, id));
}

async function requireKey({ keys }: Operator, id: number): Promise<KeyReport> {
  return (await retryQuery(() => keys.report(id))) ?? refuseUnknownKey(id);
}

/** Returns a key; throws 422 when it is in none of the states, which `./baken keys` refuses too. */
async function requireKeyIn(operator: Operator, id: number, states: readonly KeyState[]): Promise<KeyReport> {
  const key = await requireKey(operator, id);
  const state = keyStateOf(key);
  if (states.includes(state)) {
    return key;
  }
  const remedy = state === "revoked" ? "which cannot be undone" : "so first set a later date";
  const reason = state === "revoked" ? "key_revoked" : "key_expired";
  throw refusalFor(reason, "validation_failed", `Key ${id} is ${state}, ${remedy}.`);
}

function refuseUnknownKey(id: number): never {
  throw refusalFor("no_key", "not_found", `There is no key ${id}.`);
}

/** Returns the JSON of a key. A key that opens nothing gets no slot among the counters. */
async function answerKey({ counters }: Operator, key: KeyReport) {
  const ratePerMinute = Number.isFinite(key.ratePerMinute) ? key.ratePerMinute : null;
  const visitorRate = key.visitorRatePerMinute ?? ("default" as const);
  const answer = { ...jsonOfKey(key), ratePerMinute, visitorRate };
  if (answer.state !== "active" || ratePerMinute === null) {
    return { ...answer, rateUsed: null };
  }
  const { rate } = await counters.peekKey(key);
  return { ...answer, rateUsed: rate.limit - rate.remaining };
}
export type KeyAnswer = Awaited<ReturnType<typeof answerKey>>;
