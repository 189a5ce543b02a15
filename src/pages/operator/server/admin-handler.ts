/** Answers on the admin port: metrics without a login; the operator's pages, whose operations need one. */
import { clientAddress } from "../../../accounts/client-address.ts";
import { IpRanges } from "../../../accounts/ip-address.ts";
import { AppError } from "../../../base/errors.ts";
import { textsIn } from "../../../base/language.ts";
import type { GetPeerAddress } from "../../../http/context.ts";
import { interfaceUrl } from "../../../http/interface-version.ts";
import { isFromOwnPage } from "../../../http/own-page.ts";
import { toProblemResponse } from "../../../http/pipeline/problem.ts";
import { createRequestIds, type RequestHandler } from "../../../http/pipeline/request-handler.ts";
import { assertOneHost } from "../../../http/request-host.ts";
import { type BundledPages, FIXED_PATHS } from "../../kit/server/assets.ts";
import { pageResult, renderDocument } from "../../kit/server/document.ts";
import { html } from "../../kit/server/html.ts";
import { preferencesOf } from "../../kit/server/preferences.ts";
import { pageHeader } from "../../kit/server/site-header.ts";
import type { AdminToken } from "./admin-token.ts";
import { jsonResponse, respondText, runOperation } from "./api.ts";
import { Login, type OperatorSession } from "./login.ts";
import type { Operator, OperatorSources } from "./operation.ts";
import { refusalFor } from "./refuse.ts";
import { identifySite, type SiteOptions } from "./site.ts";
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
  const traffic = new TrafficHistory(app.trafficCounts, clock);
  const operator: Operator = {
    ...app,
    traffic,
    dataDir: options.dataDir,
    publicUrl: options.publicUrl,
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

const nextRequestId = createRequestIds();

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
    const { login, trusted } = admin;
    const address = clientAddress(getPeer?.(request), request.headers.get("x-forwarded-for"), trusted);
    switch (`${request.method} ${url.pathname}`) {
      case "POST /api/login":
        return await login.logIn(request, site, address);
      case "POST /api/logout":
        return await login.logOut(request, site);
    }
    const session = login.requireSession(request, site);
    if (request.method === "GET" && url.pathname === "/api/session") {
      const publicUrl = interfaceUrl(admin.options.publicUrl);
      return jsonResponse({ ...session, publicUrl } satisfies OperatorSession);
    }
    const by = { kind: "session", name: session.name } as const;
    return await runOperation(admin.operator, { request, url, by });
  } catch (error) {
    const failed = { requestId: nextRequestId(), services: admin.options };
    const { status, headers, contentType, body } = toProblemResponse(error, failed);
    return new Response(body, { status, headers: { "Content-Type": contentType, ...headers } });
  }
}

/** Headers of every answer, metrics and assets excepted: nothing is kept, shown in a frame or read by others. */
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

/**
 * Throws `origin_not_allowed` for a request that a page of another origin made. Cookies do not tell ports apart, so a
 * page on the public port could use a session (docs/operator.md, "Cross-site requests"). A change must come with
 * `Sec-Fetch-Site` or `Origin`; whichever is sent must name this origin.
 */
function assertSameOrigin(request: Request, origin: string): void {
  if (!isFromOwnPage(request, "operator", (sent) => sent === origin)) {
    throw refusalFor(
      "origin",
      "origin_not_allowed",
      `Only the operator's pages themselves, at ${origin}, may send this request. Behind a proxy, pass Host on and set --admin-url.`,
    );
  }
}

/** Paths of the pages; the script shows the one that the address names. */
const PAGE_PATH = /^\/(keys(\/new|\/[1-9]\d{0,14})?|traffic|registry|exports|nodes|audit)?$/;

function respondPage(request: Request, { pathname }: URL, assets: BundledPages<"operator">): Response {
  const isAsset = assets.files.has(pathname);
  if (!isAsset && !PAGE_PATH.test(pathname)) {
    throw new AppError("route_not_found", "There is no such page. The operator's pages begin at /.");
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new AppError("method_not_allowed", "Use GET.", { headers: { Allow: "GET, HEAD" } });
  }
  const response = isAsset ? assetResponse(request, pathname, assets) : documentResponse(request, assets);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

const TEXTS = {
  area: { en: "operator", nl: "beheer" },
  pages: { en: "Pages", nl: "Pagina's" },
};

function documentResponse(request: Request, assets: BundledPages<"operator">): Response {
  const preferences = preferencesOf(request, undefined);
  const { language } = preferences;
  const texts = textsIn(TEXTS, language);
  const navigation = html`<nav id="pages" aria-label="${texts.pages}"></nav>`;
  const document = renderDocument(assets, {
    title: "baken",
    preferences,
    entry: "operator",
    body: html`${pageHeader(language, texts.area, navigation)}<div id="app"></div>`,
  });
  const { bytes, contentType, headers } = pageResult(document, preferences);
  return new Response(bytes, { headers: { "Content-Type": contentType, ...headers } });
}

function assetResponse({ headers }: Request, path: string, { files }: BundledPages<"operator">): Response {
  const { contentType, bytes, gzip } = files.get(path)!;
  const isCompressed = /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
  return new Response(isCompressed ? gzip : bytes, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": FIXED_PATHS.includes(path) ? "no-cache" : "private, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
    },
  });
}
