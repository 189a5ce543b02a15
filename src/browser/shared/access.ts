/** Access of the pages to the interface: with a key that the visitor pasted, or with a session of the page. */
import { type Client, createClient } from "../../http/client/client.ts";

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
  let session: Promise<Session | undefined> | undefined;

  async function token(): Promise<string | undefined> {
    const key = sessionStorage.getItem(STORED);
    if (key !== null) {
      return key;
    }
    const current = await session;
    if (current === undefined || current.expiresAtMs - RENEW_BEFORE_MS < Date.now()) {
      session = fetchSession();
    }
    return (await session)?.token;
  }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const bearer = await token();
    if (bearer !== undefined) {
      headers.set("authorization", `Bearer ${bearer}`);
    }
    const response = await fetch(path, { ...init, headers });
    if (response.status === 401) {
      // A restarted server knows no session from before.
      session = undefined;
    }
    return response;
  }

  return {
    client: createClient({ baseUrl: BASE_PATH, fetch: send }),
    fetch: send,
    token,
    key: () => sessionStorage.getItem(STORED) ?? undefined,
    useKey(key) {
      if (key === undefined) {
        sessionStorage.removeItem(STORED);
      } else {
        sessionStorage.setItem(STORED, key);
      }
    },
  };
}

interface Session {
  readonly token: string;
  readonly expiresAtMs: number;
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
