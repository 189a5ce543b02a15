/** Declaration of the requests of the operator's pages: a table of operations, each below `/api`. */
import { z } from "zod";
import type { Actor, AuditLog } from "../../../accounts/audit.ts";
import type { Counters } from "../../../accounts/counters.ts";
import type { KeyAdmin } from "../../../accounts/key-store.ts";
import type { Awaitable } from "../../../base/awaitable.ts";
import type { Exports } from "../../../exports/exports.ts";
import type { PageAccess } from "../../../http/context.ts";
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

type Method = "GET" | "POST" | "PATCH";

/** Operation, which always needs a session. */
export interface OperatorOperation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R = unknown,
> {
  readonly method: Method;
  /** Path below the root, with `{name}` for path parameters. */
  readonly path: `/api/${string}`;
  /** Schemas of the path parameters, of the query and of the JSON body; absent: there are none. */
  readonly parameters?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly status?: 200 | 201;
  /** Returns the JSON of the answer. `by` is the session that asks. */
  handler(
    operator: Operator,
    input: {
      readonly parameters: z.output<P>;
      readonly query: z.output<Q>;
      readonly body: z.output<B>;
      readonly by: Actor;
    },
  ): Awaitable<R>;
}

/** Answer of an operation, as the scripts of the pages read it. */
export type AnswerOf<O extends OperatorOperation> = Awaited<ReturnType<O["handler"]>>;

export function operation<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = unknown,
>(declaration: OperatorOperation<P, Q, B, R>): OperatorOperation<z.ZodType, z.ZodType, z.ZodType, R> {
  return declaration as unknown as OperatorOperation<z.ZodType, z.ZodType, z.ZodType, R>;
}

export const keyPath = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be an id")
    .transform(Number),
});

export const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(max));
