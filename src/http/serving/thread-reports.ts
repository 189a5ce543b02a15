/**
 * Reports about requests for the operator: slow requests, uses of server keys by network, traffic by key. Every thread
 * sends its reports to the owner, which keeps them.
 */
import type { AuditLog, KeyUse } from "../../accounts/audit.ts";
import { reportUses, useOf, writeUses } from "../../accounts/key-uses.ts";
import type { Exchange } from "../context.ts";
import { countByKey, type KeyTraffic, KeyTrafficHistory } from "./key-traffic.ts";
import { SlowestRequests, type SlowRequest, SlowRequestLog, watchSlowRequests } from "./slow-requests.ts";

/** Message of an app on another thread to the owner. */
export type ThreadReport =
  | { readonly slow: SlowRequest }
  | { readonly uses: readonly KeyUse[] }
  | { readonly traffic: readonly KeyTraffic[] };

interface ReportsOptions {
  readonly audit: AuditLog;
  /** Days for which uses are kept. */
  readonly auditDays?: number | undefined;
  /** Milliseconds from which on a request is slow; undefined: none is. */
  readonly slowMs?: number | undefined;
}

/** Opens the reports of a thread, which go to `report`; without it, the reports of the owner. */
export function openThreadReports(
  { audit, auditDays, slowMs = Number.POSITIVE_INFINITY }: ReportsOptions,
  report?: (report: ThreadReport) => void,
) {
  const slowest = new SlowestRequests();
  const slowLog = new SlowRequestLog();
  const keyTraffic = new KeyTrafficHistory();
  const uses = report ? reportUses((uses) => report({ uses })) : writeUses(audit, auditDays);
  const take = (received: ThreadReport) => {
    if ("slow" in received) {
      slowest.add(received.slow);
      slowLog.write(received.slow);
    } else if ("uses" in received) {
      received.uses.forEach(uses.count);
    } else {
      keyTraffic.add(received.traffic, Date.now());
    }
  };
  const send = report ?? take;
  const watchSlow = watchSlowRequests(slowMs, (slow) => send({ slow }));
  const countTraffic = countByKey((traffic) => send({ traffic }));
  return {
    uses,
    observe(exchange: Exchange): void {
      watchSlow(exchange);
      countTraffic(exchange);
      uses.count(useOf(exchange.admission.key, exchange.context));
    },
    /** Takes what another thread reports. */
    take,
    slowRequests: () => slowest.list(Date.now()),
    keyTraffic: () => keyTraffic.report(Date.now()),
    /** Logs the reports that are not logged yet. */
    close: () => slowLog.close(),
  };
}
