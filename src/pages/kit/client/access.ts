/** Access of the pages to the interface: with a key that the visitor pasted, or with a session of the page. */
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
}

const STORED = "baken-key";
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

/** Holds the session of this page; it is fetched when it is needed first, and again before it expires. */
export function openSession() {
  let current: Session | undefined;
  let pending: Promise<Session | undefined> | undefined;
  return {
    async token(): Promise<string | undefined> {
      if (current === undefined || current.expiresAtMs - RENEW_BEFORE_MS < Date.now()) {
        pending ??= fetchSession().finally(() => {
          pending = undefined;
        });
        current = await pending;
      }
      return current?.token;
    },
    forget(): void {
      current = undefined;
    },
  };
}

/** Fetches a new session; undefined where the pages need a key. */
async function fetchSession(): Promise<Session | undefined> {
  const response = await fetch("/session", { cache: "no-store" });
  if (!response.ok) {
    return undefined;
  }
  const { data } = await response.json();
  return { token: data.token, expiresAtMs: Date.parse(data.expires_at) };
}
