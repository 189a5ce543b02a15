/**
 * Access of the pages to the interface: with a key that the visitor pasted, or with a session of the page. Where pages
 * need a key, a login link opens a session on the server's own machine; the browser keeps that session.
 */
import { type Client, createClient } from "../../../http/client/client.ts";

export interface Access {
  readonly client: Client;
  /** Sends a request with the key or session; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the token to send as Bearer; undefined when there is neither a key nor a session. */
  token(): Promise<string | undefined>;
  /** Returns the key that the visitor pasted. */
  key(): string | undefined;
  /** Keeps a key for this tab only; undefined forgets it. */
  useKey(key: string | undefined): void;
  /** Resolves to whether the page begins with a session; `refused` where a link opens none. */
  readonly beginning: Promise<"session" | "none" | "refused">;
}

const STORED = "baken-key";
const STORED_SESSION = "baken-session";
/** Milliseconds before its expiry at which a session is renewed. */
const RENEW_BEFORE_MS = 60_000;
const BASE_PATH = "/api/v1";

export function openAccess(): Access {
  const session = openSession();
  const key = () => sessionStorage.getItem(STORED) ?? undefined;
  const token = async () => key() ?? (await session.token());

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const bearer = await token();
    const response = await fetchWith(bearer, path, init);
    if (response.status !== 401 || bearer === undefined || bearer === key()) {
      return response;
    }
    // A restarted server knows no session from before.
    session.forget();
    return await fetchWith(await token(), path, init);
  }

  return {
    client: createClient({ baseUrl: BASE_PATH, fetch: send }),
    fetch: send,
    token,
    key,
    beginning: session.beginning,
    useKey(key) {
      if (key === undefined) {
        sessionStorage.removeItem(STORED);
      } else {
        sessionStorage.setItem(STORED, key);
      }
    },
  };
}

function fetchWith(bearer: string | undefined, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (bearer !== undefined) {
    headers.set("authorization", `Bearer ${bearer}`);
  }
  return fetch(path, { ...init, headers });
}

interface Session {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** Holds the session of this page; fetched when it is needed first, and again before it expires. */
export function openSession() {
  const link = takeLink();
  let current = link === undefined ? readStored() : undefined;
  let pending = link === undefined ? undefined : openByLink(link);
  const refused = () => "refused" as const;
  const beginning: Access["beginning"] =
    pending?.then((session) => (session === undefined ? "refused" : "session"), refused) ??
    Promise.resolve(current === undefined ? "none" : "session");
  return {
    beginning,
    async token(): Promise<string | undefined> {
      if (current === undefined || current.expiresAtMs - RENEW_BEFORE_MS < Date.now()) {
        pending ??= fetchSession("/session");
        try {
          current = await pending;
        } finally {
          pending = undefined;
        }
      }
      return current?.token;
    },
    forget(): void {
      current = undefined;
      localStorage.removeItem(STORED_SESSION);
    },
  };
}

/** Takes the token of the link out of the URL, so that it stays in no history: `#open=…`. */
function takeLink(): string | undefined {
  const link = /^#open=(.+)$/.exec(location.hash)?.[1];
  if (link !== undefined) {
    history.replaceState(null, "", location.pathname + location.search);
  }
  return link;
}

/** Opens the session of a link, and keeps it for all tabs. */
async function openByLink(link: string): Promise<Session | undefined> {
  const session = await fetchSession("/session/link", { method: "POST", body: JSON.stringify({ link }) });
  if (session !== undefined) {
    localStorage.setItem(STORED_SESSION, JSON.stringify(session));
  }
  return session;
}

function readStored(): Session | undefined {
  try {
    const { token, expiresAtMs } = JSON.parse(localStorage.getItem(STORED_SESSION) ?? "{}");
    return typeof token === "string" && typeof expiresAtMs === "number" ? { token, expiresAtMs } : undefined;
  } catch {
    // The browser lost a part of it, or another program wrote it.
    return undefined;
  }
}

/** Fetches a new session; undefined where the pages need a key, or the link is refused. */
async function fetchSession(path: string, init: RequestInit = {}): Promise<Session | undefined> {
  const response = await fetch(path, { cache: "no-store", ...init });
  if (!response.ok) {
    return undefined;
  }
  const { data } = await response.json();
  return { token: data.token, expiresAtMs: Date.parse(data.expires_at) };
}
