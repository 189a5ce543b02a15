/** Declaration of the requests of the operator's pages: operations below `/api`. */
import type { z } from "zod";
import type { Actor, AuditLog } from "../../../accounts/audit.ts";
import type { Counters } from "../../../accounts/counters.ts";
import type { KeyAdmin } from "../../../accounts/key-store.ts";
import type { Awaitable } from "../../../base/awaitable.ts";
import type { Exports } from "../../../exports/exports.ts";
import type { PageAccess } from "../../../http/context.ts";
import type { RoutedEndpoint } from "../../../http/endpoint.ts";
import { integer, type Parameters, type Values, withDefault } from "../../../http/parameters/kinds.ts";
import type { LogControl } from "../../../http/serving/access-log.ts";
import type { KeyTrafficReport } from "../../../http/serving/key-traffic.ts";
import type { TrafficCounts } from "../../../http/serving/metrics.ts";
import type { ProcessState } from "../../../http/serving/process-state.ts";
import type { SlowRequest } from "../../../http/serving/slow-requests.ts";
import type { NodeAnswer } from "../../../operator/nodes/node-facts.ts";
import type { TrafficHistory } from "./traffic-history.ts";

/** Parts of the serving process that the pages show and change. */
export interface OperatorSources {
  readonly keys: KeyAdmin;
  readonly counters: Counters;
  readonly exports: Pick<Exports, "report" | "cancel" | "sessions">;
  readonly audit: AuditLog;
  /** Of the public port. */
  readonly pages: PageAccess;
  readonly log: LogControl;
  trafficCounts(): TrafficCounts;
  slowRequests(): readonly SlowRequest[];
  keyTraffic(): KeyTrafficReport;
  processState(): ProcessState;
  nodes(): Promise<readonly NodeAnswer[]>;
}

/** Parts of the serving process that handlers use. */
export interface Operator extends OperatorSources {
  readonly dataDir: string;
  /** Origin under which users reach the interface. */
  readonly publicUrl: string;
  readonly traffic: TrafficHistory;
  /** Command that checks whether the registry that follows as its last word can serve. */
  readonly checkCommand: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly tokenFile: { readonly path: string; readonly isExposed: boolean };
  /** True when sessions are allowed over plain HTTP from other machines. */
  readonly isInsecureAllowed: boolean;
}

/** Operation, declared as the public endpoints are; it always needs a session of the operator. */
export interface OperatorOperation<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  B extends z.ZodType = z.ZodType,
  R = unknown,
> extends RoutedEndpoint {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: `/api/${string}`;
  readonly pathParameters: P;
  readonly query: Q;
  /** Schema of the JSON body; absent: there is none. */
  readonly requestBody?: B;
  readonly status: 200 | 201;
  /** Returns the JSON of the answer. `by` is the session that asks. */
  handler(
    operator: Operator,
    input: Values<P> & Values<Q> & { readonly body: z.output<B>; readonly by: Actor },
  ): Awaitable<R>;
}

/** Answer of an operation, as the scripts of the pages read it. */
export type AnswerOf<O extends { handler(...input: never): unknown }> = Awaited<ReturnType<O["handler"]>>;

const DEFAULTS = {
  method: "GET",
  root: true,
  pathParameters: {},
  query: {},
  include: [],
  sort: [],
  envelope: "none",
  auth: "operator",
  status: 200,
} as const;

/** Declares an operation. Defaults: GET, no parameters, no body. */
export function operation<
  P extends Parameters = Record<never, never>,
  Q extends Parameters = Record<never, never>,
  B extends z.ZodType = z.ZodUndefined,
  R = unknown,
>(
  declaration: Omit<OperatorOperation<P, Q, B, R>, keyof typeof DEFAULTS> &
    Partial<Pick<OperatorOperation<P, Q, B, R>, keyof typeof DEFAULTS>>,
): OperatorOperation<Parameters, Parameters, z.ZodType, R> {
  return { ...DEFAULTS, ...declaration } as unknown as OperatorOperation<
    Parameters,
    Parameters,
    z.ZodType,
    R
  >;
}

/** Id of a key or of a record of the audit. */
export const id = integer({ min: 1, description: "Id." });

export const days = (max: number) =>
  withDefault(integer({ min: 1, max, description: "Days, up to today." }), 30);
