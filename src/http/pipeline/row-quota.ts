/** Quota of files with many rows, in addition to the request that admission has counted. */
import type { LimitState } from "../../accounts/counters.ts";
import { type Awaitable, whenReady } from "../../base/awaitable.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import { LimitRefusal, limitRefusal, setQuotaHeaders } from "./limits.ts";

/**
 * Raises the quota that a request has taken to one for each `rowsPerRequest` rows of its file: all or nothing, exact
 * over threads and nodes. The rate counts the request once. Returns the decision with the quota taken; throws 429 with
 * the number of rows.
 */
export function consumeRows(
  context: Context,
  admission: Admission,
  rows: number,
  rowsPerRequest = 1,
): Awaitable<Admission> {
  const { key, usage, quotaTaken } = admission;
  const further = Math.max(0, Math.ceil(rows / rowsPerRequest) - quotaTaken);
  context.headers["X-Row-Count"] = String(rows);
  context.headers["X-Quota-Cost"] = String(quotaTaken + further);
  if (key === undefined || usage === undefined || further === 0) {
    return admission;
  }
  const withoutRate = { ...key, ratePerMinute: Number.POSITIVE_INFINITY };
  return whenReady(context.services.counters.consumeForKey(withoutRate, further), ({ month }) => {
    setQuotaHeaders(context, month);
    if (!month.isWithin) {
      throw rowsRefusal(admission, rows, month);
    }
    return { ...admission, usage: { ...usage, month }, quotaTaken: quotaTaken + further };
  });
}

/** Returns the 429 for more rows than the quota has left. Reports the quota left before the request. */
function rowsRefusal(admission: Admission, rows: number, month: LimitState): LimitRefusal {
  const left = month.remaining + admission.quotaTaken;
  const refusal = limitRefusal("quota", month, admission);
  const extra = { rows, quota_remaining: left };
  return new LimitRefusal(refusal.admission, {
    code: refusal.code,
    message: `Monthly quota exceeded: the file has ${rows} rows, and ${left} requests are left.`,
    details: { ...refusal.details, extra },
  });
}
