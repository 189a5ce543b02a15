/** Asks the interface what the oracle was asked, and lists the answers that differ. */
import type { OracleAddress } from "./ask-oracle.ts";

export interface Answered {
  readonly ask: "object" | "address" | "lookup" | "history" | "former" | "in_onderzoek";
  readonly type?: string;
  readonly id?: string;
  readonly day?: string;
  readonly key?: Readonly<Record<string, string | number | null>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Response of the interface to a path below /api/v1. */
export type Ask = (path: string) => Promise<{ status: number; body: Body }>;

type Json = Readonly<Record<string, unknown>>;
type Body = { readonly data?: Json } & Json;

/** Fields that only the oracle has. It has no position for an outline. */
const OWN_FIELDS = ["openbare_ruimte_id", "day"];
const OPEN = "9999-99-99";
/** Maximum number of successors of a number in an answer. */
const MAX_SUCCESSORS = 100;

/** Counts of compared answers by kind of question, and the differences. */
export interface Comparison {
  readonly asked: Record<string, number>;
  readonly differences: string[];
}

export async function compareAnswers(ask: Ask, questions: readonly Answered[]): Promise<Comparison> {
  const asked: Record<string, number> = {};
  const differences: string[] = [];
  for (const question of questions) {
    const compare = COMPARISONS[question.ask];
    const difference = await compare(ask, question);
    if (difference === undefined) {
      continue;
    }
    asked[question.ask] = (asked[question.ask] ?? 0) + 1;
    if (difference !== "") {
      differences.push(
        `${question.ask} ${JSON.stringify({ ...question, answer: undefined })}: ${difference}`,
      );
    }
  }
  return { asked, differences };
}

/** Returns the difference in words, "" for none, undefined when the interface has no such question. */
type Compare = (ask: Ask, question: Answered) => Promise<string | undefined>;

const COMPARISONS: Readonly<Record<Answered["ask"], Compare>> = {
  async address(ask, { id, day, answer }) {
    const { status, body } = await ask(`/addresses/${id}?valid_on=${day}&include=stage`);
    if (answer.address === null) {
      return status === 404 ? differ({ why: answer.why }, reasonOf(body)) : `answered: ${status}`;
    }
    const bounds = { valid_from: answer.valid_from, valid_until: orOpen(answer.valid_until) };
    return status === 200
      ? differ({ ...expectedRecord(answer.address as OracleAddress), ...bounds }, body.data!)
      : `not found: ${JSON.stringify(reasonOf(body))}`;
  },

  async lookup(ask, { key, day, answer }) {
    const { status, body } = await ask(
      `/addresses/lookup?${numberQuery(key!)}&valid_on=${day}&include=stage`,
    );
    if (answer.address === null) {
      return status === 404 ? "" : `found ${body.data?.nummeraanduiding_id}`;
    }
    return status === 200
      ? differ(expectedRecord(answer.address as OracleAddress), body.data!)
      : `not found, expected ${(answer.address as OracleAddress).nummeraanduiding_id}`;
  },

  async history(ask, { id, answer }) {
    const { status, body } = await ask(`/addresses/${id}/history`);
    const expected = (answer.periods as Json[]).map((period) => ({
      ...period,
      valid_until: orOpen(period.valid_until),
    }));
    const periods = (body.data?.periods ?? []) as Json[];
    const made = periods;
    if (status !== 200 && expected.length > 0) {
      return `not found: ${status}`;
    }
    return made.length === expected.length
      ? (expected.map((period, i) => differ(flat(period), flat(made[i]!))).find((text) => text !== "") ?? "")
      : `${JSON.stringify(made.map((p) => [p.valid_from, p.valid_until, p.reason]))}, expected ${JSON.stringify(expected)}`;
  },

  async former(ask, { key, answer }) {
    const { status, body } = await ask(`/addresses/former?${numberQuery(key!)}`);
    if (status !== 200) {
      return `status ${status}: ${JSON.stringify(body)}`;
    }
    const { current, former } = body.data as { current: Json | null; former: Json[] };
    const ids = answer.current as string[];
    const isExpected =
      current === null
        ? ids.length === 0
        : ids.includes(current.nummeraanduiding_id as string) ||
          (ids.length === 0 && isWrittenOtherwise(current, key!));
    if (!isExpected) {
      return `current is ${current?.nummeraanduiding_id}, expected one of ${ids}`;
    }
    const expected = (answer.former as Json[]).map(formerOf);
    // The oracle compares exactly. The interface lists other spellings when no address has the spelling as asked.
    if (expected.length === 0 && former.every(({ address }) => isWrittenOtherwise(address as Json, key!))) {
      return "";
    }
    return differ({ former: JSON.stringify(expected) }, { former: JSON.stringify(former.map(formerOf)) });
  },

  async object(ask, { type, id, day, answer }) {
    const path = PATHS[type!];
    if (path === undefined) {
      return undefined;
    }
    const { status, body } = await ask(
      `${path}/${id}?valid_on=${day}${type === "OPR" ? "" : "&include=stage"}`,
    );
    if (answer.why !== null) {
      return status === 404 ? "" : `answered: ${status}, expected ${answer.why}`;
    }
    return status === 200 ? differ(objectFields(type!, answer, day!), body.data!) : `status ${status}`;
  },

  async in_onderzoek(ask, { type, id, day, answer }) {
    const path = PATHS[type!];
    if (path === undefined) {
      return undefined;
    }
    const { status, body } = await ask(`${path}/${id}?valid_on=${day}&include=in_onderzoek`);
    if (status !== 200) {
      return undefined;
    }
    const told = new Set((body.data!.in_onderzoek as { kenmerk: string }[]).map(({ kenmerk }) => kenmerk));
    return differ({ list: answer.kenmerken }, { list: [...told].sort() });
  },
};

/**
 * Returns true for an address that differs from the key only in how letter and addition are divided and written. A
 * lookup finds such an address when none has the exact spelling; the oracle compares exactly.
 */
function isWrittenOtherwise(current: Json, key: Json): boolean {
  const partsOf = ({ huisletter, huisnummertoevoeging }: Json) => [
    huisletter ?? "",
    huisnummertoevoeging ?? "",
  ];
  const [made, asked] = [partsOf(current), partsOf(key)];
  const joined = (parts: readonly unknown[]) => parts.join("").replaceAll(/[\s-]/g, "").toLowerCase();
  const { huisletter: _letter, huisnummertoevoeging: _addition, ...rest } = key;
  return (
    made.join("|") !== asked.join("|") &&
    joined(made) === joined(asked) &&
    Object.entries(rest).every(([name, value]) => current[name] === value)
  );
}

const PATHS: Readonly<Record<string, string>> = { VBO: "/residences", PND: "/buildings", OPR: "/streets" };

/** Returns the fields of a record that follow from the voorkomen alone. */
function objectFields(type: string, { values, stage }: Json, day: string): Json {
  const one = (name: string) => (values as Record<string, string[]>)[name]![0]!;
  if (type === "VBO") {
    const oppervlakte = Number(one("oppervlakte"));
    return { status: one("status"), stage, oppervlakte: oppervlakte === 999_999 ? null : oppervlakte };
  }
  if (type === "PND") {
    const year = Number(one("oorspronkelijkBouwjaar"));
    const isDummy = year === 1005 || year >= 9999 || year > Number(day.slice(0, 4)) + 5;
    return { status: one("status"), stage, bouwjaar: isDummy ? null : year };
  }
  return { naam: one("naam"), type: one("type") };
}

function formerOf({ nummeraanduiding_id, address, valid_from, valid_until, today, successors }: Json): Json {
  const nameOf = (record: unknown) => (record as Json | null)?.full_address ?? null;
  return {
    nummeraanduiding_id,
    address: nameOf(address),
    valid_from,
    valid_until,
    today: nameOf(today),
    successors: (successors as (readonly [string, string] | Json)[])
      .slice(0, MAX_SUCCESSORS)
      .map((one) =>
        Array.isArray(one)
          ? one
          : [(one as Json).relation, ((one as Json).address as Json).nummeraanduiding_id],
      ),
  };
}

function expectedRecord(address: OracleAddress): Json {
  return Object.fromEntries(Object.entries(address).filter(([name]) => !OWN_FIELDS.includes(name)));
}

function flat({ valid_from, valid_until, reason, address }: Json): Json {
  return { valid_from, valid_until, reason, ...(address as Json | null) };
}

function reasonOf(body: Body): Json {
  return (body.reason ?? {}) as Json;
}

function numberQuery(key: Readonly<Record<string, string | number | null>>): string {
  const names = {
    ...{ postcode: "postcode", straatnaam: "street", woonplaats_naam: "city" },
    ...{ huisnummer: "number", huisletter: "letter", huisnummertoevoeging: "addition" },
  };
  const query = new URLSearchParams();
  for (const [name, parameter] of Object.entries(names)) {
    const value = key[name];
    if (value !== null && value !== undefined) {
      query.set(parameter, String(value));
    }
  }
  return query.toString();
}

function orOpen(day: unknown): unknown {
  return day === OPEN ? null : day;
}

/** Returns the fields that differ from the expected ones, as text; "" when there are none. */
function differ(expected: Json, made: Json): string {
  return Object.entries(expected)
    .filter(([name, value]) => !Bun.deepEquals(value ?? null, made[name] ?? null))
    .map(([name, value]) => `${name} ${JSON.stringify(made[name])}, expected ${JSON.stringify(value)}`)
    .join("; ");
}
