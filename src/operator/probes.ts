/** Answers the probes of load balancers and Kubernetes, which need no login. */
import type { Readiness } from "../http/serving/readiness.ts";
import { respondText } from "./text-response.ts";

/** Returns the answer to `/livez` or `/readyz`, undefined for another path. */
export function respondProbe(request: Request, readiness: Readiness): Response | undefined {
  switch (new URL(request.url, "http://localhost").pathname) {
    case "/livez":
      return respondText(request, () => "alive\n");
    case "/readyz": {
      const { reasons } = readiness;
      return reasons.length === 0
        ? respondText(request, () => "ready\n")
        : respondText(request, () => reasons.map((reason) => `not ready: ${reason}\n`).join(""), 503);
    }
    default:
      return undefined;
  }
}
