/** Answers on the admin port: metrics without a login; the operator's pages, whose operations need one. */
import { clientAddress } from "../accounts/client-address.ts";
import { IpRanges } from "../accounts/ip-ranges.ts";
import { AppError, ERROR_CODES } from "../base/errors.ts";
import { logError } from "../base/log.ts";
import { assertOneHost } from "../http/assert-host.ts";
import type { GetPeerAddress } from "../http/context.ts";
import { interfaceUrl } from "../http/interface-version.ts";
import type { RequestHandler } from "../http/pipeline/request-handler.ts";
import type { BundledPages } from "../web/assets.ts";
import type { AdminToken } from "./admin-token.ts";
import type { SessionAnswer } from "./answers.ts";
import { jsonResponse, runOperation } from "./api.ts";
import { Login } from "./login.ts";
import type { Operator, OperatorSources } from "./operation.ts";
import { respondPage } from "./pages.ts";
import { assertSameOrigin } from "./same-origin.ts";
import { identifySite, type SiteOptions } from "./site.ts";
import { respondText } from "./text-response.ts";
import { TrafficHistory } from "./traffic-history.ts";

export interface AdminOptions extends SiteOptions {
  readonly dataDir: string;
  readonly checkCommand: Operator["checkCommand"];
  readonly token: AdminToken;
  readonly trustedProxies: readonly string[];
  /** Origin under which users reach the interface. */
  readonly publicUrl: string;
  readonly assets: BundledPages<"operator">;
  /** Metrics and parts of the serving process. */
  readonly app: OperatorSources & { metrics(): string };
  readonly clock?: () => number;
}

/** Parts that every request to the admin port uses. */
interface Admin {
  readonly options: AdminOptions;
  readonly operator: Operator;
  readonly login: Login;
  readonly trusted: IpRanges;
}

export interface AdminHandler {
  readonly handle: RequestHandler;
  close(): void;
}

export function createAdminHandler(options: AdminOptions): AdminHandler {
  const { app, token, clock = Date.now } = options;
  const { keys, counters, exports, audit, log, trafficCounts, slowRequests, processState, nodes } = app;
  const traffic = new TrafficHistory(trafficCounts, clock);
  const operator: Operator = {
    ...{ keys, counters, exports, audit, log, trafficCounts, slowRequests, processState, nodes, traffic },
    dataDir: options.dataDir,
    checkCommand: options.checkCommand,
    startedAt: new Date(clock()).toISOString(),
    tokenFile: { path: token.path, isExposed: token.isExposed },
    isInsecureAllowed: options.isInsecureAllowed,
  };
  const login = new Login({ token: token.token, clock });
  const admin = { options, operator, login, trusted: new IpRanges(options.trustedProxies) };
  return {
    handle: async (request, getPeer) => secure(await answer(admin, request, getPeer)),
    close: () => traffic.close(),
  };
}

async function answer(admin: Admin, request: Request, getPeer?: GetPeerAddress): Promise<Response> {
  const url = new URL(request.url, "http://localhost");
  try {
    assertOneHost(request);
    const site = identifySite(request.headers.get("host"), admin.options);
    if (url.pathname === "/metrics") {
      return respondText(request, admin.options.app.metrics);
    }
    if (!url.pathname.startsWith("/api/")) {
      return respondPage(request, url, admin.options.assets);
    }
    assertSameOrigin(request, site.origin);
    const { login } = admin;
    switch (`${request.method} ${url.pathname}`) {
      case "POST /api/login":
        return await login.logIn(request, site, addressOf(admin, request, getPeer));
      case "POST /api/logout":
        return await login.logOut(request, site);
    }
    const session = login.requireSession(request, site);
    if (request.method === "GET" && url.pathname === "/api/session") {
      const publicUrl = interfaceUrl(admin.options.publicUrl);
      return jsonResponse({ ...session, publicUrl } satisfies SessionAnswer);
    }
    const by = { kind: "session", name: session.name } as const;
    return await runOperation(admin.operator, { request, url, by });
  } catch (error) {
    return refusalOf(error);
  }
}

function addressOf({ trusted }: Admin, request: Request, getPeer: GetPeerAddress | undefined): string {
  return clientAddress(getPeer?.(request), request.headers.get("x-forwarded-for"), trusted);
}

/** Converts a thrown value to an answer; logs an unexpected one and does not reveal its text. */
function refusalOf(thrown: unknown): Response {
  const isExpected = thrown instanceof AppError;
  if (!isExpected) {
    logError("a request of the operator's pages failed", thrown);
  }
  const { code, message, details } = isExpected ? thrown : new AppError("server_error", "Server Error");
  const body = { code, message, errors: details.errors, ...details.extra };
  return jsonResponse(body, ERROR_CODES[code].status, details.headers);
}

/** Headers of every answer but those of metrics and assets: nothing is kept, shown in a frame or read by others. */
function secure(response: Response): Response {
  const { headers } = response;
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (!headers.has("Cache-Control")) {
    headers.set("Cache-Control", "no-store");
  }
  return response;
}
